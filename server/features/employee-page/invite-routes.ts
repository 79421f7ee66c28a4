import {
  employeeInvited,
  employeeInvites,
  inviteAllBody,
  newestInvites,
} from '#contract/employee-invites.ts'
import { idParams, success } from '#contract/http.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { maskRecipient } from '#server/features/verification-codes/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { faultText } from '#server/platform/http/language.ts'
import { limits, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import type { Deps } from '#server/startup/deps.ts'
import { inviteAll, newestInvitation } from './invite-all.ts'
import { invitePerson } from './invite-person.ts'

/** Routes with which the company invites its people to their own page. */
export async function employeeInviteRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock, macKey, smsConfigured: sms } = deps
  const tags = ['employees']
  const preparing = requireRole('ADMIN', 'PAYROLL')

  app.post(
    '/companies/employees/:id/invite',
    {
      preValidation: preparing,
      schema: { tags, params: idParams, response: { 200: success(employeeInvited) } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { companyId } = actor
      const { id } = request.params
      return once(db, request, reply, actor, async (trx) => {
        const person = isUuid(id)
          ? await trx
              .selectFrom('employees')
              .select(['id', 'first_name', 'last_name', 'email', 'phone', 'bitcoin_percent'])
              .where('company_id', '=', companyId)
              .where('id', '=', id)
              .where('deleted_at', 'is', null)
              .forUpdate()
              .executeTakeFirst()
          : undefined
        if (!person) throw new Refusal('NOT_FOUND')
        await take({ ...deps, db: trx }, limits.employeeInvite, companyId)
        const done = await invitePerson(trx, { ...deps, sms }, companyId, person, clock.now())
        if (!done) {
          const isShared = person.email !== '' || person.phone !== ''
          const message = faultText(isShared ? 'sharedContact' : 'required', language(request))
          throw new Refusal('VALIDATION', { faults: [{ path: 'email', message }] })
        }
        const { via, contact: to } = done.contact
        await record(trx, {
          ...actor,
          action: 'employee.invited',
          detail: { employee: id, via },
          subject: `${person.first_name} ${person.last_name}`,
        })
        return ok(request, { via, sentTo: maskRecipient({ via, to }) })
      })
    },
  )

  app.post(
    '/companies/employees/invite',
    {
      preValidation: preparing,
      schema: { tags, body: inviteAllBody, response: { 200: success(employeeInvites) } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { companyId } = actor
      return once(db, request, reply, { companyId }, async (trx) =>
        ok(request, await inviteAll(trx, macKey, actor, request.body.payroll, clock.now())),
      )
    },
  )

  app.get(
    '/companies/employees/invite',
    {
      preValidation: requireSession,
      schema: { tags, response: { 200: success(newestInvites) } },
    },
    async (request) =>
      ok(request, { invite: await newestInvitation(db, sessionOf(request).companyId) }),
  )
}
