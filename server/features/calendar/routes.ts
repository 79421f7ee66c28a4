import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import {
  calendarAnswer,
  calendarQuery,
  feedAnswer,
  feedState,
  moveBody,
  nextPayday,
  occurrenceAnswer,
  prepareBody,
  skipBody,
} from '#contract/calendar.ts'
import { idParams, success } from '#contract/http.ts'
import { paydaySheet } from '#contract/payments.ts'
import { scheduleAnswer, scheduleBody } from '#contract/schedules.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import type { Deps } from '#server/startup/deps.ts'
import { moveOccurrence, skipOccurrence } from './change-occurrence.ts'
import { endFeed, hasFeed, makeFeed } from './feed.ts'
import { readNextPayday } from './next-payday.ts'
import { prepareOccurrence } from './prepare.ts'
import { readCalendar, readOccurrence } from './read-calendar.ts'
import { readPaydaySheet } from './read-sheet.ts'
import { readSchedule, removeSchedule, saveSchedule } from './schedules.ts'

const tags = ['calendar']
const read = { preValidation: requireSession }
const prepare = { preValidation: requireRole('ADMIN', 'PAYROLL') }

async function scheduleRoutes(app: App, { db, clock, macKey }: Deps): Promise<void> {
  const url = '/companies/payrolls/:id/schedule'
  const response = { 200: success(scheduleAnswer) }

  app.get(url, { ...read, schema: { tags, params: idParams, response } }, async (request) => {
    const { companyId } = sessionOf(request)
    return ok(request, await readSchedule(db, macKey, companyId, request.params.id, clock.now()))
  })

  app.put(
    url,
    { ...prepare, schema: { tags, params: idParams, body: scheduleBody, response } },
    async (request, reply) => {
      const { companyId, userId, role } = sessionOf(request)
      const { id } = request.params
      return once(db, request, reply, { companyId }, async (trx) => {
        const now = clock.now()
        const actor = { ...actorOf(request), userId }
        const speak = language(request)
        const saving = { actor, isAdmin: role === 'ADMIN', macKey, now, language: speak }
        await saveSchedule(trx, saving, id, request.body)
        return ok(request, await readSchedule(trx, macKey, companyId, id, now), 'scheduleSaved')
      })
    },
  )

  app.delete(
    url,
    { ...prepare, schema: { tags, params: idParams, response } },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      const { id } = request.params
      return once(db, request, reply, { companyId }, async (trx) => {
        const actor = { ...actorOf(request), userId }
        await removeSchedule(trx, { actor, macKey, now: clock.now() }, id)
        return ok(request, { schedule: null, next: [], missing: [] }, 'scheduleRemoved')
      })
    },
  )
}

async function feedRoutes(app: App, { db, clock, config, macKey }: Deps): Promise<void> {
  const url = '/calendar/feed'

  app.get(
    url,
    { ...read, schema: { tags, response: { 200: success(feedState) } } },
    async (request) => ok(request, { active: await hasFeed(db, sessionOf(request)) }),
  )

  app.post(
    url,
    { ...read, schema: { tags, response: { 200: success(feedAnswer) } } },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      return once(db, request, reply, { companyId }, async (trx) => {
        const token = await makeFeed(trx, macKey, { ...actorOf(request), userId }, clock.now())
        return ok(request, { url: `${config.publicUrl}/calendar/${token}.ics` }, 'feedMade')
      })
    },
  )

  app.delete(
    url,
    { ...read, schema: { tags, response: { 200: success(feedState) } } },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request)
      return once(db, request, reply, { companyId }, async (trx) => {
        await endFeed(trx, { ...actorOf(request), userId })
        return ok(request, { active: false }, 'feedEnded')
      })
    },
  )
}

/** Routes for the dates of payrolls, and for each payday. */
export async function calendarRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock } = deps
  await scheduleRoutes(app, deps)
  await feedRoutes(app, deps)

  app.get(
    '/calendar',
    {
      ...read,
      schema: { tags, querystring: calendarQuery, response: { 200: success(calendarAnswer) } },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      const speak = language(request)
      return ok(request, await readCalendar(db, deps, companyId, request.query, speak))
    },
  )

  app.get(
    '/calendar/next',
    { ...read, schema: { tags, response: { 200: success(nextPayday) } } },
    async (request) => ok(request, await readNextPayday(db, deps, sessionOf(request).companyId)),
  )

  app.get(
    '/calendar/:id/sheet',
    { ...read, schema: { tags, params: idParams, response: { 200: success(paydaySheet) } } },
    async (request) => {
      const { companyId } = sessionOf(request)
      const input = { companyId, id: request.params.id, now: clock.now() }
      return ok(request, await readPaydaySheet(db, deps, input))
    },
  )

  await changeRoutes(app, deps)
}

/** Routes that skip, prepare or move one payday. */
async function changeRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock, macKey } = deps
  const response = { 200: success(occurrenceAnswer) }
  const schemaOf = <Body extends z.ZodMiniType>(body: Body) => ({
    ...prepare,
    schema: { tags, params: idParams, body, response },
  })

  type Changing = Parameters<typeof skipOccurrence>[1]
  async function changed(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    said: Parameters<typeof ok>[2],
    change: (trx: Trx, changing: Changing) => Promise<unknown>,
  ) {
    const { companyId, userId } = sessionOf(request)
    return once(db, request, reply, { companyId }, async (trx) => {
      const actor = { ...actorOf(request), userId }
      const changing = { actor, macKey, now: clock.now(), language: language(request) }
      await change(trx, changing)
      const occurrence = await readOccurrence(trx, deps, companyId, id)
      return ok(request, { occurrence }, said)
    })
  }

  app.post('/calendar/:id/skip', schemaOf(skipBody), async (request, reply) => {
    const { id } = request.params
    return changed(request, reply, id, 'paydaySkipped', (trx, changing) =>
      skipOccurrence(trx, changing, id, request.body.reason),
    )
  })

  app.post('/calendar/:id/prepare', schemaOf(prepareBody), async (request, reply) => {
    const { id } = request.params
    const { held, include } = request.body
    const isSandbox = deps.config.sandbox
    return changed(request, reply, id, 'paydayPrepared', (trx, changing) =>
      prepareOccurrence(trx, { ...deps, isSandbox }, { ...changing, held, include }, id),
    )
  })

  app.post('/calendar/:id/move', schemaOf(moveBody), async (request, reply) => {
    const { id } = request.params
    return changed(request, reply, id, 'paydayMoved', (trx, changing) =>
      moveOccurrence(trx, changing, id, new Date(request.body.dueAt)),
    )
  })
}
