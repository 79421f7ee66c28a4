import { dayMs, minuteMs } from '#domain/durations.ts'
import { message } from './message.ts'

/** A month, in which somebody who is paid monthly looks at the mail again. */
export const reportLivesMinutes = (30 * dayMs) / minuteMs

/** The contacts of a person that changed. */
export type ChangedContact = 'EMAIL' | 'PHONE' | 'BOTH'
type Changed = {
  company: string
  at: Date
  url: string
  contact: ChangedContact | null
  /** The new bank account as people are shown it; null: none changed. */
  account: string | null
}

/** To the former contacts of somebody whose address changed: the link reports it without signing in. */
export const addressChanged = message(
  'addressChanged',
  { secret: true, livesMinutes: reportLivesMinutes },
  ({ company, at, url, contact, account }: Changed, texts, { when, name }) => ({
    ...texts,
    facts: [
      ['date', when(at)],
      ['account', account === null ? null : name(account) || '—'],
      ['alsoChanged', contact && texts.contact[contact]],
    ],
    url,
    values: { company: name(company), url },
  }),
)

/** To the former contacts of somebody whose bank account changed, as `addressChanged`. */
export const accountChanged = message(
  'accountChanged',
  { secret: true, livesMinutes: reportLivesMinutes },
  ({ company, at, url, contact, account }: Changed, texts, { when, name }) => ({
    ...texts,
    facts: [
      ['date', when(at)],
      ['account', name(account ?? '') || '—'],
      ['alsoChanged', contact && texts.contact[contact]],
    ],
    url,
    values: { company: name(company), url },
  }),
)

/** To the former contacts of somebody whose e-mail or phone changed: the link reports or confirms it. */
export const contactChanged = message(
  'contactChanged',
  { secret: true, livesMinutes: reportLivesMinutes },
  ({ company, at, url, contact }: Omit<Changed, 'account'>, texts, { when, name }) => {
    const what = texts.what[contact ?? 'BOTH']
    return {
      ...texts,
      subject: texts.subject[contact ?? 'BOTH'],
      facts: [['date', when(at)]],
      url,
      values: { company: name(company), what, url },
    }
  },
)

type Report = { person: string; at: Date; changedBy: string }

/** A report, to every administrator. */
const reportOf = (kind: 'addressReported' | 'accountReported' | 'contactReported') =>
  message(
    kind,
    { secret: false, freezes: true },
    ({ person, at, changedBy }: Report, texts, { when, name }) => ({
      ...texts,
      facts: [
        ['date', when(at)],
        ['who', name(changedBy)],
      ],
      values: { person: name(person) },
    }),
  )

/** The employee says that an address is not his or hers. */
export const addressReported = reportOf('addressReported')

/** The employee says that a bank account is not his or hers. */
export const accountReported = reportOf('accountReported')

/** The reader of a former contact says that the new one is not the person's. */
export const contactReported = reportOf('contactReported')
