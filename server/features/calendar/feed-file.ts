import { z } from 'zod/mini'
import { languages } from '#contract/languages.ts'
import type { App } from '#server/platform/http/http.ts'
import { limits, networkOf, take } from '#server/platform/http/rate-limits.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { readFeed } from './feed.ts'
import { calendarFeed } from './ics.ts'

const language = z.enum(languages)

/**
 * Serves a person's calendar for other programs, at an address that is its only secret. The token
 * is found by its hash, so right and wrong ones take one index look-up.
 */
export async function calendarFeedRoute(app: App, deps: Deps): Promise<void> {
  const { db, clock, macKey } = deps
  app.get(
    '/calendar/:token.ics',
    { schema: { hide: true, params: z.object({ token: z.string() }) } },
    async (request, reply) => {
      await take(deps, limits.calendarFeed, networkOf(request.ip))
      const now = clock.now()
      const feed = await readFeed(db, macKey, request.params.token, now)
      if (!feed) throw new Refusal('NOT_FOUND')
      const paydays = feed.paydays.map((row) => ({
        payroll: { id: row.payrollId, name: row.payroll },
        kind: row.kind,
        periodKey: row.periodKey,
        dueAt: row.dueAt,
        isSkipped: row.skippedAt !== null,
      }))
      return reply
        .header('cache-control', 'no-store')
        .type('text/calendar; charset=utf-8')
        .send(calendarFeed(paydays, language.parse(feed.language), now))
    },
  )
}
