import { type ChangesQuery, changes, changesQuery } from '#contract/changes.ts'
import { idParams, success } from '#contract/http.ts'
import type { ChangeKindName } from '#domain/change-kinds.ts'
import type { RunChange } from '#domain/run-changes.ts'
import { requireSession, sessionOf } from '#server/features/auth/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readFacts } from '../run/read-facts.ts'
import { readRunRequest } from '../run/read-request.ts'
import { saveShownPreview, toShownPreview } from '../run/shown-preview.ts'
import { addressKinds } from './changes-of-run.ts'
import { describeRows } from './describe-rows.ts'
import { sayHeld } from './held-wire.ts'

const kindsOf: Record<NonNullable<ChangesQuery['group']>, readonly ChangeKindName[]> = {
  added: ['added'],
  left: ['left'],
  addresses: addressKinds,
  salaries: ['salary'],
  names: ['name'],
  accounts: ['account'],
  shares: ['share'],
  frequencies: ['frequency'],
  amounts: ['amount'],
}

const pageOf = (rows: readonly RunChange[], { page, limit }: ChangesQuery) =>
  rows.slice((page - 1) * limit, page * limit)

export async function changesRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config, clock, macKey, smsConfigured } = deps

  app.get(
    '/companies/payrolls/:id/changes',
    {
      preValidation: requireSession,
      schema: {
        tags: ['payments'],
        params: idParams,
        querystring: changesQuery,
        response: { 200: success(changes) },
      },
    },
    async (request) => {
      const { companyId, userId } = sessionOf(request)
      const { id } = request.params
      const { query } = request
      const settings = { ...config, macKey }
      const now = clock.now()
      const run = { only: null, periodKey: '', extra: false, readSheet: null, now }
      const all = isUuid(id) ? await readFacts(db, companyId, id, settings, false, run) : null
      if (!all) throw new Refusal('NOT_FOUND')
      const actor = {
        companyId,
        userId,
        payrollId: id,
        now,
        sandbox: config.sandbox,
        macKey,
        network: config.network,
        smsConfigured,
        language: language(request),
      }
      const input = { leave: [], held: {}, include: [], targetBlocks: 3 } as const
      const press = await readRunRequest(db, actor, all, input, { lock: false })
      const shown = toShownPreview(all, press)
      // Saved, because a press may bind itself to the preview that has only this page.
      await saveShownPreview(db, actor, shown)
      const { summary, rows } = press.changes
      const { group } = query
      const found = group ? rows.filter(({ kind }) => kindsOf[group].includes(kind)) : rows
      return ok(request, {
        ...summary,
        previewHash: shown.sha256.toString('hex'),
        rows: await describeRows(db, macKey, { companyId, payrollId: id }, pageOf(found, query)),
        pages: Math.ceil(found.length / query.limit),
        held: await sayHeld(db, { companyId, macKey }, press.held),
      })
    },
  )
}
