import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { idParams, success } from '#contract/http.ts'
import {
  type SpecialRun,
  specialRunAnswer,
  specialRunBody,
  specialRunEdit,
} from '#contract/special-runs.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { type Db, isUuid } from '#server/platform/db/database.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { sendTable } from '#server/platform/spreadsheet/send-table.ts'
import type { Deps } from '#server/startup/deps.ts'
import { createRun } from './create.ts'
import { deleteRun, saveRun } from './edit.ts'
import { findCountingRun, readRun } from './paid.ts'
import { paidSheetOf, sheetOf, toSpecialRun } from './sheet.ts'
import { findRun, readMembers } from './store.ts'
import { tableOf } from './table.ts'

/**
 * Routes for aguinaldo, Quincena 25 and bonuses: one sheet each, in which every amount may be set
 * by hand.
 */
export async function specialRunRoutes(app: App, { db, clock, macKey }: Deps): Promise<void> {
  const preparing = { preValidation: requireRole('ADMIN', 'PAYROLL') }
  const tags = ['special runs']
  const one = { 200: success(specialRunAnswer) }
  const contextOf = (request: FastifyRequest) => ({
    ...actorOf(request),
    language: language(request),
    macKey,
    now: clock.now(),
  })

  async function read(from: Db, request: FastifyRequest, id: string): Promise<SpecialRun> {
    const { companyId } = sessionOf(request)
    const speak = language(request)
    const run = isUuid(id) ? await findRun(from, macKey, companyId, id, false) : null
    if (!run) throw new Refusal('NOT_FOUND')
    const members = await readMembers(from, macKey, companyId, run.payrollId)
    const paymentId = await findCountingRun(from, run)
    if (paymentId === null) return toSpecialRun(run, sheetOf(run, members, run.lines), null, speak)
    const payment = await readRun(from, macKey, run, paymentId, members)
    return toSpecialRun(run, paidSheetOf(run, members, run.lines), payment, speak)
  }

  app.post(
    '/companies/payrolls/:id/special-runs',
    { ...preparing, schema: { tags, params: idParams, body: specialRunBody, response: one } },
    async (request, reply) => {
      const context = contextOf(request)
      return once(db, request, reply, { companyId: context.companyId }, async (trx) => {
        const id = await createRun(trx, context, request.params.id, request.body)
        return ok(request, { specialRun: await read(trx, request, id) })
      })
    },
  )

  app.get(
    '/special-runs/:id',
    { preValidation: requireSession, schema: { tags, params: idParams, response: one } },
    async (request) => {
      return ok(request, { specialRun: await read(db, request, request.params.id) })
    },
  )

  app.put(
    '/special-runs/:id',
    {
      ...preparing,
      schema: {
        tags,
        description:
          'Saves the whole sheet: the named amounts as set by hand, those set before as they were, and all others as people and salaries make them now. A usd of null leaves somebody out.',
        params: idParams,
        body: specialRunEdit,
        response: one,
      },
    },
    async (request, reply) => {
      const context = contextOf(request)
      const { id } = request.params
      return once(db, request, reply, { companyId: context.companyId }, async (trx) => {
        await saveRun(trx, context, id, request.body)
        return ok(request, { specialRun: await read(trx, request, id) })
      })
    },
  )

  app.delete(
    '/special-runs/:id',
    { ...preparing, schema: { tags, params: idParams, response: { 200: success(z.null()) } } },
    async (request, reply) => {
      const context = contextOf(request)
      return once(db, request, reply, { companyId: context.companyId }, async (trx) => {
        await deleteRun(trx, context, request.params.id)
        return ok(request, null)
      })
    },
  )

  app.get(
    '/special-runs/:id/lines.csv',
    { preValidation: requireSession, schema: { tags, params: idParams } },
    async (request, reply) => {
      const run = await read(db, request, request.params.id)
      const table = tableOf(run, language(request))
      return sendTable(request, reply, {
        what: 'specialRun',
        format: 'csv',
        table,
        now: clock.now(),
      })
    },
  )
}
