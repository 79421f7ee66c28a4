import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SignerFaultCode } from '#domain/signer-faults.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { setShare } from '#server/testing/shares.ts'
import { findPlanFault } from './check.ts'
import { readPlan } from './read-plan.ts'

/** A thief of the worker writes payouts, which are under no MAC of their own: the signer signs none of it. */

const story = await storyForFile()
const { engine } = story
const { macKey } = engine
const ids = await story.fundedPayroll([20_000n, 30_000n], 3_000_000n)
const [half = '', whole = ''] = ids.employeeIds
await setShare({ db: engine.owner, macKey }, half, { bitcoinPercent: 50 })
const { id, paymentId } = await bumpSteps(story).unconfirmedRun(ids)

const checks = { wallet: engine.wallet, network: engine.network, macKey, caps: engine.caps }

/** The signer's word on the run, unsigned again, after a change of its rows that is taken back. */
async function faultAfter(changes: RawBuilder<unknown>[]) {
  const trx = await engine.owner.startTransaction().execute()
  try {
    await sql`ALTER TABLE transactions DISABLE TRIGGER transactions_moves`.execute(trx)
    await trx
      .updateTable('transactions')
      .set({ raw: null, txid: null, in_mempool: false, waiting_for: 'signature' })
      .where('id', '=', id)
      .execute()
    for (const change of changes) await change.execute(trx)
    const plan = await readPlan(trx, id)
    if (!plan) throw new Error('the run waits for its signature')
    return findPlanFault(plan, checks)
  } finally {
    await trx.rollback().execute()
  }
}

const lineOf = (employeeId: string) =>
  sql`(SELECT id FROM sheet_lines WHERE sheet_id = ${paymentId} AND employee_id = ${employeeId})`
const ofPayout = (employeeId: string, method: 'BITCOIN' | 'DOLLARS', set: string) =>
  sql`UPDATE payouts SET ${sql.raw(set)} WHERE line_id = ${lineOf(employeeId)} AND method = ${method}`
const ofLine = (employeeId: string, set: string) =>
  sql`UPDATE sheet_lines SET ${sql.raw(set)} WHERE id = ${lineOf(employeeId)}`
const more = 'usd_cents = usd_cents + 1000'
const less = 'usd_cents = usd_cents - 1000'

test('the rows as the program wrote them → no fault', async () => {
  expect(await faultAfter([])).toBeNull()
})

const forgeries: [string, SignerFaultCode, RawBuilder<unknown>[]][] = [
  ['bitcoin is raised', 'LINE_NOT_THE_SALARY', [ofPayout(whole, 'BITCOIN', more)]],
  [
    'bitcoin and the whole pay are raised',
    'LINE_NOT_THE_SALARY',
    [ofPayout(whole, 'BITCOIN', more), ofLine(whole, 'net_usd_cents = net_usd_cents + 1000')],
  ],
  [
    'bitcoin and the base salary are raised',
    'LINE_MAC_WRONG',
    [ofPayout(whole, 'BITCOIN', more), ofLine(whole, 'base_usd_cents = base_usd_cents + 1000')],
  ],
  [
    'bitcoin is raised by what the bank pays less',
    'LINE_NOT_THE_SALARY',
    [ofPayout(half, 'BITCOIN', more), ofPayout(half, 'DOLLARS', less)],
  ],
  ['what the bank pays is raised', 'LINE_NOT_THE_SALARY', [ofPayout(half, 'DOLLARS', more)]],
  [
    'what the bank pays and the base salary are raised',
    'LINE_MAC_WRONG',
    [ofPayout(half, 'DOLLARS', more), ofLine(half, 'base_usd_cents = base_usd_cents + 1000')],
  ],
  [
    'the bank pays somebody beside the bitcoin',
    'LINE_NOT_THE_SALARY',
    [
      sql`INSERT INTO payouts (line_id, method, company_id, sheet_id, usd_cents)
        SELECT id, 'DOLLARS', company_id, sheet_id, 1000 FROM sheet_lines WHERE id = ${lineOf(whole)}`,
    ],
  ],
  [
    'what the bank pays is gone',
    'LINE_NOT_THE_SALARY',
    [sql`DELETE FROM payouts WHERE line_id = ${lineOf(half)} AND method = 'DOLLARS'`],
  ],
  [
    'the bitcoin of a line is gone',
    'OUTPUT_MISSING',
    [sql`DELETE FROM payouts WHERE line_id = ${lineOf(whole)}`],
  ],
  [
    'bitcoin passes for dollars',
    'OUTPUT_MISSING',
    [ofPayout(whole, 'BITCOIN', "method = 'DOLLARS', sats = NULL")],
  ],
  [
    'a payout has other satoshi',
    'OUTPUT_NOT_ITS_LINE',
    [ofPayout(half, 'BITCOIN', 'sats = sats + 1')],
  ],
  [
    'a line has another script',
    'OUTPUT_NOT_ITS_LINE',
    [ofLine(half, 'script_pubkey = set_byte(script_pubkey, 5, 7)')],
  ],
  [
    'a line has another account, which its bank would pay',
    'LINE_MAC_WRONG',
    [ofLine(half, "bank_account = '99-thief'")],
  ],
]

test.each(forgeries)('%s → %s', async (_, code, changes) => {
  expect(await faultAfter(changes)).toMatchObject({ code })
})
