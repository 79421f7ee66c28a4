import type { ChangePayload } from '#contract/change-orders.ts'
import { hourMs } from '#domain/durations.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { type NotifyDeps, notifyCompanies } from '#server/features/notifications/index.ts'
import { lockOrders, refuseUnconfirmed } from '#server/features/payments/index.ts'
import {
  approvalUrl,
  type ChangeEffect,
  changeTerms,
  createChangeOrder,
  endChangesAbout,
  type Quorum,
  readQuorum,
} from '#server/features/quorum/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { nameAndEmailOf } from '#server/platform/db/user-name.ts'
import { type Actor, record, shortenAddress } from '#server/platform/observe/audit.ts'

export type SweepActor = Actor & { userId: string; sandbox: boolean }
type Payload = ChangePayload<'SWEEP'>

export const emptyPayload = {
  previousAddress: null,
  holdHours: 0,
  addressId: null,
  payrollId: null,
  payroll: null,
  floorUsdCents: null,
} as const

/**
 * A change that sends money away needs the approvals of the highest tier, or where nobody else
 * approves a code of who asks; the hold of the address is its delay.
 */
const termsOf = (quorum: Quorum, now: Date) => {
  const { required, ownCode } = changeTerms(quorum, { loosens: true, ownCode: true }, now)
  return { required, ownCode }
}

/**
 * Asks for an address, or for the rule of a payroll. An open change about the same gives way. Every
 * administrator is notified, with a link that freezes the company.
 */
export async function askChange(
  trx: Trx,
  deps: NotifyDeps,
  actor: SweepActor,
  payload: Payload,
  now: Date,
): Promise<void> {
  const { companyId } = actor
  await refuseUnconfirmed(trx, { ...actor, ...deps })
  const quorum = await readQuorum(trx, deps.macKey, companyId, now)
  await endWaiting(trx, companyId, payload, now)
  const input = { actor, change: { kind: 'SWEEP' as const, payload }, loosens: true }
  const { id } = await createChangeOrder(
    trx,
    deps,
    { ...input, ...termsOf(quorum, now) },
    sweepApproved,
    now,
  )
  const action = payload.what === 'RULE' ? 'sweep.ruleAsked' : 'sweep.addressAsked'
  await note(trx, actor, action, payload)
  await tell(trx, deps, actor, { id, payload, stage: 'asked', from: null, now })
}

/**
 * Locks the sweeps, so that the second of two changes sees the first; refuses while the company is
 * frozen.
 */
export async function lockSweeps(trx: Trx, deps: NotifyDeps, companyId: string): Promise<void> {
  await refuseIfFrozen(trx, deps.macKey, companyId)
  await lockOrders(trx, companyId)
}

/**
 * Makes a change that only takes something away, or notes an arrived trial: it needs no approval.
 */
export async function makeChange(
  trx: Trx,
  deps: NotifyDeps,
  editor: SweepActor,
  payload: Payload,
  now: Date,
): Promise<void> {
  await endWaiting(trx, editor.companyId, payload, now)
  const change = { kind: 'SWEEP' as const, payload }
  await createChangeOrder(trx, deps, { actor: editor, change, loosens: false }, sweepApproved, now)
}

async function endWaiting(trx: Trx, companyId: string, payload: Payload, now: Date) {
  const kind = 'SWEEP' as const
  const { what, payrollId } = payload
  if (what === 'ADDRESS') {
    await endChangesAbout(trx, { companyId, kind, field: 'what', value: 'ADDRESS' }, now)
  }
  if (payrollId) {
    await endChangesAbout(trx, { companyId, kind, field: 'payrollId', value: payrollId }, now)
  }
}

/**
 * Announces a change about sweeps, which is in force by its approvals alone. Waiting rules for
 * another address than the new one end.
 */
export const sweepApproved: ChangeEffect<'SWEEP'> = async (trx, deps, order, now) => {
  const { id, companyId } = order
  const { payload } = order.change
  const actions = {
    ADDRESS: 'sweep.addressApproved',
    ARRIVED: 'sweep.arrived',
    RULE: 'sweep.ruleChanged',
  } as const
  await note(trx, order, actions[payload.what], payload)
  if (payload.what === 'ADDRESS') {
    const rules = { kind: 'SWEEP', field: 'what', value: 'RULE' } as const
    await endChangesAbout(trx, { companyId, ...rules }, now)
  }
  if (payload.what === 'ARRIVED') return
  const from = new Date(now.getTime() + payload.holdHours * hourMs)
  await tell(trx, deps, order, { id, payload, stage: 'now', from, now })
}

const note = (
  trx: Trx,
  { companyId, userId, ip }: Actor,
  action:
    | 'sweep.addressAsked'
    | 'sweep.addressApproved'
    | 'sweep.arrived'
    | `sweep.rule${'Asked' | 'Changed'}`,
  { address, previousAddress, payroll, floorUsdCents }: Payload,
) =>
  record(trx, {
    companyId,
    userId,
    ip,
    action,
    subject: payroll ?? shortenAddress(address),
    detail: {
      address: shortenAddress(address),
      ...(previousAddress === null ? {} : { from: shortenAddress(previousAddress) }),
      ...(floorUsdCents === null ? {} : { usd: usdOf(floorUsdCents) }),
    },
  })

const usdOf = (cents: string): string => `$${(Number(cents) / 100).toFixed(2)}`

type Notified = {
  id: string
  payload: Payload
  stage: 'asked' | 'now'
  from: Date | null
  now: Date
}

async function tell(
  trx: Trx,
  deps: NotifyDeps,
  { companyId, userId, ip }: Actor,
  { id, payload, stage, from, now }: Notified,
): Promise<void> {
  const { what, address, previousAddress, payroll, floorUsdCents } = payload
  const isOff = what === 'RULE' && floorUsdCents === null
  const params = {
    kind: what === 'ADDRESS' ? ('address' as const) : isOff ? ('off' as const) : ('rule' as const),
    stage,
    at: now,
    who: userId === null ? '' : await nameAndEmailOf(trx, { companyId, userId }),
    ip,
    address,
    previousAddress,
    payroll,
    floorUsdCents: floorUsdCents === null ? null : BigInt(floorUsdCents),
    effectiveAt: what === 'ADDRESS' ? from : null,
    url: stage === 'asked' ? approvalUrl(deps, id) : null,
  }
  await notifyCompanies(trx, deps, [{ companyId, content: { template: 'sweepChanged', params } }])
}
