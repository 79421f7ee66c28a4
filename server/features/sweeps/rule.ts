import type { Language } from '#contract/languages.ts'
import type { PayrollSweep, PayrollSweepEdit } from '#contract/sweeps.ts'
import { parseBtcAddress } from '#domain/address.ts'
import { calculateRequiredFee } from '#domain/coin-selection.ts'
import { dustSats, outputBytes } from '#domain/fees.ts'
import { amountAt, larger, parseUsdNumber, usdNumber } from '#domain/money.ts'
import { defaultFloorUsdCents, sweepTargetBlocks } from '#domain/sweep-rules.ts'
import { readSweeps } from '#server/authorization/sweeps.ts'
import type { NotifyDeps } from '#server/features/notifications/index.ts'
import { type Facts, readFacts } from '#server/features/payments/index.ts'
import { type Db, isUuid, type Trx } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { readAddress } from './address.ts'
import { askChange, emptyPayload, lockSweeps, makeChange, type SweepActor } from './change.ts'
import { readPending } from './pending.ts'
import { findReadySweep, readReserve, type SweepSettings } from './ready-sweep.ts'

export type RuleDeps = NotifyDeps & SweepSettings

async function requireFacts(
  db: Db,
  { macKey, config }: SweepSettings,
  { companyId, payrollId }: { companyId: string; payrollId: string },
): Promise<Facts> {
  const facts = isUuid(payrollId)
    ? await readFacts(db, companyId, payrollId, { macKey, ...config }, false)
    : null
  if (!facts) throw new Refusal('NOT_FOUND')
  return facts
}

/**
 * Sets the standing order of a payroll: the amount above the floor after each run goes to the
 * address.
 */
export async function setRule(
  trx: Trx,
  deps: RuleDeps,
  actor: SweepActor & { language: Language },
  { payrollId, edit }: { payrollId: string; edit: PayrollSweepEdit },
  now: Date,
): Promise<void> {
  const { companyId } = actor
  await lockSweeps(trx, deps, companyId)
  const facts = await requireFacts(trx, deps, { companyId, payrollId })
  const { address } = await readSweeps(trx, deps.macKey, companyId)
  if (!address) throw new Refusal('SWEEP_ADDRESS_MISSING')
  const reserve = await readReserve(trx, facts)
  const floorUsdCents = edit.floorUsd === undefined ? null : (parseUsdNumber(edit.floorUsd) ?? 0n)
  const floor = floorUsdCents ?? larger(defaultFloorUsdCents, reserve)
  if (floor < reserve) {
    const usd = `$${usdNumber(reserve).toFixed(2)}`
    const message = faultText('floorBelowReserve', actor.language, { usd })
    throw new Refusal('VALIDATION', { faults: [{ path: 'floorUsd', message }] })
  }
  const payload = {
    ...emptyPayload,
    what: 'RULE' as const,
    address: address.address,
    addressId: address.id,
    payrollId: facts.payroll.id,
    payroll: facts.payroll.name,
    floorUsdCents: String(floor),
  }
  await askChange(trx, deps, actor, payload, now)
}

/** Switches the rule off, which needs no approval; a sweep under way goes on. */
export async function endRule(
  trx: Trx,
  deps: RuleDeps,
  actor: SweepActor,
  payrollId: string,
  now: Date,
): Promise<void> {
  const { companyId } = actor
  await lockSweeps(trx, deps, companyId)
  const { payroll } = await requireFacts(trx, deps, { companyId, payrollId })
  const { address, rules } = await readSweeps(trx, deps.macKey, companyId)
  const waits = await pendingOf(trx, deps, companyId, payroll.id, now)
  if (!rules.has(payroll.id) && !waits) return
  const of = { payrollId: payroll.id, payroll: payroll.name, addressId: address?.id ?? null }
  const payload = { ...emptyPayload, ...of, what: 'RULE' as const, address: address?.address ?? '' }
  await makeChange(trx, deps, actor, payload, now)
}

const pendingOf = (db: Db, deps: RuleDeps, companyId: string, payrollId: string, now: Date) =>
  readPending(
    db,
    deps.macKey,
    companyId,
    now,
    (payload) => payload.what === 'RULE' && payload.payrollId === payrollId,
  )

/** Reads the rule of a payroll, what a sweep would cost now, and why none starts. */
export async function readRule(
  db: Db,
  deps: RuleDeps,
  companyId: string,
  payrollId: string,
  now: Date,
): Promise<PayrollSweep> {
  const facts = await requireFacts(db, deps, { companyId, payrollId })
  const { id } = facts.payroll
  const { rules } = await readSweeps(db, deps.macKey, companyId)
  const { current } = await readAddress(db, deps, companyId, now)
  const rule = rules.get(id) ?? null
  const reserve = await readReserve(db, facts)
  const pending = await pendingOf(db, deps, companyId, id, now)
  const ready = await findReadySweep(db, deps, { companyId, payrollId: id }, { lock: false, now })
  return {
    on: rule !== null,
    floorUsd: rule && usdNumber(rule.floorUsdCents),
    leastFloorUsd: usdNumber(reserve),
    defaultFloorUsd: usdNumber(larger(defaultFloorUsdCents, reserve)),
    address: current?.address ?? null,
    addressState: current?.state ?? null,
    pending: pending && {
      ...pending.waiting,
      floorUsd: usdNumber(BigInt(pending.payload.floorUsdCents ?? 0)),
    },
    ...costOf(facts, deps, current?.address ?? null),
    waits: 'code' in ready ? ready.code : null,
  }
}

/**
 * The fee of a sweep of the payroll's present UTXOs; without an address, to one of the usual type.
 */
function costOf(
  { funds, feeRates, price }: Facts,
  { config: { network } }: SweepSettings,
  address: string | null,
): Pick<PayrollSweep, 'fee' | 'dust'> {
  if (!price) return { fee: null, dust: null }
  const to = address === null ? null : parseBtcAddress(address, network)
  const bytes = to?.ok ? outputBytes(to.script.length) : outputBytes(22)
  const inputs = Math.max(1, funds.heads.length + Math.min(funds.deposits.length, 1))
  const target = { outputs: 1, outputBytes: bytes, sats: 0n }
  const { fee } = calculateRequiredFee(inputs, target, true, feeRates[sweepTargetBlocks])
  const dust = dustSats[to?.ok ? to.type : 'P2WPKH']
  const at = (sats: bigint) => amountAt(sats, price.usdCentsPerBtc)
  return { fee: at(fee), dust: at(dust) }
}
