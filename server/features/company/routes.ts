import { z } from 'zod/mini'
import { company, companyEdit, publicConfig, sectorList } from '#contract/company.ts'
import { success } from '#contract/http.ts'
import { companySectors } from '#contract/sectors.ts'
import { actorOf, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { sendCode, tryCode } from '#server/features/codes/index.ts'
import { type App, ok } from '#server/platform/http.ts'
import { cameBefore, once } from '#server/platform/idempotency.ts'
import type { Parts } from '#server/platform/parts.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { editCompany, isLooser } from './company.ts'
import { readCompany } from './store.ts'

const settingsCode = (companyId: string, userId: string) =>
  ({ companyId, userId, purpose: 'approval-settings', subjectId: companyId }) as const

export async function companyRoutes(app: App, parts: Parts): Promise<void> {
  const { config, db, clock } = parts

  app.get(
    '/companies/company-sector',
    { schema: { tags: ['company'], response: { 200: success(sectorList) } } },
    async (request) => ok(request, { companySectors }),
  )

  app.get(
    '/config',
    { schema: { tags: ['company'], response: { 200: success(publicConfig) } } },
    async (request) => {
      const { network, explorerTxUrl, sandbox } = config
      return ok(request, { network, explorerTxUrl, sandbox })
    },
  )

  app.get(
    '/companies/company',
    {
      preValidation: requireSession,
      schema: { tags: ['company'], response: { 200: success(company) } },
    },
    async (request) => ok(request, await readCompany(db, sessionOf(request).companyId)),
  )

  app.put(
    '/companies',
    {
      preValidation: requireSession,
      schema: { tags: ['company'], body: companyEdit, response: { 200: success(company) } },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      const { approval, code } = request.body
      const now = clock.now()
      let codeId: string | null = null
      const { approval: present } = await readCompany(db, companyId)
      // A request that comes again gets its answer; its code is spent.
      if (isLooser(present, approval) && !(await cameBefore(db, request, companyId))) {
        if (!code) throw new Refusal('CODE_REQUIRED')
        codeId = await tryCode(db, parts, { ...settingsCode(companyId, userId), code }, now)
      }
      return once(db, request, reply, { companyId }, async (trx) => {
        const edited = await editCompany(trx, actorOf(request), request.body, codeId, now)
        return ok(request, edited, 'profileEdited')
      })
    },
  )

  app.post(
    '/companies/approval-code',
    {
      preValidation: requireSession,
      schema: { tags: ['company'], response: { 200: success(z.null()) } },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      return once(db, request, reply, { companyId }, async (trx) => {
        await sendCode(trx, parts, settingsCode(companyId, userId), clock.now())
        return ok(request, null, 'approvalCodeSent')
      })
    },
  )
}
