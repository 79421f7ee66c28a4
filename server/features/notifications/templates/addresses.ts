import { dayMs, minuteMs } from '#domain/durations.ts'
import { message } from './message.ts'

/** A month, in which somebody who is paid monthly looks at the mail again. */
export const reportLivesMinutes = (30 * dayMs) / minuteMs

/** To the former contacts of somebody whose address changed: the link reports it without signing in. */
export const addressChanged = message(
  'addressChanged',
  { secret: true, livesMinutes: reportLivesMinutes },
  ({ company, at, url }: { company: string; at: Date; url: string }, texts, { when, name }) => ({
    ...texts,
    facts: [['date', when(at)]],
    url,
    values: { company: name(company), url },
  }),
)

/** To every administrator: the employee says that an address is not his or hers. */
export const addressReported = message(
  'addressReported',
  { secret: false, freezes: true },
  (
    { person, at, changedBy }: { person: string; at: Date; changedBy: string },
    texts,
    { when, name },
  ) => ({
    ...texts,
    facts: [
      ['date', when(at)],
      ['who', name(changedBy)],
    ],
    values: { person: name(person) },
  }),
)
