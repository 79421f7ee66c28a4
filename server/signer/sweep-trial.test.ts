import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction, type Trx } from '#server/platform/db/database.ts'
import type { TestCompany } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { swapOutput, sweepSteps } from '#server/testing/sweep-steps.ts'

/** The program plans nothing but a trial to an address where none has arrived: the signer does not rely on it. */

const s = await paymentsForFile({}, { breaks: ['I4'] })
const steps = sweepSteps(s)

/** A payroll with some 4,000,000 sat left, and an address where no trial has arrived. */
async function untried(ours: TestCompany) {
  const { payrollId, runId } = await steps.paid(ours)
  await steps.register(ours)
  await steps.switchOn(ours, payrollId)
  /** The order says that it sweeps the whole rest of the run. */
  const isWhole = (trx: Trx, id: string) =>
    sql`UPDATE orders SET claims_period = (
        SELECT 'sweep-' || sheet_id FROM transactions WHERE id = ${runId})
      WHERE id = (SELECT order_id FROM transactions WHERE id = ${id})`.execute(trx)
  return { payrollId, isWhole }
}

/** The withdrawal of a plan asks for so much more. */
const asksMore = (trx: Trx, id: string, sats: bigint) =>
  sql`UPDATE withdrawals SET requested_sats = requested_sats + ${sats} WHERE id = (
    SELECT withdrawal_id FROM transactions WHERE id = ${id})`.execute(trx)

/** A next version of a sweep, which moves so much more and pays 5,000 sat more for it. */
async function bumpInto(trx: Trx, id: string, moreSats: bigint) {
  await sql`
    WITH planned AS (SELECT * FROM transaction_outputs WHERE transaction_id = ${id}),
    bump AS (
      INSERT INTO transactions (company_id, payroll_id, withdrawal_id, order_id, type, waiting_for,
        usd_cents, sats, rate_usd_cents_per_btc, fee_sats, vsize, fee_rate_sats_per_kvb, root_id, version)
      SELECT company_id, payroll_id, withdrawal_id, order_id, type, 'node', usd_cents, sats + ${moreSats},
        rate_usd_cents_per_btc, fee_sats + 5000, vsize, (fee_sats + 5000) * 1000 / vsize, root_id, 2
      FROM transactions WHERE id = ${id} RETURNING id),
    inputs AS (
      INSERT INTO transaction_inputs (transaction_id, position, txid, vout)
      SELECT bump.id, position, txid, vout FROM transaction_inputs, bump
      WHERE transaction_id = ${id})
    INSERT INTO transaction_outputs (transaction_id, vout, withdrawal_id, script_pubkey, sats)
    SELECT bump.id, vout, withdrawal_id, script_pubkey,
      CASE WHEN withdrawal_id IS NULL THEN sats - ${moreSats} - 5000 ELSE sats + ${moreSats} END
    FROM planned, bump`.execute(trx)
}

/** The refusal of the newest plan of a payroll; null: the signer signed it. */
async function refusedNewest(payrollId: string) {
  const { id, state } = await steps.newest(payrollId, 'failed', 'unconfirmed')
  return state === 'failed' ? steps.faultOf(id) : null
}

test('a trial of more than 10,000 sat → refused', async () => {
  const ours = await s.company()
  const { payrollId } = await untried(ours)
  await steps.forged(ours, payrollId, async (trx, id) => {
    await asksMore(trx, id, 1n)
    await swapOutput(trx, id, null, 1n)
  })
  expect(await refusedNewest(payrollId)).toMatchObject({ code: 'SWEEP_NOT_TRIED' })
})

test('a whole sweep before the trial arrived → refused', async () => {
  const ours = await s.company()
  const { payrollId, isWhole } = await untried(ours)
  await steps.forged(ours, payrollId, async (trx, id) => {
    await isWhole(trx, id)
    await asksMore(trx, id, 3_000_000n)
    await swapOutput(trx, id, null, 3_000_000n)
  })
  expect(await refusedNewest(payrollId)).toMatchObject({ code: 'SWEEP_NOT_TRIED' })
})

longTest('a signed trial, and its bump is a whole sweep → refused', async () => {
  const ours = await s.company()
  const { payrollId, isWhole } = await untried(ours)
  await steps.look()
  const { id } = await steps.newest(payrollId, 'unconfirmed')
  await inTransaction(s.engine.worker, async (trx) => {
    await isWhole(trx, id)
    await asksMore(trx, id, 3_000_000n)
    await bumpInto(trx, id, 3_000_000n)
  })
  await s.wake()
  expect(await refusedNewest(payrollId)).toMatchObject({ code: 'SWEEP_NOT_TRIED' })
})
