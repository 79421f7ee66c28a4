import { z } from 'zod/mini'
import { consentText, consentTextBody, paperConsentBody } from '#contract/consents.ts'
import { idParams, success } from '#contract/http.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { recordConsent } from './record.ts'
import { readConsentText, writeConsentText } from './texts.ts'

/** Routes for the company's side of consent: its text, and answers on paper. */
export async function consentRoutes(app: App, { db, clock, macKey }: Deps): Promise<void> {
  const tags = ['employees']
  const text = { 200: success(consentText) }

  app.get(
    '/companies/consent-text',
    { preValidation: requireSession, schema: { tags, response: text } },
    async (request) =>
      ok(request, await readConsentText(db, sessionOf(request).companyId, language(request))),
  )

  app.put(
    '/companies/consent-text',
    {
      preValidation: requireRole('ADMIN'),
      schema: { tags, body: consentTextBody, response: text },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const said = request.body.text
      return once(db, request, reply, actor, async (trx) =>
        ok(request, await writeConsentText(trx, actor, language(request), said, clock.now())),
      )
    },
  )

  app.put(
    '/companies/employees/:id/consent',
    {
      preValidation: requireRole('ADMIN'),
      schema: {
        tags,
        params: idParams,
        body: paperConsentBody,
        response: { 200: success(z.null()) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { companyId } = actor
      const { id } = request.params
      const speak = language(request)
      return once(db, request, reply, actor, async (trx) => {
        const present = isUuid(id)
          ? await trx
              .selectFrom('employees')
              .select('id')
              .where('company_id', '=', companyId)
              .where('id', '=', id)
              .where('deleted_at', 'is', null)
              .executeTakeFirst()
          : undefined
        if (!present) throw new Refusal('NOT_FOUND')
        if (request.body.agreed) await refuseIfFrozen(trx, macKey, companyId)
        const { version } = await readConsentText(trx, companyId, speak)
        const said = { ...request.body, textVersion: version, language: speak }
        await recordConsent(trx, { macKey, now: clock.now() }, actor, [id], said)
        return ok(request, null)
      })
    },
  )
}
