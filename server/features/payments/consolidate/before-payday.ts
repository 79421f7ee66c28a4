import { sql } from 'kysely'
import { fewestConsolidated, largestCrumbSats } from '#domain/fees.ts'
import { type Db, inTransaction, type Trx } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { readApprovedPayday } from '../payday/approved-payday.ts'
import type { DuePayday, PayPaydayDeps } from '../payday/pay-payday.ts'
import { planAt } from '../run/check-and-plan.ts'
import { readFacts } from '../run/read-facts.ts'
import { consolidate } from './consolidate.ts'

/**
 * Consolidates the deposits of a payday that pays itself, where its run needs that first. A fee above
 * the ceiling needs a person, who reads it in the preview and in the reason why nothing was paid.
 */
export async function consolidateForPayday(
  db: Db,
  deps: PayPaydayDeps,
  payday: DuePayday,
): Promise<void> {
  if (!(await hasManyDeposits(db, payday.payrollId))) return
  try {
    await inTransaction(db, (trx) => consolidateLocked(trx, deps, payday))
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    deps.log.warn({ occurrence: payday.id, code: cause.code }, 'deposits are not consolidated now')
  }
}

/** A cheap look before the facts of thousands of people are read. */
async function hasManyDeposits(db: Db, payrollId: string): Promise<boolean> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) FROM utxos WHERE payroll_id = ${payrollId} AND NOT head
      AND spent_height IS NULL AND spent_by_txid IS NULL AND sats > ${largestCrumbSats}`.execute(db)
  return Number(rows[0]?.count) >= fewestConsolidated
}

async function consolidateLocked(
  trx: Trx,
  deps: PayPaydayDeps,
  { id: occurrenceId, companyId, payrollId, periodKey }: DuePayday,
): Promise<void> {
  const { macKey, config, clock } = deps
  const now = clock.now()
  const settings = { macKey, ...config }
  const input = { only: null, periodKey, extra: false, readSheet: null, now }
  const facts = await readFacts(trx, companyId, payrollId, settings, true, input)
  const rate = facts?.price?.usdCentsPerBtc
  if (!facts || rate === undefined || facts.inMempool) return
  const approved = await readApprovedPayday(trx, macKey, { companyId, occurrenceId }, now, null)
  if (!approved) return
  const { problems } = planAt(facts, rate, facts.feeRateSatsPerKvb)
  if (!problems.some(({ code }) => code === 'DEPOSITS_TO_CONSOLIDATE')) return
  const actor = { companyId, payrollId, userId: null, ip: null, now }
  await consolidate(trx, settings, actor)
}
