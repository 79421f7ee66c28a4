import { z } from 'zod/mini'
import { session } from '#contract/auth.ts'
import { idParams, success } from '#contract/http.ts'
import {
  acceptInvitationBody,
  invitationParams,
  invitationShown,
  inviteBody,
  member,
  removalBody,
  roleBody,
  type TeamInvitation,
  team,
  teamInvitation,
} from '#contract/team.ts'
import {
  actorOf,
  deviceOf,
  requireRole,
  requireSession,
  sessionOf,
  setDeviceCookie,
} from '#server/features/auth/index.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { limits, networkOf, take } from '#server/platform/http/rate-limits.ts'
import type { Deps } from '#server/startup/deps.ts'
import { acceptInvitation, readInvitation } from './accept.ts'
import { invite, resendInvitation, withdrawInvitation } from './invitations.ts'
import { changeRole, removeMember } from './members.ts'
import { readMember, readTeam } from './store.ts'

const tags = ['team']
const preValidation = requireRole('ADMIN')

export async function teamRoutes(app: App, deps: Deps): Promise<void> {
  memberRoutes(app, deps)
  invitationRoutes(app, deps)
  linkRoutes(app, deps)
}

function memberRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps

  app.get(
    '/companies/users',
    {
      preValidation: requireSession,
      schema: { tags, response: { 200: success(team) } },
    },
    async (request) =>
      ok(request, await readTeam(db, deps, { ...sessionOf(request), now: clock.now() })),
  )

  app.patch(
    '/companies/users/:id',
    {
      preValidation,
      schema: { tags, params: idParams, body: roleBody, response: { 200: success(member) } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { id } = request.params
      return once(db, request, reply, actor, async (trx) => {
        const now = clock.now()
        const { role, confirmed: isConfirmed = false } = request.body
        await changeRole(trx, deps, actor, { id, role, isConfirmed, now })
        const who = { ...actor, now }
        const changed = await readMember(trx, deps, who, id)
        return ok(request, changed, changed.nextRole ? 'roleAsked' : 'roleChanged')
      })
    },
  )

  app.delete(
    '/companies/users/:id',
    {
      preValidation,
      schema: { tags, params: idParams, body: removalBody, response: { 200: success(z.null()) } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      return once(db, request, reply, actor, async (trx) => {
        const leaving = { id: request.params.id, isConfirmed: request.body.confirmed ?? false }
        await removeMember(trx, deps, actor, { ...leaving, now: clock.now() })
        return ok(request, null, 'memberRemoved')
      })
    },
  )
}

const answerOf = ({ awaitsApproval }: TeamInvitation) =>
  awaitsApproval ? 'invitationAsked' : 'invited'

function invitationRoutes(app: App, deps: Deps): void {
  const { db, clock } = deps

  app.post(
    '/companies/invitations',
    {
      preValidation,
      schema: { tags, body: inviteBody, response: { 201: success(teamInvitation) } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { companyId } = actor
      if (!(await wasHandledBefore(db, request, companyId)))
        await take(deps, limits.invite, companyId)
      return once(db, request, reply, { companyId, status: 201 }, async (trx) => {
        const context = { ...deps, now: clock.now() }
        const invited = await invite(trx, context, actor, request.body, language(request))
        return ok(request, invited, answerOf(invited))
      })
    },
  )

  app.post(
    '/companies/invitations/:id/resend',
    {
      preValidation,
      schema: { tags, params: idParams, response: { 200: success(teamInvitation) } },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { companyId } = actor
      if (!(await wasHandledBefore(db, request, companyId)))
        await take(deps, limits.invite, companyId)
      return once(db, request, reply, actor, async (trx) => {
        const context = { ...deps, now: clock.now() }
        const sent = await resendInvitation(trx, context, actor, request.params.id)
        return ok(request, sent, answerOf(sent))
      })
    },
  )

  app.delete(
    '/companies/invitations/:id',
    { preValidation, schema: { tags, params: idParams, response: { 200: success(z.null()) } } },
    async (request, reply) => {
      const actor = actorOf(request)
      return once(db, request, reply, actor, async (trx) => {
        await withdrawInvitation(trx, { ...deps, now: clock.now() }, actor, request.params.id)
        return ok(request, null, 'invitationEnded')
      })
    },
  )
}

/** Routes for the links of mails, whose readers have no account yet. */
function linkRoutes(app: App, deps: Deps): void {
  app.get(
    '/invitations/:token',
    { schema: { tags, params: invitationParams, response: { 200: success(invitationShown) } } },
    async (request) => {
      await take(deps, limits.teamInvitation, networkOf(request.ip))
      return ok(request, await readInvitation(deps, request.params.token))
    },
  )

  app.post(
    '/invitations/:token',
    {
      schema: {
        tags,
        params: invitationParams,
        body: acceptInvitationBody,
        response: { 200: success(session) },
      },
    },
    async (request, reply) => {
      await take(deps, limits.teamInvitation, networkOf(request.ip))
      const { token } = request.params
      const entered = await acceptInvitation(deps, token, request.body, deviceOf(request))
      setDeviceCookie(reply, deps.config, entered.cookie)
      return ok(request, entered.answer)
    },
  )
}
