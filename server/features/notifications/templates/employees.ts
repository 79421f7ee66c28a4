import { dayMs, minuteMs } from '#domain/durations.ts'
import { reportLivesMinutes } from './addresses.ts'
import { message } from './message.ts'

/** Minutes that a link to the page of employees is good for. */
export const employeeLinkMinutes = 30
const dayMinutes = dayMs / minuteMs

/**
 * The link to the reader's page. The mail names no company, since the reader may work for several.
 */
export const employeeLink = message(
  'employeeLink',
  { secret: true, livesMinutes: employeeLinkMinutes },
  ({ url }: { url: string }, texts) => ({
    ...texts,
    text: [texts.text, texts.validity],
    ownPage: { lead: texts.text, validity: texts.validity },
    url,
    values: { url },
  }),
)

type Invitation = {
  firstName: string
  company: string
  percent: number
  /** Whether only people who agreed are paid in bitcoin. */
  consentRequired: boolean
  /** Null where no payroll of the employee has paydays. */
  next: Date | null
  url: string
}

/**
 * The first mail to an employee. Its link may have expired by the time it is read; the page then
 * offers another one.
 */
export const employeeInvitation = message(
  'employeeInvitation',
  { secret: true, livesMinutes: dayMinutes },
  (
    { firstName, company, percent, consentRequired, next, url }: Invitation,
    texts,
    { name, weekday },
  ) => {
    const { all, none, part } = texts.share
    const note = consentRequired && percent > 0 ? texts.untilAgreed : texts.voluntary
    const share = consentRequired || percent === 0 ? none : percent === 100 ? all : part
    return {
      ...texts,
      text: [texts.text, texts.validity, note],
      ownPage: { lead: texts.text, validity: texts.validity, note },
      facts: [
        ['nextPayday', next && weekday(next)],
        ['todayYouGet', share.replace('{{percent}}', String(percent))],
      ],
      url,
      values: {
        name: name(firstName),
        company: name(company),
        valid: String(employeeLinkMinutes),
        url,
      },
    }
  },
)

/** The code for a change of address or share, over the channel by which the link did not come. */
export const payoutCode = message(
  'payoutCode',
  { secret: true, livesMinutes: 10 },
  ({ code }: { code: string }, texts) => ({ ...texts, code }),
)

/** The notice to every contact of a person whose address was changed on the own page. */
export const ownAddressChanged = message(
  'ownAddressChanged',
  { secret: true, livesMinutes: reportLivesMinutes },
  ({ company, at, url }: { company: string; at: Date; url: string }, texts, { when, name }) => ({
    ...texts,
    facts: [['date', when(at)]],
    url,
    values: { company: name(company), url },
  }),
)

/** The notice of a changed share. The address stays the same, so there is nothing to report. */
export const ownShareChanged = message(
  'ownShareChanged',
  { secret: false },
  ({ company, at, percent }: { company: string; at: Date; percent: number }, texts, words) => ({
    ...texts,
    facts: [['date', words.when(at)]],
    values: { company: words.name(company), percent: String(percent) },
  }),
)

type NotArrived = { person: string; period: string; usdCents: bigint; at: Date; url: string }

/** An employee does not see a payment. To those who administrate and prepare payrolls. */
export const notArrived = message(
  'notArrived',
  { secret: false },
  ({ person, period, usdCents, at, url }: NotArrived, texts, { name, usd, when }) => ({
    ...texts,
    facts: [
      ['person', name(person)],
      ['payday', name(period)],
      ['amount', usd(usdCents)],
      ['date', when(at)],
    ],
    url,
    values: { person: name(person) },
  }),
)
