import { roles } from '#domain/roles.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { AccountTampered } from '#server/authorization/mac.ts'
import { type NotifyDeps, notifyCompanies } from '#server/features/notifications/index.ts'
import {
  endChangesOfKeys,
  endChangesOfRules,
  type Quorum,
  readQuorum,
  rulesUrl,
  toStoredTiers,
} from '#server/features/quorum/index.ts'
import { type Db, inTransaction, type Trx } from '#server/platform/db/database.ts'
import { lockRules, recordRules } from './rules.ts'

type SeedDeps = NotifyDeps & { db: Db }
type Ending = { id: string; company_id: string; effective_at: Date }
type Stage = 'seed' | 'now'

const none = { tiers: [], strongOnly: false }

/**
 * Ends rules at the word of the person who has the seed: tells everybody in the company at once, and again
 * when its 24 hours are over. Only the signer's role writes these rows, and nothing in the company stops one.
 */
export async function applyRuleEndings(deps: SeedDeps, now: Date): Promise<void> {
  const rows = await deps.db
    .selectFrom('rule_endings')
    .select(['id', 'company_id', 'effective_at', 'announced_at'])
    .where('applied_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const isDue = row.effective_at <= now
    await inTransaction(deps.db, async (trx) => {
      if (row.announced_at === null) await announce(trx, deps, row, now)
      if (isDue) await apply(trx, deps, row, now)
    }).catch(
      // Rules of one company hold up no other's.
      (err) => deps.log.error({ err, ending: row.id }, 'ending rules failed; trying again'),
    )
  }
}

async function announce(trx: Trx, deps: SeedDeps, row: Ending, now: Date): Promise<void> {
  const { company_id: companyId } = row
  await note(trx, row, { announced_at: now })
  await tellEverybody(trx, deps, row, 'seed', now)
  // People hear of it also where somebody has changed the company's row past the program.
  const before = await readQuorum(trx, deps.macKey, companyId, now).catch((err: unknown) => {
    if (err instanceof AccountTampered) return none
    throw err
  })
  await recordEnding(trx, row, before, { asked: true })
}

async function apply(trx: Trx, deps: SeedDeps, row: Ending, now: Date): Promise<void> {
  const { company_id: companyId } = row
  await lockRules(trx, companyId)
  await note(trx, row, { applied_at: now })
  await endChangesOfRules(trx, companyId, now)
  const before = await readQuorum(trx, deps.macKey, companyId, now)
  await updateCompany(trx, deps.macKey, companyId, {
    approval_tiers: toStoredTiers(none.tiers),
    strong_only: none.strongOnly,
  })
  await endChangesOfKeys(trx, companyId, now)
  await recordEnding(trx, row, before, {})
  await tellEverybody(trx, deps, row, 'now', now)
}

const note = (trx: Trx, { id }: Ending, at: { announced_at: Date } | { applied_at: Date }) =>
  trx.updateTable('rule_endings').set(at).where('id', '=', id).execute()

const recordEnding = (
  trx: Trx,
  { company_id: companyId }: Ending,
  before: Pick<Quorum, 'tiers' | 'strongOnly'>,
  more: { asked?: true },
) =>
  recordRules(trx, { companyId, userId: null, ip: null }, before, none, {
    ...more,
    by: 'operator',
  })

function tellEverybody(
  trx: Trx,
  deps: SeedDeps,
  { company_id: companyId, effective_at }: Ending,
  stage: Stage,
  at: Date,
): Promise<void> {
  const effectiveAt = stage === 'seed' ? effective_at : null
  const params = { ...none, at, who: null, stage, effectiveAt, url: rulesUrl(deps) }
  const content = { template: 'rulesChanged', params } as const
  return notifyCompanies(trx, deps, [{ companyId, content, roles }])
}
