import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parseBtcAddress } from '#domain/address.ts'
import type { SignerFaultCode } from '#domain/signer-faults.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { anAddress } from '#server/testing/engine.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { swapOutput, sweepSteps } from '#server/testing/sweep-steps.ts'

/** A thief with the program's database role, without its key: no sweep goes elsewhere, or is another one. */

const s = await paymentsForFile({}, { breaks: ['I2', 'I4'] })
const steps = sweepSteps(s)
const ours = await s.company()
const { payrollId } = await steps.ready(ours)
const other = await steps.paid(ours)
await steps.switchOn(ours, other.payrollId)
const rules = await s.engine.db
  .selectFrom('change_orders')
  .select(['id', 'payload'])
  .where('kind', '=', 'SWEEP')
  .orderBy('id')
  .execute()
const idOf = (what: string, payroll?: string) =>
  rules.findLast(({ payload }) => {
    const change = JSON.parse(payload)
    return change.what === what && (!payroll || change.payrollId === payroll)
  })?.id ?? ''

const set = (trx: Trx, id: string, change: ReturnType<typeof sql>) =>
  sql`UPDATE orders SET ${change} WHERE id = (
    SELECT order_id FROM transactions WHERE id = ${id})`.execute(trx)

async function toThief(trx: Trx, id: string) {
  const address = anAddress()
  const parsed = parseBtcAddress(address, 'regtest')
  if (!parsed.ok) throw new Error('a fresh address is valid')
  await sql`UPDATE withdrawals SET address = ${address} WHERE id = (
    SELECT withdrawal_id FROM transactions WHERE id = ${id})`.execute(trx)
  await swapOutput(trx, id, Buffer.from(parsed.script), 0n)
}

const forgeries: [string, SignerFaultCode, (trx: Trx, id: string) => Promise<unknown>][] = [
  ['another address', 'SWEEP_TO_ANOTHER_ADDRESS', toThief],
  [
    'a head below the floor',
    'SWEEP_BELOW_FLOOR',
    async (trx, id) => {
      await sql`UPDATE withdrawals SET requested_sats = requested_sats + 5000 WHERE id = (
        SELECT withdrawal_id FROM transactions WHERE id = ${id})`.execute(trx)
      await swapOutput(trx, id, null, 5_000n)
    },
  ],
  [
    'the rule of another payroll',
    'SWEEP_NOT_APPROVED',
    (trx, id) => set(trx, id, sql`change_order_id = ${idOf('RULE', other.payrollId)}`),
  ],
  [
    'the order of the address for a rule',
    'SWEEP_NOT_APPROVED',
    (trx, id) => set(trx, id, sql`change_order_id = ${idOf('ADDRESS')}`),
  ],
  [
    'a run that was never paid',
    'SWEPT_BEFORE',
    (trx, id) => set(trx, id, sql`claims_period = ${`sweep-${crypto.randomUUID()}`}`),
  ],
  [
    'the trial for a whole sweep',
    'SWEPT_BEFORE',
    (trx, id) => set(trx, id, sql`claims_period = ${`sweep-trial-${idOf('ADDRESS')}`}`),
  ],
]

test.each(forgeries)('%s → refused as %s, and nothing is signed', async (_, code, forge) => {
  const id = await steps.forged(ours, payrollId, forge)
  await s.engine.until('the thief’s sweep is refused', async () => {
    const rows = await steps.sweepsOf(payrollId)
    const ofThis = rows.filter((row) => row.id >= id)
    return ofThis.every(({ state, txid }) => state === 'failed' && txid === null)
  })
  const [newest] = await steps.sweepsOf(payrollId)
  expect(await steps.faultOf(newest?.id ?? '')).toMatchObject({ code })
})

test('a rule switched off between plan and signature → refused', async () => {
  const id = await steps.forged(ours, payrollId, (trx, planned) =>
    sql`UPDATE transactions SET waiting_for = 'operator' WHERE id = ${planned}`.execute(trx),
  )
  expect((await ours.call('DELETE', `/companies/payrolls/${payrollId}/sweep`)).status).toBe(200)
  await sql`UPDATE transactions SET waiting_for = 'node' WHERE id = ${id}`.execute(s.engine.owner)
  await s.wake()
  await s.transactionIs(ours, id, 'failed')
  expect(await steps.faultOf(id)).toMatchObject({ code: 'SWEEP_NOT_APPROVED' })
  await steps.switchOn(ours, payrollId)
})

test('a sweep beside an open order of its payroll → refused', async () => {
  const id = await steps.forged(ours, payrollId, (trx, planned) =>
    sql`UPDATE transactions SET waiting_for = 'operator' WHERE id = ${planned}`.execute(trx),
  )
  // Another order of the payroll waits for its code.
  const { rows } = await sql<{ id: string }>`
    INSERT INTO transactions (company_id, payroll_id, order_id, type, waiting_for, usd_cents, sats,
      rate_usd_cents_per_btc, fee_sats, vsize, fee_rate_sats_per_kvb, withdrawal_id)
    SELECT company_id, payroll_id, NULL, 'withdrawal', 'approval', usd_cents, sats,
      rate_usd_cents_per_btc, fee_sats, vsize, fee_rate_sats_per_kvb, withdrawal_id
    FROM transactions WHERE id = ${id} RETURNING id`.execute(s.engine.owner)
  await sql`UPDATE transactions SET waiting_for = 'node' WHERE id = ${id}`.execute(s.engine.owner)
  await s.wake()
  await s.transactionIs(ours, id, 'failed')
  expect(await steps.faultOf(id)).toMatchObject({ code: 'SWEEP_BESIDE_ORDER' })
  await sql`UPDATE transactions SET ended = 'rejected', waiting_for = NULL
    WHERE id = ${rows[0]?.id}`.execute(s.engine.owner)
})

test('beside a payday that is approved → refused', async () => {
  const id = await steps.forged(ours, payrollId, (trx, planned) =>
    sql`UPDATE transactions SET waiting_for = 'operator' WHERE id = ${planned}`.execute(trx),
  )
  const { rows } = await sql<{ id: string }>`
    INSERT INTO change_orders (company_id, kind, payload, sheet_sha256, subject, asked_by, asked_at,
      expires_at, required, own_code, delayed, mac, state)
    SELECT company_id, 'OCCURRENCE', ${JSON.stringify({ payrollId, periodKey: '2026-11-Q2' })},
      sheet_sha256, 'Pago', asked_by, now(), now() + interval '1 hour', 0, true, false, mac, 'open'
    FROM change_orders LIMIT 1 RETURNING id`.execute(s.engine.owner)
  await sql`UPDATE transactions SET waiting_for = 'node' WHERE id = ${id}`.execute(s.engine.owner)
  await s.wake()
  await s.transactionIs(ours, id, 'failed')
  expect(await steps.faultOf(id)).toMatchObject({ code: 'SWEEP_BESIDE_ORDER' })
  await sql`DELETE FROM change_orders WHERE id = ${rows[0]?.id}`.execute(s.engine.owner)
})

test('an address written past the program is none; a finished sweep is not repeated', async () => {
  await sql`
    INSERT INTO change_orders (company_id, kind, payload, sheet_sha256, subject, asked_by, asked_at,
      expires_at, required, own_code, delayed, mac, state)
    SELECT company_id, kind, replace(payload, payload::jsonb ->> 'address', ${anAddress()}),
      sheet_sha256, subject, asked_by, now(), expires_at, required, own_code, delayed, mac, 'done'
    FROM change_orders WHERE id = ${idOf('ADDRESS')}`.execute(s.engine.db)
  const before = (await steps.stateOf(ours)).current?.address
  const id = await steps.forged(ours, payrollId, () => null)
  const swept = await s.transactionIs(ours, id, 'unconfirmed')
  expect(swept.cryptoAddress).toBe(before)
  await s.engine.play.mine(1)
  await s.transactionIs(ours, id, 'confirmed')
  // The tables forget it: the signer does not.
  await s.engine.play.give((await payrollScript()) ?? Buffer.alloc(0), 500_000n)
  await s.engine.play.mine(1)
  await s.followed()
  await sql`UPDATE orders SET claims_period = NULL WHERE payroll_id = ${payrollId}
    AND claims_period NOT LIKE 'sweep-trial-%'`.execute(s.engine.db)
  await sql`UPDATE utxos SET height = 1 WHERE payroll_id = ${payrollId} AND spent_height IS NULL`.execute(
    s.engine.owner,
  )
  const again = await steps.start(ours, payrollId)
  if ('code' in again) throw new Error(again.code)
  await s.transactionIs(ours, again.transactionId, 'failed')
  expect(await steps.faultOf(again.transactionId)).toMatchObject({ code: 'SWEPT_BEFORE' })
})

async function payrollScript(): Promise<Buffer | undefined> {
  const row = await s.engine.db
    .selectFrom('addresses')
    .select('script_pubkey')
    .where('payroll_id', '=', payrollId)
    .where('branch', '=', 0)
    .executeTakeFirst()
  return row?.script_pubkey
}
