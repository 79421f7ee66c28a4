import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { type ParsedAddress, parseBtcAddress } from '#domain/address.ts'
import { finalDepth } from '#domain/block-depths.ts'
import { hourMs } from '#domain/durations.ts'
import { outputBytes } from '#domain/fees.ts'
import { reserveUsdCents } from '#domain/funding-reserve.ts'
import { larger, satsFromCentsRoundedUp } from '#domain/money.ts'
import { missedForMs } from '#domain/occurrence-state.ts'
import { planSweep, type SweepPlan } from '#domain/sweep-plan.ts'
import {
  quietBeforePaydayMs,
  sweepOfRun,
  sweepOnTrial,
  sweepTargetBlocks,
} from '#domain/sweep-rules.ts'
import {
  type ApprovedSweepAddress,
  readSweeps,
  type SweepRule,
} from '#server/authorization/sweeps.ts'
import {
  currentRefusals,
  type Facts,
  hasLaterRun,
  hasUntrackedSpend,
  isPeriodPaid,
  leavesPeopleOut,
  readFacts,
  readPaydaysOf,
  refuseWhileMoneyMoves,
  sumOfBitcoin,
  waitsFor,
} from '#server/features/payments/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'

export type SweepSettings = Pick<Deps, 'macKey'> & {
  config: Pick<Deps['config'], 'network' | 'feeCeilings'>
}

/** Why nothing is swept now; the next look may differ. */
export type Idle =
  | { code: 'OFF' | 'RESTORED' | 'FROZEN' | 'HELD' | 'AWAITS_ARRIVAL' | 'TRIAL_FAILED' }
  | { code: 'NOTHING_PAID' | 'NOT_FINAL' | 'DONE' | 'NOTHING_LEFT' | 'FEE_TOO_HIGH' }
  | { code: 'IN_PROGRESS' | 'PAYDAY_NEAR' | 'STOPPED' | 'PRICE_UNAVAILABLE' | 'NODE_UNAVAILABLE' }

/** A sweep that may start now. */
export type Ready = {
  facts: Facts
  rule: SweepRule
  to: Extract<ParsedAddress, { ok: true }>
  claim: string
  isTrial: boolean
  plan: SweepPlan
  feeRateSatsPerKvb: bigint
}

type Input = { companyId: string; payrollId: string }

/**
 * Finds whether a sweep of the payroll may start now. With `lock` nothing else of the payroll
 * begins meanwhile.
 */
export async function findReadySweep(
  db: Db,
  settings: SweepSettings,
  input: Input,
  { lock, now }: { lock: boolean; now: Date },
): Promise<Ready | Idle> {
  const { companyId, payrollId } = input
  const { macKey, config } = settings
  const facts = await readFacts(db, companyId, payrollId, { macKey, ...config }, lock)
  if (!facts) return { code: 'OFF' }
  const { address, rules } = await readSweeps(db, macKey, companyId)
  const rule = rules.get(payrollId)
  if (!address || !rule) return { code: 'OFF' }
  if (facts.frozen) return { code: 'FROZEN' }
  if (await isBeforeRestoration(db, rule)) return { code: 'RESTORED' }
  if (address.from > now) return { code: 'HELD' }
  const work = await nextWork(db, input, address, now)
  if ('code' in work) return work
  const hindrance = await hindranceOf(db, macKey, input, facts, now)
  if (hindrance) return hindrance
  const to = parseBtcAddress(address.address, config.network)
  if (!to.ok || !facts.price) throw new Error('A registered address is one, and there is a price')
  const { plan, feeRateSatsPerKvb } = await planned(db, facts, rule, to, work)
  if (typeof plan === 'string') return { code: plan }
  const draft = {
    inputs: plan.utxos.map(({ id }) => id),
    lines: [],
    run: '',
    hasHead: facts.funds.heads.length > 0,
    isEverything: false,
  }
  if (waitsFor(facts.earlierTransactions, draft)) return { code: 'IN_PROGRESS' }
  return { facts, rule, to, plan, feeRateSatsPerKvb, claim: work.claim, isTrial: work.isTrial }
}

async function isBeforeRestoration(db: Db, { askedAt }: SweepRule): Promise<boolean> {
  const { rows } = await sql<{ at: Date | null }>`SELECT max(at) AS at FROM restorations`.execute(
    db,
  )
  const at = rows[0]?.at ?? null
  return at !== null && askedAt <= at
}

type Work = { claim: string; isTrial: boolean; runHeight: number }

/** The trial of the address, or the sweep after the last run; each is done once. */
async function nextWork(
  db: Db,
  input: Input,
  address: ApprovedSweepAddress,
  now: Date,
): Promise<Work | Idle> {
  const run = await readLastRun(db, input)
  if (!run) return { code: 'NOTHING_PAID' }
  if (!address.arrivedAt) {
    const claim = sweepOnTrial(address.id)
    const before = await readAttempt(db, input.companyId, claim, now)
    if (before === 'failed') return { code: 'TRIAL_FAILED' }
    if (before !== 'none') return { code: 'AWAITS_ARRIVAL' }
    return { claim, isTrial: true, runHeight: run.height }
  }
  // People who were left out of the run are paid from these funds.
  const isFinal = run.depth >= finalDepth && !(await leavesPeopleOut(db, input.payrollId))
  if (!isFinal) return { code: 'NOT_FINAL' }
  const claim = sweepOfRun(run.id)
  const before = await readAttempt(db, input.companyId, claim, now)
  return before === 'none' ? { claim, isTrial: false, runHeight: run.height } : { code: 'DONE' }
}

type LastRun = { id: string; height: number; depth: number }

/** Reads the run of a payroll whose last transaction is the newest in the chain. */
async function readLastRun(db: Db, { companyId, payrollId }: Input): Promise<LastRun | null> {
  const { rows } = await sql<LastRun>`
    SELECT p.id, max(t.height) AS height,
      (SELECT max(height) FROM blocks) - max(t.height) + 1 AS depth
    FROM sheets p JOIN transactions t ON t.sheet_id = p.id AND t.type = 'send'
    WHERE p.company_id = ${companyId} AND p.payroll_id = ${payrollId} AND t.state = 'confirmed'
      AND t.height IS NOT NULL
    GROUP BY p.id ORDER BY max(t.height) DESC, p.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** A sweep that ended with nothing signed is tried again after this time. */
const againAfterMs = hourMs

async function readAttempt(
  db: Db,
  companyId: string,
  claim: string,
  now: Date,
): Promise<'none' | 'begun' | 'failed'> {
  const { rows } = await sql<{ at: Date; signed: boolean; over: boolean }>`
    SELECT o.requested_at AS at, bool_or(t.txid IS NOT NULL) AS signed,
      bool_and(t.state IN ('failed', 'rejected') OR t.type = 'cancel') AS over
    FROM orders o JOIN transactions t ON t.order_id = o.id
    WHERE o.company_id = ${companyId} AND o.claims_period = ${claim}
      AND o.withdrawal_id IS NOT NULL
    GROUP BY o.id ORDER BY o.requested_at DESC, o.id DESC`.execute(db)
  if (rows.some(({ signed, over }) => signed && !over)) return 'begun'
  if (rows.some(({ signed }) => signed)) return 'failed'
  const [last] = rows
  if (!last) return 'none'
  return last.over && now.getTime() - last.at.getTime() >= againAfterMs ? 'none' : 'begun'
}

/** Why a sweep may not start now: another act of the payroll, or the state of the installation. */
async function hindranceOf(
  db: Db,
  macKey: KeyObject,
  { companyId, payrollId }: Input,
  facts: Facts,
  now: Date,
): Promise<Idle | null> {
  if (facts.open || facts.withdrawing || facts.inMempool) return { code: 'IN_PROGRESS' }
  try {
    await refuseWhileMoneyMoves(db, companyId, payrollId)
  } catch (error) {
    if (error instanceof Refusal) return { code: 'IN_PROGRESS' }
    throw error
  }
  if (hasUntrackedSpend(facts)) return { code: 'STOPPED' }
  const [problem] = currentRefusals(facts, now)
  if (problem) {
    const { code } = problem
    const isKnown = code === 'PRICE_UNAVAILABLE' || code === 'NODE_UNAVAILABLE'
    return { code: isKnown ? code : 'STOPPED' }
  }
  return (await isPaydayNear(db, macKey, payrollId, now)) ? { code: 'PAYDAY_NEAR' } : null
}

/**
 * Whether a payday is near: one of the next 12 hours, one that is due and unpaid, or one with an
 * approved sheet.
 */
async function isPaydayNear(
  db: Db,
  macKey: KeyObject,
  payrollId: string,
  now: Date,
): Promise<boolean> {
  const { rows: paydays, asTable } = await readPaydaysOf(db, macKey, [payrollId])
  if (paydays.length === 0) return false
  const since = new Date(now.getTime() - missedForMs)
  const until = new Date(now.getTime() + quietBeforePaydayMs)
  const { rows } = await sql<{ near: boolean }>`
    WITH ${asTable}
    SELECT EXISTS (
      SELECT FROM own_occurrences o
      WHERE o.skipped_at IS NULL
        AND o.due_at > ${since} AND o.due_at <= ${until} AND NOT ${isPeriodPaid}
        AND NOT ${hasLaterRun})
    OR EXISTS (
      SELECT FROM change_orders c JOIN own_occurrences o ON o.id::text = c.payload::jsonb ->> 'occurrenceId'
      WHERE c.kind = 'OCCURRENCE' AND c.state IN ('open', 'waiting') AND c.expires_at > ${now}
        AND NOT ${isPeriodPaid}) AS near`.execute(db)
  return rows[0]?.near ?? true
}

async function planned(
  db: Db,
  facts: Facts,
  { floorUsdCents }: SweepRule,
  to: Ready['to'],
  { isTrial, runHeight }: Work,
) {
  const rate = facts.price?.usdCentsPerBtc ?? 0n
  const floor = larger(floorUsdCents, await readReserve(db, facts))
  const keepSats = larger(
    satsFromCentsRoundedUp(floor, rate),
    await sumDepositsAfter(db, facts.payroll.id, runHeight),
  )
  const feeRateSatsPerKvb = facts.feeRates[sweepTargetBlocks]
  const plan = planSweep({
    ...facts.funds,
    keepSats,
    isTrial,
    feeRateSatsPerKvb,
    type: to.type,
    outputBytes: outputBytes(to.script.length),
    rateUsdCentsPerBtc: rate,
    feeCeilings: facts.feeCeilings,
  })
  return { plan, feeRateSatsPerKvb }
}

/** Reads the reserve for the next run of a payroll, as the company sets it. */
export async function readReserve(
  db: Db,
  { payroll, salaries }: Pick<Facts, 'payroll' | 'salaries'>,
): Promise<bigint> {
  const { percent } = await db
    .selectFrom('companies')
    .select('funding_reserve_percent as percent')
    .where('id', '=', payroll.companyId)
    .executeTakeFirstOrThrow()
  return reserveUsdCents(sumOfBitcoin(salaries), percent)
}

/** Sums the deposits that came after the run: they are for the next run, so they are not swept. */
async function sumDepositsAfter(db: Db, payrollId: string, height: number): Promise<bigint> {
  const { rows } = await sql<{ sats: bigint }>`
    SELECT coalesce(sum(sats), 0)::bigint AS sats FROM utxos
    WHERE payroll_id = ${payrollId} AND NOT head AND height > ${height}
      AND spent_height IS NULL AND spent_by_txid IS NULL`.execute(db)
  return rows[0]?.sats ?? 0n
}
