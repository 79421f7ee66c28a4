import { sql } from 'kysely'
import { approvalAnswer } from '#contract/approvals.ts'
import { payrollSweep, sweepAddress } from '#contract/sweeps.ts'
import { startSweep } from '#server/features/sweeps/start-sweep.ts'
import { sweepLeftovers } from '#server/features/sweeps/sweep-leftovers.ts'
import { inTransaction, type Trx } from '#server/platform/db/database.ts'
import { anAddress } from './engine.ts'
import { expectAccepted, type TestCompany } from './factories.ts'
import type { PayingCompany } from './paying-company.ts'
import { readSignerFault } from './signer-fault.ts'
import { approveByCode } from './step-up.ts'

/** The steps until a surplus goes to the company's own address. */
export function sweepSteps(s: PayingCompany) {
  const { engine } = s
  const { feeCeilings, macKey, network, log } = engine
  const settings = { macKey, config: { network, feeCeilings } }
  const deps = { ...settings, db: engine.worker, log }

  /** The sweeps of a payroll with the newest version first. */
  const sweepsOf = (payrollId: string) =>
    engine.db
      .selectFrom('transactions as t')
      .innerJoin('orders as o', 'o.id', 't.order_id')
      .select(['t.id', 't.state', 't.sats', 't.fee_sats', 't.txid', 't.type', 't.raw', 't.version'])
      .select(['t.fee_rate_sats_per_kvb', 'o.id as orderId', 'o.claims_period'])
      .where('t.payroll_id', '=', payrollId)
      .where('o.change_order_id', 'is not', null)
      .orderBy('t.id', 'desc')
      .execute()

  /** A try that ended unsigned is an hour old, so that another may follow. */
  const forget = (payrollId: string) =>
    sql`UPDATE orders SET requested_at = requested_at - interval '2 hours'
      WHERE payroll_id = ${payrollId} AND change_order_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM transactions t WHERE t.order_id = orders.id AND t.txid IS NOT NULL)`.execute(
      engine.owner,
    )

  const steps = {
    settings,
    sweepsOf,
    now: () => new Date(),
    register: async (ours: TestCompany, address = anAddress()) => {
      const requested = await ours.call('PUT', '/companies/sweep-address', { address })
      const { pending } = expectAccepted(sweepAddress, requested)
      expectAccepted(approvalAnswer, await approveByCode(ours, pending?._id ?? ''))
      return expectAccepted(sweepAddress, await ours.call('GET', '/companies/sweep-address'))
    },
    switchOn: async (ours: TestCompany, payrollId: string, floorUsd?: number) => {
      const path = `/companies/payrolls/${payrollId}/sweep`
      const { pending } = expectAccepted(payrollSweep, await ours.call('PUT', path, { floorUsd }))
      expectAccepted(approvalAnswer, await approveByCode(ours, pending?._id ?? ''))
      return expectAccepted(payrollSweep, await ours.call('GET', path))
    },
    stateOf: async (ours: TestCompany) =>
      expectAccepted(sweepAddress, await ours.call('GET', '/companies/sweep-address')),
    ruleOf: async (ours: TestCompany, payrollId: string) =>
      expectAccepted(
        payrollSweep,
        await ours.call('GET', `/companies/payrolls/${payrollId}/sweep`),
      ),
    arrived: (ours: TestCompany) => ours.call('POST', '/companies/sweep-address/arrived'),
    /** The worker's look. */
    look: async () => {
      await s.price(9_100_000n)
      await sweepLeftovers(deps, new Date())
    },
    /** The worker's look at one payroll, with what comes of it. */
    start: async (ours: TestCompany, payrollId: string, now = new Date()) => {
      await s.price(9_100_000n)
      return inTransaction(engine.worker, (trx) =>
        startSweep(trx, settings, { companyId: ours.companyId, payrollId }, now),
      )
    },
    newest: (payrollId: string, ...states: string[]) =>
      engine.until(`the sweep is ${states.join(' or ')}`, async () => {
        const [newest] = await sweepsOf(payrollId)
        return newest && states.includes(newest.state) && newest
      }),
    faultOf: (id: string) => readSignerFault(engine.db, id),
    /** Blocks without the mempool, so that what waits in it stays there. */
    async bury(blocks: number) {
      await engine.play.mine(blocks)
      await s.followed()
    },
    /** A payroll that was paid and whose run is final, with some 4,000,000 sat left. */
    async paid(ours: TestCompany, sats = 5_000_000n) {
      const payroll = await s.funded(ours, [50_000n], sats)
      const run = await ours.call('POST', `/companies/payrolls/${payroll.payrollId}/run-payment`)
      if (run.status !== 200) throw new Error(JSON.stringify(run.body))
      const id: string = run.body.data.payment.transactions[0]._id
      await s.transactionIs(ours, id, 'unconfirmed')
      await engine.play.mine(1)
      await s.transactionIs(ours, id, 'confirmed')
      await steps.bury(5)
      return { ...payroll, runId: id }
    },
    /** The trial is sent, mined and marked. */
    async tried(ours: TestCompany, payrollId: string) {
      await steps.look()
      const trial = await steps.newest(payrollId, 'unconfirmed')
      await engine.play.mine(1)
      await steps.newest(payrollId, 'confirmed')
      expectAccepted(sweepAddress, await steps.arrived(ours))
      return trial
    },
    /** An address that was tried, and a payroll that is swept to it. */
    async ready(ours: TestCompany, floorUsd?: number) {
      const payroll = await steps.paid(ours)
      const address = anAddress()
      await steps.register(ours, address)
      await steps.switchOn(ours, payroll.payrollId, floorUsd)
      const trial = await steps.tried(ours, payroll.payrollId)
      return { ...payroll, sweepTo: address, trial }
    },
    /**
     * Plans a sweep, and lets a thief with the program's role change rows in the same moment: the signer
     * sees nothing else. Answers the transaction.
     */
    async forged(ours: TestCompany, payrollId: string, forge: (trx: Trx, id: string) => unknown) {
      await s.price(9_100_000n)
      await forget(payrollId)
      const input = { companyId: ours.companyId, payrollId }
      // The worker closes the sweep before at its next look after it failed.
      await s.wake()
      return engine.until('a sweep may be planned', () =>
        inTransaction(engine.worker, async (trx) => {
          const started = await startSweep(trx, settings, input, new Date())
          if ('code' in started) return null
          await forge(trx, started.transactionId)
          return started.transactionId
        }),
      )
    },
  }
  return steps
}

/** Outputs are only inserted and deleted with their transaction: the thief plans another one. */
export async function swapOutput(trx: Trx, id: string, script: Buffer | null, moreSats: bigint) {
  await sql`
    WITH planned AS (SELECT * FROM transaction_outputs WHERE transaction_id = ${id}),
    copy AS (
      INSERT INTO transactions (company_id, payroll_id, withdrawal_id, order_id, type, waiting_for,
        usd_cents, sats, rate_usd_cents_per_btc, fee_sats, vsize, fee_rate_sats_per_kvb)
      SELECT company_id, payroll_id, withdrawal_id, order_id, type, 'node', usd_cents, sats,
        rate_usd_cents_per_btc, fee_sats, vsize, fee_rate_sats_per_kvb
      FROM transactions WHERE id = ${id} RETURNING id),
    inputs AS (
      INSERT INTO transaction_inputs (transaction_id, position, txid, vout)
      SELECT copy.id, position, txid, vout FROM transaction_inputs, copy
      WHERE transaction_id = ${id})
    INSERT INTO transaction_outputs (transaction_id, vout, withdrawal_id, script_pubkey, sats)
    SELECT copy.id, vout, withdrawal_id,
      CASE WHEN withdrawal_id IS NULL THEN script_pubkey ELSE coalesce(${script}, script_pubkey) END,
      CASE WHEN withdrawal_id IS NULL THEN sats - ${moreSats} ELSE sats + ${moreSats} END
    FROM planned, copy`.execute(trx)
  await sql`UPDATE transactions SET ended = 'failed', waiting_for = NULL WHERE id = ${id}`.execute(
    trx,
  )
}
