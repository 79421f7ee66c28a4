import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { type Change, changePayloads } from '#contract/change-orders.ts'
import { changeDelayMs } from '#domain/change-times.ts'
import { approvingRoles, type Role } from '#domain/roles.ts'
import { isChangeAuthentic } from '#server/authorization/change-mac.ts'
import { changeSha256 } from '#server/authorization/sheet.ts'
import { type Db, violatedConstraint } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { isEnough, readAssertions, signersOf } from './approvals.ts'
import { keyThatSigned, type Site } from './assertions.ts'
import {
  type Authority,
  begin,
  countingKeys,
  isTightening,
  neededForChange,
  neededForKey,
  withFactor,
  withRole,
  withRules,
  withSigned,
} from './authority.ts'
import { addVersion, companiesWithAuthority, readAuthority } from './store.ts'

export type FollowDeps = { db: Db; memoryKey: KeyObject; macKey: KeyObject; site: Site; log: Log }

/**
 * Takes what the program has recorded of rules, roles and passkeys into the signer's own records, as
 * far as keys that count have signed it. To be called in the signer's loop.
 */
export async function followChanges(deps: FollowDeps): Promise<void> {
  for (const companyId of await companiesToFollow(deps.db)) {
    await followCompany(deps, companyId).catch((err: unknown) => {
      // Another signer was quicker: its version is read the next time.
      if (violatedConstraint(err) === 'authorities_pkey') return
      deps.log.error({ err, company: companyId }, 'changes of a company were not followed')
    })
  }
}

/** Those known, and those that switch `strongOnly` on. */
async function companiesToFollow(db: Db): Promise<string[]> {
  const known = await companiesWithAuthority(db)
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT company_id AS id FROM change_orders
    WHERE kind = 'RULES' AND state = 'done' AND payload LIKE '%"strongOnly":true%'`.execute(db)
  return [...new Set([...known, ...rows.map(({ id }) => id)])]
}

type Row = Awaited<ReturnType<typeof readChanges>>[number]

const readChanges = (db: Db, companyId: string, handled: readonly string[]) =>
  db
    .selectFrom('change_orders')
    .select(['id', 'company_id', 'kind', 'payload', 'asked_by', 'asked_at', 'ended_at', 'state'])
    .select(['required', 'delayed', 'sheet_sha256', 'subject', 'own_code', 'expires_at', 'mac'])
    .where('company_id', '=', companyId)
    .where('kind', 'in', ['RULES', 'ROLE', 'FACTOR'])
    .$if(handled.length > 0, (query) => query.where('id', 'not in', [...handled]))
    .orderBy('asked_at')
    .orderBy('id')
    .execute()

async function followCompany(deps: FollowDeps, companyId: string): Promise<void> {
  const { db, memoryKey, log } = deps
  const known = await readAuthority(db, memoryKey, companyId)
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  let next = known?.authority ?? null
  const changes = await readChanges(db, companyId, next?.handled ?? [])
  for (const [index, row] of changes.entries()) {
    if (next?.handled.includes(row.id)) continue
    const change = readChange(deps, row)
    if (!change) {
      log.error({ change: row.id }, 'a change of rules was written past the program')
      continue
    }
    next = await follow(deps, next, row, change, now)
    if (next?.handled.includes(row.id)) next = withoutOlder(next, row, change, changes, index)
  }
  if (next) next = await withListSigned(deps, next, now)
  if (next === null || JSON.stringify(next) === JSON.stringify(known?.authority)) return
  const version = (known?.version ?? 0) + 1
  await addVersion(db, memoryKey, companyId, { version, authority: next })
  await claimAddresses(db, companyId)
  log.info({ company: companyId, version }, 'the signer took over a change of rules or keys')
}

/** The change of a row that the program wrote; null otherwise. */
function readChange({ macKey }: FollowDeps, row: Row): Change<'RULES' | 'ROLE' | 'FACTOR'> | null {
  if (!isChangeAuthentic(macKey, row)) return null
  const kind = row.kind as 'RULES' | 'ROLE' | 'FACTOR'
  const { success, data } = changePayloads[kind].safeParse(JSON.parse(row.payload))
  // Kind and payload belong together by the look-up.
  return success ? ({ kind, payload: data } as Change<typeof kind>) : null
}

const isEnded = ({ state }: Row) => ['rejected', 'undone', 'expired'].includes(state)

const handled = (one: Authority, id: string): Authority => ({
  ...one,
  waiting: one.waiting.filter(({ changeId }) => changeId !== id),
  handled: one.handled.includes(id) ? one.handled : [...one.handled, id],
})

/**
 * Older changes that do not come back after this one: rules that were never approved; what had ended
 * before a list of members was made, which is in it; and a role or key of a person who lost the role.
 */
function withoutOlder(
  one: Authority,
  row: Row,
  { kind, payload }: Change,
  changes: readonly Row[],
  index: number,
): Authority {
  const isOver = (older: Row): boolean => {
    if (kind === 'RULES') {
      const isListed = one.listed?.changeId === row.id
      return older.kind === 'RULES' || (isListed && endedBefore(older, row.asked_at))
    }
    const lost = kind === 'ROLE' && !approves(payload.role) ? payload.userId : null
    return lost !== null && older.kind !== 'RULES' && older.payload.includes(lost)
  }
  return changes
    .slice(0, index)
    .filter(isOver)
    .reduce((next, { id }) => handled(next, id), one)
}

const endedBefore = ({ ended_at: at }: Row, time: Date) => at !== null && at <= time

const approves = (role: Role | null) => role !== null && approvingRoles.includes(role)

async function follow(
  deps: FollowDeps,
  before: Authority | null,
  row: Row,
  change: Change<'RULES' | 'ROLE' | 'FACTOR'>,
  now: Date,
): Promise<Authority | null> {
  if (before === null || !before.strongOnly) {
    return change.kind === 'RULES' && change.payload.strongOnly && row.state === 'done'
      ? begin(before, row.id, change.payload, now)
      : before
  }
  if (isEnded(row)) return handled(before, row.id)
  const after = applied(before, change, now)
  if (after.needsNobody) {
    return row.state === 'done' ? handled(after.authority, row.id) : before
  }
  const waits = before.waiting.find(({ changeId }) => changeId === row.id)
  if (waits) {
    return waits.effectiveAt <= now.toISOString() ? handled(after.authority, row.id) : before
  }
  if (!(await isApproved(deps, before, row, change, now))) return before
  if (isOfFirstDay(row.company_id, now)) return handled(after.authority, row.id)
  const effectiveAt = new Date(now.getTime() + changeDelayMs).toISOString()
  return { ...before, waiting: [...before.waiting, { changeId: row.id, effectiveAt }] }
}

/** A change's effect, and whether it only takes something away or asks for more. */
function applied(
  before: Authority,
  { kind, payload }: Change<'RULES' | 'ROLE' | 'FACTOR'>,
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
  const people = new Set(countingKeys(before, now).map(({ userId }) => userId))
  return neededForChange({ ...before, ...rules }) < Math.max(1, people.size)
}

async function isApproved(
  { db, site }: FollowDeps,
  before: Authority,
  { id, company_id: companyId, payload: text, asked_by: askedBy }: Row,
  { kind, payload }: Change<'RULES' | 'ROLE' | 'FACTOR'>,
  now: Date,
): Promise<boolean> {
  const sheetSha256 = changeSha256({ id, companyId, kind, payload: text })
  const subject = { id, sheetSha256, feeCeilingUsdCents: 0n }
  const keys = countingKeys(before, now)
  const signed = await signersOf(keys, site, subject, await readAssertions(db, id))
  if (kind !== 'FACTOR') return isEnough(signed, neededForChange(before), askedBy)
  // Nobody approves a key of their own, not even with another one.
  signed.delete(payload.userId)
  return isEnough(signed, neededForKey(before), askedBy)
}

/** The owners of listed keys sign the very change that lists them, its asker too. */
async function withListSigned(
  { db, site }: FollowDeps,
  before: Authority,
  now: Date,
): Promise<Authority> {
  const { listed } = before
  if (!listed || listed.keys.length === 0 || listed.until < now.toISOString()) return before
  const row = await db
    .selectFrom('change_orders')
    .select(['company_id', 'kind', 'payload'])
    .where('id', '=', listed.changeId)
    .executeTakeFirst()
  if (!row) return before
  const { company_id: companyId, kind, payload } = row
  const sheetSha256 = changeSha256({ id: listed.changeId, companyId, kind, payload })
  const subject = { id: listed.changeId, sheetSha256, feeCeilingUsdCents: 0n }
  let next = before
  for (const one of await readAssertions(db, listed.changeId)) {
    const key = await keyThatSigned(listed.keys, site, subject, one)
    if (key) next = withSigned(next, key.credentialId, now)
  }
  return next
}

/** An id of version 7 begins with its time, in milliseconds (RFC 9562, 5.7). */
function isOfFirstDay(companyId: string, now: Date): boolean {
  const createdAt = Number.parseInt(companyId.replaceAll('-', '').slice(0, 12), 16)
  return now.getTime() - createdAt < changeDelayMs
}

/**
 * The funding addresses of a company that trusts nobody but its keys: whatever the tables say later,
 * nothing of theirs is signed for another company.
 */
export async function claimAddresses(db: Db, companyId: string): Promise<void> {
  await sql`
    INSERT INTO signer.claimed_scripts (script_pubkey, company_id, payroll_id)
    SELECT script_pubkey, company_id, payroll_id FROM addresses WHERE company_id = ${companyId}
    ON CONFLICT DO NOTHING`.execute(db)
}
