import { company, companyEdit, publicConfig, sectorList } from '#contract/company.ts'
import { success } from '#contract/http.ts'
import { companySectors } from '#contract/sectors.ts'
import {
  actorOf,
  type PasswordProof,
  requireRole,
  requireSession,
  sessionOf,
  tryOwnPassword,
} from '#server/features/auth/index.ts'
import { readQuorum, takesOwnCode } from '#server/features/quorum/index.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { once, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { editCompany } from './company.ts'
import { findRelaxed } from './relaxed.ts'
import { readCompany } from './store.ts'

export async function companyRoutes(app: App, deps: Deps): Promise<void> {
  const { config, db, macKey, clock } = deps

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
    async (request) => ok(request, await readCompany(db, macKey, sessionOf(request).companyId)),
  )

  app.put(
    '/companies',
    {
      preValidation: requireRole('ADMIN'),
      schema: { tags: ['company'], body: companyEdit, response: { 200: success(company) } },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { companyId } = session
      let proof: PasswordProof | null = null
      const present = await readCompany(db, macKey, companyId)
      const { frozenAt } = present
      const loosens = findRelaxed(present, request.body) !== null
      const now = clock.now()
      // A repeated request gets its stored answer.
      if (loosens && !(await wasHandledBefore(db, request, companyId))) {
        if (frozenAt) throw new Refusal('COMPANY_FROZEN')
        const quorum = await readQuorum(db, macKey, companyId, now)
        if (takesOwnCode(quorum, session.userId, now)) {
          proof = await tryOwnPassword(deps, session, request.body)
        }
      }
      return once(db, request, reply, { companyId }, async (trx) => {
        const { body } = request
        const edited = await editCompany(trx, deps, actorOf(request), body, proof, now)
        return ok(request, edited.company, edited.waits ? 'rulesAsked' : 'profileEdited')
      })
    },
  )
}
