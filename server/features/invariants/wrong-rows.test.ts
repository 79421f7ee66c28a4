import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { run } from '#server/testing/approval-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { setPaydays } from '#server/testing/period-steps.ts'
import type { BreachKind } from './breach-texts.ts'
import { look } from './check.ts'
import { readStandingBreaches, storeBreaches } from './standing-breaches.ts'
import type { NodeLook } from './utxos-at-node.ts'

/**
 * A payroll with a payment in a block, a withdrawal in the mempool that spends its change, and a
 * deposit in the mempool; a payroll of another company, and another one of this company.
 */
const s = await paymentsForFile({ ownNode: true })
const { engine } = s
const ours = await s.company()
const { companyId } = ours
const shared = anAddress()
const payroll = await s.funded(ours, [50_000n, 50_000n, 70_000n], 9_000_000n, [shared, shared])
const { payrollId } = payroll
await setPaydays(engine.owner, { companyId, userId: ours.user._id, payrollId }, [
  { key: '2026-11-Q1', inHours: -1 },
])
const payment = (await run(ours, payrollId))._id
await s.paymentIs(ours, payment, 'unconfirmed')
await engine.play.mine(1)
await s.paymentIs(ours, payment, 'confirmed')
await s.price(9_100_000n)
const answer = await ours.call('POST', `/companies/payrolls/${payrollId}/withdraw-funds`, {
  address: anAddress(),
  amount: '0.01',
})
const { transaction } = expectAccepted(withdrawalAnswer, answer)
const withdrawn = transaction._id
const code = { code: await s.codeOf(ours) }
expectAccepted(decidedAnswer, await ours.call('POST', `/transactions/${withdrawn}/approve`, code))
await s.transactionIs(ours, withdrawn, 'unconfirmed')
await s.depositIs(payrollId, await engine.play.give(payroll.script, 700_000n), 'unconfirmed')
const foreign = await engine.company()
const { payrollId: foreignId } = await engine.payroll(foreign.companyId, [])
const { payrollId: besideId } = await engine.payroll(companyId, [])

const { id: sent } = await engine.db
  .selectFrom('transactions')
  .select('id')
  .where('sheet_id', '=', payment)
  .executeTakeFirstOrThrow()

const ofPayment = (set: string) => sql`UPDATE sheets SET ${sql.raw(set)} WHERE id = ${payment}`
const ofSent = (set: string) => sql`UPDATE transactions SET ${sql.raw(set)} WHERE id = ${sent}`
const ofWithdrawn = (set: string) =>
  sql`UPDATE transactions SET ${sql.raw(set)} WHERE id = ${withdrawn}`
/** The change of the payment, which the withdrawal spends in the mempool. */
const ofChange = (set: string) => sql`UPDATE utxos SET ${sql.raw(set)}
  WHERE payroll_id = ${payrollId} AND height IS NOT NULL AND spent_height IS NULL`
const ofDeposit = (set: string) => sql`UPDATE utxos SET ${sql.raw(set)}
  WHERE payroll_id = ${payrollId} AND height IS NULL AND NOT change`
const oneLine = sql`(SELECT min(id::text)::uuid FROM sheet_lines WHERE sheet_id = ${payment})`
const ofLine = (set: string) => sql`UPDATE sheet_lines SET ${sql.raw(set)} WHERE id = ${oneLine}`
const ofPayout = (set: string) => sql`UPDATE payouts SET ${sql.raw(set)} WHERE line_id = ${oneLine}`
/** One person gets what another one loses, so that the sums are right. */
const shift = (table: 'sheet_lines' | 'payouts', column: string) => {
  const line = sql.ref(table === 'payouts' ? 'line_id' : 'id')
  return sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} =
    ${sql.ref(column)} + CASE WHEN ${line} = ${oneLine} THEN 1 ELSE -1 END
    WHERE ${line} IN (SELECT id FROM sheet_lines
      WHERE sheet_id = ${payment} ORDER BY id::text LIMIT 2)`
}
const ofOrder = (set: string) => sql`UPDATE orders SET ${sql.raw(set)} WHERE sheet_id = ${payment}`

const entry = (account: string, sats: number, of = sent) => sql`
  INSERT INTO ledger_entries (event_id, company_id, payroll_id, transaction_id, kind, account, amount_sats)
  VALUES ('0199aaaa-0000-7000-8000-000000000000', ${companyId}, ${payrollId}, ${of}, 'correction',
    ${account}::ledger_account, ${sats})`
const made = '0199bbbb-0000-7000-8000-000000000000'
/** A plan with the columns of the transaction `like`, but for these. */
const plan = (like: string, columns: Record<string, unknown>) => {
  const given = { id: made, type: 'cancel', waiting_for: 'node', ...columns }
  const names = Object.keys(given).map((name) => sql.ref(name))
  return sql`
    INSERT INTO transactions (company_id, payroll_id, usd_cents, sats, rate_usd_cents_per_btc, ${sql.join(names)})
    SELECT company_id, payroll_id, 1, 1, 1, ${sql.join(Object.values(given))}
    FROM transactions WHERE id = ${like}`
}
const withInput = (adds: string, inputOf: string) => sql`
  INSERT INTO transaction_inputs (transaction_id, position, txid, vout)
  SELECT ${adds}, 100, txid, vout FROM transaction_inputs WHERE transaction_id = ${inputOf}`
/** A UTXO of a payroll's that the node does not know. */
const utxo = (of: { companyId: string; payrollId: string }, scriptOf = of.payrollId) => sql`
  INSERT INTO utxos (txid, vout, company_id, payroll_id, script_pubkey, sats, coinbase, change)
  SELECT decode(repeat('07', 32), 'hex'), 0, ${of.companyId}, ${of.payrollId}, script_pubkey, 1000,
    false, false FROM addresses WHERE payroll_id = ${scriptOf} AND branch = 0`
const spendsUtxo = (by: string) => sql`
  INSERT INTO transaction_inputs VALUES (${by}, 100, decode(repeat('07', 32), 'hex'), 0)`

type Plant = RawBuilder<unknown> | RawBuilder<unknown>[]

/** Every kind of breach, and the wrong rows that are found as it. */
const wrongRows: Record<BreachKind, Record<string, Plant>> = {
  LEDGER_UNBALANCED: { 'an entry without its counterpart': entry('outside', -5) },
  BALANCE_WRONG: {
    'a balance': sql`UPDATE payroll_balances SET balance_sats = balance_sats + 1,
      received_sats = received_sats + 1 WHERE payroll_id = ${payrollId}`,
  },
  LEDGER_WRONG: { 'an entry of the wallet': entry('wallet', 7) },
  UTXO_NOT_AT_NODE: {
    'a UTXO that is not there': [
      utxo({ companyId, payrollId }),
      sql`UPDATE utxos SET height = 1
      WHERE txid = decode(repeat('07', 32), 'hex')`,
    ],
  },
  UTXO_SATS_DIFFER: { 'the amount of a UTXO': ofChange('sats = sats + 1') },
  UTXO_SCRIPT_DIFFERS: {
    'the script of a UTXO': ofChange(`script_pubkey = '\\x${payroll.script.toString('hex')}'`),
  },
  UTXO_HEIGHT_DIFFERS: { 'the block of a UTXO': ofChange('height = height - 1') },
  UTXO_MADE_ELSEWHERE: { 'the block of a transaction': ofSent('height = height - 1') },
  UTXO_SPENT_ELSEWHERE: {
    'the block in which a UTXO was spent': sql`UPDATE utxos SET spent_height = spent_height - 1
      WHERE payroll_id = ${payrollId}`,
  },
  BLOCK_HASH_DIFFERS: {
    'the hash of a block 20 deep': sql`UPDATE blocks SET hash = decode(repeat('07', 32), 'hex')
      WHERE height = (SELECT max(height) - 19 FROM blocks)`,
  },
  UTXO_UNKNOWN: {
    'a UTXO that is gone': sql`DELETE FROM utxos WHERE payroll_id = ${payrollId}
      AND height IS NOT NULL AND spent_height IS NULL`,
  },
  HEAD_WRONG: {
    'a head that passes for a deposit': ofChange('head = false'),
    'a deposit that passes for a head': ofDeposit('head = true'),
  },
  SPENT_BY_FOREIGN: {
    'the spender of a UTXO': ofChange("spent_by_txid = decode(repeat('09', 32), 'hex')"),
  },
  UNTRACKED_SPEND: { 'a spend that nobody ordered': ofWithdrawn('untracked = true') },
  BYTES_UNREADABLE: { 'bytes after the transaction': ofSent("raw = raw || '\\x00'") },
  BYTES_TXID_DIFFERS: {
    'the last byte of a transaction': ofSent('raw = set_byte(raw, length(raw) - 1, 1)'),
  },
  BYTES_NOT_SIGNED: {
    'a byte of a signature': ofSent(
      'raw = set_byte(raw, length(raw) - 60, get_byte(raw, length(raw) - 60) # 1)',
    ),
    'a byte of a key': ofSent(
      'raw = set_byte(raw, length(raw) - 5, get_byte(raw, length(raw) - 5) # 1)',
    ),
  },
  BYTES_INPUTS_DIFFER: { 'an input of a plan': withInput(withdrawn, sent) },
  BYTES_OUTPUTS_MISSING: {
    'an output that is gone': sql`DELETE FROM transaction_outputs
      WHERE transaction_id = ${sent} AND line_id IS NULL`,
  },
  BYTES_OUTPUT_DIFFERS: {
    'the amount of an output': sql`UPDATE transaction_outputs SET sats = sats + 1
      WHERE transaction_id = ${sent} AND vout = 0`,
  },
  OUTPUT_FOREIGN: {
    'the script of a line': ofLine('script_pubkey = set_byte(script_pubkey, 5, 7)'),
    'the satoshi of two payouts': shift('payouts', 'sats'),
  },
  OUTPUT_REPEATS_LINE: {
    'the line of an output': sql`UPDATE transaction_outputs SET line_id = (
        SELECT min(id::text)::uuid FROM sheet_lines WHERE sheet_id = ${payment} AND address = ${shared})
      WHERE transaction_id = ${sent} AND line_id IN (
        SELECT id FROM sheet_lines WHERE sheet_id = ${payment} AND address = ${shared})`,
  },
  SIGNED_UNAPPROVED: {
    'an approval that is gone': sql`DELETE FROM approvals WHERE subject_id = (
      SELECT order_id FROM transactions WHERE id = ${withdrawn})`,
  },
  PLAN_NOT_AS_ORDERED: {
    'the person of a line': ofLine('employee_id = gen_random_uuid()'),
    'the address of a line': ofLine("address = 'bcrt1q'"),
    'the dollars of two lines': [
      shift('payouts', 'usd_cents'),
      shift('sheet_lines', 'net_usd_cents'),
    ],
    'the dollars of two payouts': shift('payouts', 'usd_cents'),
    'the method of a payout': ofPayout("method = 'DOLLARS', sats = NULL"),
    'a payout that is gone': sql`DELETE FROM payouts WHERE line_id = ${oneLine}`,
    'the fee ceiling of an order': ofOrder('fee_ceiling_sats = fee_ceiling_sats + 1'),
    'the address of a withdrawal': sql`UPDATE withdrawals SET address = ${anAddress()}
      WHERE payroll_id = ${payrollId}`,
  },
  ORDER_CHANGED: {
    'the hash of an order': ofOrder("plan_sha256 = decode(repeat('07', 32), 'hex')"),
    'the approvals that an order needs': ofOrder('own_code = NOT own_code'),
  },
  ORDER_OF_ANOTHER: {
    'the order of a transaction': ofWithdrawn(
      `order_id = (SELECT order_id FROM transactions WHERE id = '${sent}')`,
    ),
  },
  PERIOD_NOT_AS_ORDERED: {
    'the period of a payment': ofPayment("period_key = '2026-11-Q2'"),
    'a payment that passes for an extra one': ofPayment('extra = true'),
  },
  PERIOD_NOT_CLAIMED: {
    'a claim that is gone': sql`DELETE FROM period_claims WHERE line_id = ${oneLine}`,
    'the period of a claim': sql`UPDATE period_claims SET period_key = '2026-11-Q2'
      WHERE line_id = ${oneLine}`,
  },
  PAYMENT_SUMS_WRONG: {
    'the satoshi of a payment': ofPayment('total_sats = total_sats + 1'),
    'the dollars of a payment in bitcoin': ofPayment('bitcoin_usd_cents = bitcoin_usd_cents + 1'),
    'the dollars of a payment by the bank': ofPayment('dollars_usd_cents = dollars_usd_cents + 1'),
    'the dollars of a payout': ofPayout('usd_cents = usd_cents + 1'),
    'a payout more': sql`INSERT INTO payouts (line_id, method, company_id, sheet_id, usd_cents)
      SELECT id, 'DOLLARS', company_id, sheet_id, 1 FROM sheet_lines WHERE id = ${oneLine}`,
    'a payout that is gone': sql`DELETE FROM payouts WHERE line_id = ${oneLine}`,
  },
  LINE_SUMS_WRONG: {
    'the whole of a line': ofLine('net_usd_cents = net_usd_cents + 1'),
    'the whole of two lines': shift('sheet_lines', 'net_usd_cents'),
    'the dollars of a payout': ofPayout('usd_cents = usd_cents + 1'),
    'a payout that is gone': sql`DELETE FROM payouts WHERE line_id = ${oneLine}`,
  },
  TRANSACTION_SUMS_WRONG: { 'the amount of a transaction': ofSent('sats = sats + 1') },
  LEDGER_OUTFLOW_WRONG: { 'an entry of salaries': entry('salaries', 3) },
  LINES_PAID_TWICE: {
    'an output that pays a line again': sql`
      INSERT INTO transaction_outputs (transaction_id, vout, line_id, script_pubkey, sats)
      SELECT ${sent}, 100, l.id, l.script_pubkey, o.sats
      FROM sheet_lines l JOIN payouts o ON o.line_id = l.id WHERE l.id = ${oneLine}`,
  },
  WITHDRAWN_TWICE: {
    'a second plan of a withdrawal': plan(withdrawn, {
      type: 'withdrawal',
      withdrawal_id: sql`withdrawal_id`,
    }),
  },
  WITHDRAWAL_SUMS_WRONG: { 'the amount of a withdrawal': ofWithdrawn('sats = sats + 1') },
  WITHDRAWAL_LEDGER_WRONG: { 'an entry of a withdrawal': entry('outside', 3, withdrawn) },
  LINES_WITHOUT_TRANSACTION: {
    'a line that no output pays': sql`UPDATE transaction_outputs SET line_id = NULL
      WHERE line_id = ${oneLine}`,
  },
  PAYMENT_STUCK: { 'a paid payment that is open again': ofPayment('closed_at = NULL') },
  PLAN_OF_CLOSED_PAYMENT: {
    'a plan of a payment that is over': plan(sent, { sheet_id: payment }),
  },
  LANE_NOT_COMING: {
    'a batch whose lane nothing makes': plan(sent, { sheet_id: payment, waiting_for: 'lane' }),
  },
  PLAN_NOT_TAKEN_UP: {
    'a plan of a year ago': plan(sent, { id: '01900000-0000-7000-8000-000000000000' }),
  },
  WITHDRAWAL_WITHOUT_TRANSACTION: {
    'the withdrawal of a transaction': [
      ofWithdrawn("type = 'cancel'"),
      ofWithdrawn('withdrawal_id = NULL'),
    ],
  },
  WITHDRAWAL_STUCK: {
    'an open withdrawal that is lost': ofWithdrawn('in_mempool = false, is_lost = true'),
  },
  PLAN_OF_CLOSED_WITHDRAWAL: {
    'a plan of a withdrawal that is over': [
      plan(withdrawn, { withdrawal_id: sql`withdrawal_id` }),
      sql`UPDATE withdrawals SET closed_at = now() WHERE payroll_id = ${payrollId}`,
    ],
  },
  APPROVAL_OVERDUE: {
    'a plan that waits for no order': plan(sent, { waiting_for: 'approval' }),
  },
  FEE_ABOVE_CEILING: { 'a fee of 0.4 BTC': ofSent('fee_sats = 40000000') },
  FEE_RATE_ABOVE_CEILING: {
    'a fee rate of 10,000 sat/vB': ofSent('fee_rate_sats_per_kvb = 10000000'),
  },
  FEE_NOT_AS_KEPT: { 'a fee': ofSent('fee_sats = fee_sats + 1') },
  UTXO_IN_TWO_LIVE: {
    'a plan that spends a spent UTXO': [plan(withdrawn, {}), withInput(made, withdrawn)],
  },
  UTXO_SPENT_BY_CONFIRMED: { 'an input that a block spends': withInput(withdrawn, sent) },
  VERSIONS_SHARE_NO_UTXO: {
    'a version without the same input': plan(withdrawn, { root_id: withdrawn, version: 2 }),
  },
  REPLACES_ANOTHER_PAYMENT: {
    'a version of a transaction of something else': plan(sent, { root_id: sent, version: 2 }),
  },
  ACCOUNT_BELOW_ZERO: {
    'entries of fees': [entry('fees', -90_000_000), entry('outside', 90_000_000)],
  },
  UTXO_OF_ANOTHER_PAYROLL: {
    'a UTXO at the address of another company': utxo({ companyId, payrollId }, foreignId),
  },
  SPENDS_ANOTHER_PAYROLL: {
    'an input of another company': [
      utxo({ companyId: foreign.companyId, payrollId: foreignId }),
      spendsUtxo(withdrawn),
    ],
  },
  PAYMENT_OF_ANOTHER_PAYROLL: {
    'the payroll of a payment': ofPayment(`payroll_id = '${besideId}'`),
  },
  LINE_OF_ANOTHER_PAYMENT: {
    'the payment of a line': ofLine('sheet_id = gen_random_uuid()'),
    'the payment of a payout': ofPayout('sheet_id = gen_random_uuid()'),
    'the company of a payout': ofPayout(`company_id = '${foreign.companyId}'`),
  },
  LANE_OF_ANOTHER_PAYMENT: {
    'the batch of a lane': sql`UPDATE transaction_outputs SET lane_of = ${withdrawn}
      WHERE transaction_id = ${sent} AND line_id IS NULL`,
  },
  STATE_NOT_AUDITED: {
    'an event of the audit trail': sql`UPDATE audit_events SET detail = detail - 'to'
      WHERE detail ->> 'transaction' = ${sent} AND detail ->> 'to' = 'confirmed'`,
  },
}

/** Only a scan finds what we do not know; either look finds the block of a UTXO. */
function looksFor(kind: BreachKind): NodeLook[] {
  if (kind === 'UTXO_UNKNOWN') return ['scan']
  return kind === 'UTXO_HEIGHT_DIFFERS' ? ['utxos', 'scan'] : ['utxos']
}

const rows = Object.entries(wrongRows).flatMap(([kind, plants]) =>
  Object.entries(plants).map(([row, plant]) => ({ kind: kind as BreachKind, row, plant })),
)

test.each(rows)('$row → $kind, and the payroll stops', async ({ kind, plant }) => {
  const trx = await engine.owner.startTransaction().execute()
  try {
    for (const statement of [plant].flat()) await statement.execute(trx)
    for (const node of looksFor(kind)) {
      const options = { history: 'all', node, macKey: engine.macKey } as const
      await storeBreaches(trx, await look(trx, engine.chain, options))
      const standing = (await readStandingBreaches(trx)).filter((breach) => breach.kind === kind)
      expect(standing).not.toEqual([])
      // Sums over the wallet, and the node, concern every payroll.
      const stopped = ['I1', 'I2'].includes(standing[0]?.invariant ?? '')
        ? null
        : expect.arrayContaining([payrollId])
      for (const breach of standing) expect(breach.payroll_ids).toEqual(stopped)
    }
  } finally {
    await trx.rollback().execute()
  }
})
