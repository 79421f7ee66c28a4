import type { Occurrence } from '#contract/calendar.ts'
import type { ChangesSummary } from '#contract/changes.ts'
import type { ChangeKindName } from '#domain/change-kinds.ts'
import type { MessageFacts } from './message.ts'
import type { Words } from './words.ts'

type Sum = { sats: bigint; usdCents: bigint }

export type MailedPayday = {
  occurrence: Occurrence['kind']
  payroll: string
  dueAt: Date
  timeZone: string
  people: number
  usdCents: bigint
  url: string
}

export type ChangedPerson = {
  name: string
  kinds: readonly ChangeKindName[]
  /** The salary before and now, where it is among the changes. */
  salary: { fromUsdCents: bigint; toUsdCents: bigint } | null
}

export type Reminder = MailedPayday & {
  stage: 'short' | 'onTheWay' | 'check' | 'ready' | 'empty'
  /** The shortfall at today's price and at a price 5 % lower; null: nothing is missing. */
  missing: Sum | null
  missingLower: Sum | null
  /** Each person who changed something of it, with the others: one of them has to approve, or press. */
  needed: readonly { changer: { name: string }; names: readonly string[] }[]
  /** Whether anybody is paid in bitcoin and the price is known. */
  hasCover: boolean
  /** The amount to send, with its reserve. */
  toFund: (Sum & { reserveUsdCents: bigint }) | null
  /** Where it is sent; '' where the stored address is not the derived one. */
  address: string
  way:
    | 'ADDRESS'
    | 'FROZEN'
    | 'STOPPED'
    | 'IN_PROGRESS'
    | 'HELD_ADDRESSES'
    | 'PAID_ELSEWHERE'
    | 'PRICE'
    | 'NODE'
    | null
  /** The first people who cannot be paid, and their number. */
  notReady: {
    people: readonly {
      name: string
      lacks: 'noAddress' | 'addressHeld' | 'accountHeld' | 'noConsent'
    }[]
    count: number
  }
  /** How the people differ from those of the last run; null: nothing is compared. */
  changes: { summary: ChangesSummary; people: readonly ChangedPerson[]; more: number } | null
}

/** A payday's name, with that of its special pay. */
export const paydayName = ({ payroll, occurrence }: MailedPayday, words: Words): string =>
  words.name(occurrence === 'REGULAR' ? payroll : `${payroll} · ${words.special(occurrence)}`)

export const whenOf = ({ dueAt, timeZone }: MailedPayday, words: Words): string =>
  words.payday(dueAt, timeZone)

export const paydayFacts = (given: MailedPayday, words: Words): MessageFacts => [
  ['payday', whenOf(given, words)],
  ['people', words.count(given.people)],
  ['total', words.usd(given.usdCents)],
]
