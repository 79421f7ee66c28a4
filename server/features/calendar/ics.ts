import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { occurrenceKinds } from '#contract/calendar.ts'
import type { Language } from '#contract/languages.ts'
import { fill } from '#contract/texts/fill.ts'
import { texts } from '#contract/texts/index.ts'
import { hourMs, secondMs } from '#domain/durations.ts'

/** One payday of a feed, without amounts or names, since a link can leak. */
export type FeedOccurrence = {
  payroll: { id: string; name: string }
  kind: (typeof occurrenceKinds)[number]
  periodKey: string
  dueAt: Date
  isSkipped: boolean
}

const halfHourMs = 1_800_000
/** How often calendars should read the feed again (REFRESH-INTERVAL of RFC 7986). */
const refreshSeconds = hourMs / secondMs

/**
 * Writes the paydays as iCalendar text (RFC 5545), in UTC, so that no time-zone table is needed.
 * The UID comes from payroll and period, so a payday keeps it when it is moved, skipped or planned
 * again. `writtenAt` is the DTSTAMP of each.
 */
export function calendarFeed(
  occurrences: readonly FeedOccurrence[],
  language: Language,
  writtenAt: Date,
): string {
  const { name, summary } = texts[language].exports.calendarFeed
  const calendar = ical({
    name,
    prodId: { company: 'Quincena', product: 'Quincena', language: language.toUpperCase() },
    ttl: refreshSeconds,
  })
  for (const { payroll, kind, periodKey, dueAt, isSkipped } of occurrences) {
    calendar.createEvent({
      id: `${payroll.id}.${periodKey}@quincena`,
      stamp: writtenAt,
      start: dueAt,
      end: new Date(dueAt.getTime() + halfHourMs),
      summary: fill(summary[kind], { payroll: payroll.name }),
      status: isSkipped ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // A payday does not make anybody busy.
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  return calendar.toString()
}
