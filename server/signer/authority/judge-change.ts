import type { KeyObject } from 'node:crypto'
import type { OrderedChange } from '#contract/change-orders.ts'
import { changeDelayMs } from '#domain/change-times.ts'
import { approvingRoles, type Role } from '#domain/roles.ts'
import type { ChangeOrderRow } from '#server/authorization/change-rows.ts'
import { changeSha256 } from '#server/authorization/sheet.ts'
import { type Db, timeOfId } from '#server/platform/db/database.ts'
import { isEnough, readAssertions, signersOf } from './approvals.ts'
import type { Site } from './assertions.ts'
import {
  type Authority,
  begin,
  countNeededForChange,
  countNeededForKey,
  findCountingKeys,
  isTightening,
  withFactor,
  withRole,
  withRules,
} from './authority.ts'
import { confirmList, isChangeApproved } from './listed-keys.ts'

type Followed = OrderedChange<'RULES' | 'ROLE' | 'FACTOR'>

/** A change as the program has recorded it. */
export type Recorded = Pick<
  ChangeOrderRow,
  | 'id'
  | 'company_id'
  | 'payload'
  | 'asked_by'
  | 'asked_at'
  | 'state'
  | 'required'
  | 'own_code'
  | 'delayed'
  | 'sheet_sha256'
>

/** Why the signer does not take over a change that the program says is in force. */
export type ChangeFault =
  | { code: 'CHANGE_NOT_AUTHENTIC' }
  | { code: 'CHANGE_NOT_SIGNED_BY_KEYS'; needed: number; signed: number }
  | { code: 'RULES_ASK_FOR_TOO_MANY' }
  | { code: 'KEYS_LISTED_AGAIN' }
  | { code: 'LIST_NOT_APPROVED' }
  | { code: 'LIST_NOT_OF_COMPANY' }

export type Judged = { authority: Authority | null; fault: ChangeFault | null }

const judged = (authority: Authority | null, fault: ChangeFault | null = null): Judged => ({
  authority,
  fault,
})

const isEnded = ({ state }: Recorded) => ['rejected', 'undone', 'expired'].includes(state)

export const markHandled = (one: Authority, id: string): Authority => ({
  ...one,
  waiting: one.waiting.filter(({ changeId }) => changeId !== id),
  handled: one.handled.includes(id) ? one.handled : [...one.handled, id],
})

export const approves = (role: Role | null) => role !== null && approvingRoles.includes(role)

type JudgeDeps = { db: Db; macKey: KeyObject; site: Site }

/** The records after a change. One that keys have signed waits for 24 hours of the signer's own. */
export async function judgeChange(
  deps: JudgeDeps,
  before: Authority | null,
  row: Recorded,
  change: Followed,
  now: Date,
): Promise<Judged> {
  const isDone = row.state === 'done'
  if (before === null || !before.strongOnly) {
    return isDone ? judgeBeforeKeys(deps, before, row, change, now) : judged(before)
  }
  if (isEnded(row)) return judged(markHandled(before, row.id))
  // A second list of keys would begin again with other keys; the rule has to be switched off
  // before.
  if (change.kind === 'RULES' && change.payload.keys) {
    return judged(before, isDone ? { code: 'KEYS_LISTED_AGAIN' } : null)
  }
  const after = applied(before, change, now)
  if (after.needsNobody) return judged(isDone ? markHandled(after.authority, row.id) : before)
  const waits = before.waiting.find(({ changeId }) => changeId === row.id)
  if (waits) {
    const isDue = waits.effectiveAt <= now.toISOString()
    return judged(isDue ? markHandled(after.authority, row.id) : before)
  }
  const fault = await signaturesFault(deps, before, row, change, now)
  if (fault) return judged(before, isDone ? fault : null)
  if (isOfFirstDay(row.company_id, now)) return judged(markHandled(after.authority, row.id))
  const effectiveAt = new Date(now.getTime() + changeDelayMs).toISOString()
  return judged({ ...before, waiting: [...before.waiting, { changeId: row.id, effectiveAt }] })
}

/**
 * A change while no key counts alone: a list of keys, rules without one, and somebody or a key that
 * leaves an open list. Others are looked at once the list is signed.
 */
async function judgeBeforeKeys(
  { db, macKey }: JudgeDeps,
  before: Authority | null,
  row: Recorded,
  change: Followed,
  now: Date,
): Promise<Judged> {
  if (change.kind === 'RULES' && change.payload.strongOnly) {
    const { list, fault } = await confirmList(db, macKey, row, change.payload, now)
    return list
      ? judged(begin(before, row.id, { ...change.payload, ...list }, now))
      : judged(before, fault)
  }
  if (!before?.listed) return judged(before)
  if (change.kind === 'RULES') {
    const isOff = await isChangeApproved(db, macKey, row, now)
    return judged(isOff ? markHandled(withRules(before, change.payload), row.id) : before)
  }
  const after = applied(before, change, now)
  return judged(after.needsNobody ? markHandled(after.authority, row.id) : before)
}

/** A change's effect, and whether it only takes something away or asks for more. */
function applied(
  before: Authority,
  { kind, payload }: Followed,
  now: Date,
): { authority: Authority; needsNobody: boolean } {
  switch (kind) {
    case 'RULES': {
      const needsNobody = isTightening(before, payload) && canStillApprove(before, payload, now)
      return { authority: withRules(before, payload), needsNobody }
    }
    case 'ROLE': {
      const { userId, role } = payload
      const known = before.members.find((one) => one.userId === userId)
      const needsNobody = !approves(role) || (known?.role === 'ADMIN' && role === 'APPROVER')
      return { authority: withRole(before, payload, now), needsNobody }
    }
    case 'FACTOR':
      return {
        authority: withFactor(before, payload, now),
        needsNobody: payload.publicKey === null,
      }
  }
}

/** A thief who tightens must not lock everybody out: rules ask for no more people than there are. */
function canStillApprove(before: Authority, rules: Pick<Authority, 'tiers'>, now: Date): boolean {
  const people = new Set(findCountingKeys(before, now).map(({ userId }) => userId))
  return countNeededForChange({ ...before, ...rules }) < Math.max(1, people.size)
}

async function signaturesFault(
  { db, site }: { db: Db; site: Site },
  before: Authority,
  { id, company_id: companyId, payload: text, asked_by: askedBy }: Recorded,
  { kind, payload }: Followed,
  now: Date,
): Promise<ChangeFault | null> {
  const sheetSha256 = changeSha256({ id, companyId, kind, payload: text })
  const subject = { id, sheetSha256, feeCeilingUsdCents: 0n }
  const keys = findCountingKeys(before, now)
  const signed = await signersOf(keys, site, subject, await readAssertions(db, id))
  // A person approves no key of their own, not even with another one.
  if (kind === 'FACTOR') signed.delete(payload.userId)
  const needed = kind === 'FACTOR' ? countNeededForKey(before) : countNeededForChange(before)
  if (isEnough(signed, needed, { askedBy })) return null
  return kind === 'RULES' && isTightening(before, payload)
    ? { code: 'RULES_ASK_FOR_TOO_MANY' }
    : { code: 'CHANGE_NOT_SIGNED_BY_KEYS', needed: Math.max(1, needed), signed: signed.size }
}

const isOfFirstDay = (companyId: string, now: Date): boolean =>
  now.getTime() - timeOfId(companyId).getTime() < changeDelayMs
