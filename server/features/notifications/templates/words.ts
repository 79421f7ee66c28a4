import type { Occurrence } from '#contract/calendar.ts'
import type { OrderedChange } from '#contract/change-orders.ts'
import type { ChangesSummary } from '#contract/changes.ts'
import type { Language } from '#contract/languages.ts'
import { texts } from '#contract/texts/index.ts'
import type { Role } from '#domain/roles.ts'
import {
  type AmountsAndTimes,
  amountsAndTimes,
  locales,
  timeZone,
} from '#server/platform/amounts-and-times.ts'
import { changeDetail, changeSubject } from './change-subject.ts'
import { changesSentence } from './changes-sentence.ts'

type SpecialKind = Exclude<Occurrence['kind'], 'REGULAR'>

/** Names as people wrote them, with amounts and times in the reader's language. */
export type Words = AmountsAndTimes & {
  /** A day with its weekday, by the clock of a payday. */
  payday(at: Date, timeZone: string): string
  name(text: string): string
  role(role: Role): string
  /** The asker of a payday that nobody pressed. */
  calendar: string
  change(change: OrderedChange): string
  /** With the address or the rule that the code of a change moves. */
  changeDetail(change: OrderedChange): string
  changes(summary: ChangesSummary): string
  special(kind: SpecialKind): string
}

/** A sum in dollars, the part of it in bitcoin, and the part that the company pays by its bank. */
export type PaidAmount = { usdCents: bigint; sats: bigint; dollarsUsdCents?: bigint }

/** A text like `$7,699.25 · 0.0712 BTC + $1,200.00`: the whole, and how it is paid. */
export const amount = (
  { usdCents, sats, dollarsUsdCents = 0n }: PaidAmount,
  { usd, btc }: Words,
): string => {
  if (sats === 0n) return usd(usdCents)
  const inDollars = dollarsUsdCents > 0n ? ` + ${usd(dollarsUsdCents)}` : ''
  return `${usd(usdCents)} · ${btc(sats)}${inDollars}`
}

/** The asker and the IP address; without an asker it is the calendar. */
export function fromWhere(
  { asker, ip }: { asker: string | null; ip: string | null },
  { name, calendar }: Words,
): string {
  const who = asker === null ? calendar : name(asker)
  return ip === null ? who : `${who} · IP ${ip}`
}

/**
 * Writes a name without six digits in a row: a person in a hurry, or a telephone that fills in
 * codes, must not take a payroll called 202611 for the code. A narrow space parts the digits.
 */
export function withoutCodes(text: string): string {
  return text.replaceAll(/(?<!\d)(\d{3})(\d{3})(?!\d)/g, '$1\u202f$2')
}

function makeWords(language: Language): Words {
  const formats = amountsAndTimes(language)
  return {
    ...formats,
    payday: (at, zone) =>
      new Intl.DateTimeFormat(locales[language], {
        timeZone: zone,
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        hour: 'numeric',
        minute: '2-digit',
        hourCycle: 'h23',
      })
        .formatToParts(at)
        .map(({ type, value }, index, { [index - 1]: before }) => {
          // Spanish has 'viernes 28 de noviembre'; the comma of 'Friday, November 28' stays.
          if (language === 'es' && before?.type === 'weekday') return ' '
          return type === 'hour' ? String(Number(value)) : value
        })
        .join(''),
    name: withoutCodes,
    calendar: texts[language].screens.approvals.calendar,
    role: (role) => texts[language].screens.roles.name[role],
    change: (change) => changeSubject(change, language),
    changeDetail: (change) => changeDetail(change, language),
    special: (kind) => texts[language].screens.specialRuns.kind[kind],
    changes: (summary) =>
      changesSentence(summary, language, { ...formats, locale: locales[language], timeZone }),
  }
}

const made = new Map<Language, Words>()

export function wordsOf(language: Language): Words {
  const words = made.get(language) ?? makeWords(language)
  made.set(language, words)
  return words
}
