import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { changePayloads, type OrderedChange } from '#contract/change-orders.ts'
import { authenticPayload } from '#server/authorization/change-rows.ts'
import { changeSha256 } from '#server/authorization/sheet.ts'
import { type Db, findViolatedConstraint } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { readAssertions } from './approvals.ts'
import { keyThatSigned, type Site } from './assertions.ts'
import { type Authority, beginWhenSigned, withoutRules, withSigned } from './authority.ts'
import { approves, type ChangeFault, judgeChange, markHandled } from './judge-change.ts'
import { readDueRuleEndings } from './rule-endings.ts'
import { addVersion, companiesWithAuthority, readAuthority } from './store.ts'

export type FollowDeps = {
  db: Db
  memoryKey: KeyObject
  macKey: KeyObject
  site: Site
  log: Log
  /** Changes whose fault was logged, so that each is an alarm once. */
  reported: Set<string>
}

/**
 * Takes what the program has recorded of rules, roles and passkeys into the signer's own records, as
 * far as keys that count have signed it. To be called in the signer's loop.
 */
export async function followChanges(deps: FollowDeps): Promise<void> {
  for (const companyId of await companiesToFollow(deps.db)) {
    await followCompany(deps, companyId, await readNow(deps.db)).catch((err: unknown) => {
      // Another signer was quicker: its version is read the next time.
      if (findViolatedConstraint(err) === 'authorities_pkey') return
      deps.log.error({ err, company: companyId }, 'changes of a company were not followed')
    })
  }
}

async function readNow(db: Db): Promise<Date> {
  const row = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  return row.now
}

/** Companies with a known authority, and those that switch `strongOnly` on or whose rules end. */
async function companiesToFollow(db: Db): Promise<string[]> {
  const known = await companiesWithAuthority(db)
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT company_id AS id FROM change_orders
    WHERE kind = 'RULES' AND state = 'done' AND payload LIKE '%"strongOnly":true%'
    UNION SELECT company_id FROM rule_endings WHERE effective_at <= now()`.execute(db)
  return [...new Set([...known, ...rows.map(({ id }) => id)])]
}

type Row = Awaited<ReturnType<typeof readChanges>>[number]

const readChanges = (db: Db, companyId: string, handled: readonly string[]) =>
  db
    .selectFrom('change_orders')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', 'in', ['RULES', 'ROLE', 'FACTOR'])
    .$if(handled.length > 0, (query) => query.where('id', 'not in', [...handled]))
    .orderBy('asked_at')
    .orderBy('id')
    .execute()

/** Follows one company's changes, at a time of the database's clock. */
export async function followCompany(deps: FollowDeps, companyId: string, now: Date): Promise<void> {
  const { db, memoryKey, log } = deps
  const known = await readAuthority(db, memoryKey, companyId)
  let next = known?.authority ?? null
  const changes = await readChanges(db, companyId, next?.handled ?? [])
  for (const { id, effective_at: endsAt } of await readDueRuleEndings(
    db,
    memoryKey,
    companyId,
    now,
  )) {
    if (next?.handled.includes(id)) continue
    const older = changes.filter(({ asked_at: at }) => at <= endsAt).map((row) => row.id)
    next = withoutRules(next, [id, ...older])
  }
  for (const [index, row] of changes.entries()) {
    if (next?.handled.includes(row.id)) continue
    const change = readChange(deps, row)
    if (!change) {
      report(deps, row.id, { code: 'CHANGE_NOT_AUTHENTIC' })
      continue
    }
    const { authority, fault } = await judgeChange(deps, next, row, change, now)
    next = authority
    if (fault) report(deps, row.id, fault)
    if (next?.handled.includes(row.id)) next = withoutOlder(next, row, change, changes, index)
  }
  if (next) next = beginWhenSigned(await withListSigned(deps, next, now), now)
  if (next === null || JSON.stringify(next) === JSON.stringify(known?.authority)) return
  const version = (known?.version ?? 0) + 1
  await addVersion(db, memoryKey, companyId, { version, authority: next })
  log.info({ company: companyId, version }, 'the signer took over a change of rules or keys')
}

function report({ log, reported }: FollowDeps, change: string, fault: ChangeFault): void {
  const about = `${change} ${fault.code}`
  if (reported.has(about)) return
  reported.add(about)
  log.error({ change, fault }, `the signer does not take a change over: ${fault.code}`)
}

/** The change of a row that the program wrote; null otherwise. */
function readChange(
  { macKey }: FollowDeps,
  row: Row,
): OrderedChange<'RULES' | 'ROLE' | 'FACTOR'> | null {
  const kind = row.kind as 'RULES' | 'ROLE' | 'FACTOR'
  const { success, data } = changePayloads[kind].safeParse(authenticPayload(macKey, row))
  // The payload is of `kind`, because the schema was looked up by it.
  return success ? ({ kind, payload: data } as OrderedChange<typeof kind>) : null
}

/**
 * Older changes that do not come back after this one: rules that were never approved; what had ended
 * before a list of members was made, which is in it; and a role or key of a person who lost the role.
 */
function withoutOlder(
  one: Authority,
  row: Row,
  { kind, payload }: OrderedChange,
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
    .reduce((next, { id }) => markHandled(next, id), one)
}

const endedBefore = ({ ended_at: at }: Row, time: Date) => at !== null && at <= time

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
