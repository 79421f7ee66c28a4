import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { approvalRules, approvalRulesEdit } from '#contract/approval-rules.ts'
import {
  approvalAnswer,
  approvalBody,
  approvalList,
  approvalRejection,
  approvalOptions as optionsAnswer,
} from '#contract/approvals.ts'
import { idParams, success } from '#contract/http.ts'
import { pageQuery } from '#contract/queries.ts'
import { refuseIfFrozen } from '#server/authorization/frozen.ts'
import { awaitsNoteOfOrder } from '#server/authorization/noted-dollars.ts'
import {
  actorOf,
  type PasswordProof,
  requireRole,
  requireSession,
  sessionOf,
  tryOwnPassword,
} from '#server/features/auth/index.ts'
import { readQuorum } from '#server/features/quorum/index.ts'
import { whenUnderWay } from '#server/platform/db/when-under-way.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once, wasHandledBefore } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Deps } from '#server/startup/deps.ts'
import {
  approveSubject,
  codeOfSubject,
  optionsOf,
  rejectSubject,
  requireReleaseOrder,
  trySubject,
} from './decide.ts'
import { readApproved, readDecidedOne, readWaiting, toApproval } from './list.ts'
import type { Reader } from './reader.ts'
import { editRules, editTakesOwnCode, readRules } from './rules.ts'
import { undoChange } from './undo.ts'

const answers = {
  now: 'rulesChanged',
  same: 'rulesChanged',
  asked: 'rulesAsked',
  waits: 'rulesAsked',
} as const

/** Routes for orders and changes that wait for several people, and for the rules of approval. */
export async function approvalListRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock, macKey } = deps
  const approving = requireRole('ADMIN', 'APPROVER')
  const tags = ['approvals']
  const readerOf = (request: FastifyRequest): Reader => {
    const { companyId, userId } = sessionOf(request)
    return { ...deps, companyId, userId, language: language(request), now: clock.now() }
  }

  app.get(
    '/approvals',
    {
      preValidation: requireSession,
      schema: { tags, querystring: pageQuery, response: { 200: success(approvalList) } },
    },
    async (request) => {
      const reader = readerOf(request)
      const { page, limit } = request.query
      const waiting = await readWaiting(db, reader)
      const shown = waiting.slice((page - 1) * limit, page * limit)
      return ok(request, {
        approvals: await Promise.all(shown.map((one) => toApproval(db, reader, one))),
        pages: Math.ceil(waiting.length / limit),
        total: waiting.length,
        waitingForMe: waiting.filter(({ base }) => base.canApprove).length,
        approved: await readApproved(db, reader),
      })
    },
  )

  app.post(
    '/approvals/:id/approve',
    {
      config: { movesMoney: true },
      preValidation: approving,
      schema: {
        tags,
        params: idParams,
        body: approvalBody,
        response: { 200: success(approvalAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const { id } = request.params
      const decider = actorOf(request)
      const now = clock.now()
      // A repeated request gets its stored answer; its code is spent already.
      const given = (await wasHandledBefore(db, request, companyId))
        ? null
        : await trySubject(deps, decider, id, request.body, now)
      const answer = await once(db, request, reply, { companyId }, async (trx) => {
        if (!given) throw new Refusal('REQUEST_IN_PROGRESS')
        const released = await approveSubject(trx, deps, decider, { id, given }, now)
        const approval = await readDecidedOne(trx, readerOf(request), id)
        return ok(request, { approval }, released ? 'changeApproved' : 'approvalGiven')
      })
      failpoint('approval-committed')
      // A list of released dollars is for the bank at once.
      await whenUnderWay(deps, async () => !(await awaitsNoteOfOrder(db, id)))
      return answer
    },
  )

  app.post(
    '/companies/employees/:id/address-hold/release',
    {
      preValidation: approving,
      schema: {
        tags: ['employees'],
        params: idParams,
        body: approvalBody,
        response: { 200: success(z.null()) },
      },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const decider = actorOf(request)
      const now = clock.now()
      // A repeated request gets its stored answer; its code is spent already.
      const isAgain = await wasHandledBefore(db, request, companyId)
      const id = isAgain ? null : await requireReleaseOrder(deps, decider, request.params.id, now)
      const given = id && (await trySubject(deps, decider, id, request.body, now))
      return once(db, request, reply, { companyId }, async (trx) => {
        // The stored answer expired in between.
        if (!id || !given) throw new Refusal('REQUEST_IN_PROGRESS')
        await approveSubject(trx, deps, decider, { id, given }, now)
        return ok(request, null, 'addressReleased')
      })
    },
  )

  app.post(
    '/approvals/:id/reject',
    {
      preValidation: requireRole('ADMIN', 'APPROVER', 'PAYROLL'),
      schema: {
        tags,
        params: idParams,
        body: approvalRejection,
        response: { 200: success(approvalAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId, role } = sessionOf(request)
      const decider = { ...actorOf(request), role }
      const input = { id: request.params.id, reason: request.body.reason ?? '' }
      return once(db, request, reply, { companyId }, async (trx) => {
        await rejectSubject(trx, deps, decider, input, clock.now())
        const approval = await readDecidedOne(trx, readerOf(request), input.id)
        return ok(request, { approval }, 'changeRejected')
      })
    },
  )

  app.post(
    '/approvals/:id/options',
    {
      preValidation: approving,
      schema: { tags, params: idParams, response: { 200: success(optionsAnswer) } },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      return once(db, request, reply, { companyId }, async (trx) => {
        const { id } = request.params
        const options = await optionsOf(trx, deps, actorOf(request), id, clock.now())
        return ok(request, { options })
      })
    },
  )

  app.post(
    '/approvals/:id/code',
    {
      preValidation: approving,
      schema: { tags, params: idParams, response: { 200: success(z.null()) } },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      return once(db, request, reply, { companyId }, async (trx) => {
        await codeOfSubject(trx, deps, actorOf(request), request.params.id, clock.now())
        return ok(request, null, 'approvalCodeSent')
      })
    },
  )

  app.get(
    '/companies/approval-rules',
    {
      preValidation: requireSession,
      schema: { tags, response: { 200: success(approvalRules) } },
    },
    async (request) =>
      ok(request, await readRules(db, deps, sessionOf(request).companyId, clock.now())),
  )

  app.put(
    '/companies/approval-rules',
    {
      preValidation: requireRole('ADMIN'),
      schema: { tags, body: approvalRulesEdit, response: { 200: success(approvalRules) } },
    },
    async (request, reply) => {
      const session = sessionOf(request)
      const { companyId } = session
      const { body } = request
      const now = clock.now()
      let proof: PasswordProof | null = null
      const isNew = !(await wasHandledBefore(db, request, companyId))
      if (
        isNew &&
        editTakesOwnCode(await readQuorum(db, macKey, companyId, now), session.userId, body, now)
      ) {
        await refuseIfFrozen(db, macKey, companyId)
        proof = await tryOwnPassword(deps, session, body)
      }
      return once(db, request, reply, { companyId }, async (trx) => {
        await refuseIfFrozen(trx, macKey, companyId)
        const outcome = await editRules(trx, deps, actorOf(request), body, proof, now)
        return ok(request, await readRules(trx, deps, companyId, now), answers[outcome])
      })
    },
  )

  app.delete(
    '/companies/approval-rules/pending/:id',
    {
      preValidation: requireRole('ADMIN'),
      schema: { tags, params: idParams, response: { 200: success(approvalRules) } },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const now = clock.now()
      return once(db, request, reply, { companyId }, async (trx) => {
        await undoChange(trx, deps, actorOf(request), request.params.id, now)
        return ok(request, await readRules(trx, deps, companyId, now), 'rulesChangeUndone')
      })
    },
  )
}
