import type { OccurrenceReason } from '#contract/calendar.ts'
import { fill } from '#contract/texts/fill.ts'
import type { TextsOfLanguage } from '#contract/texts/keys.ts'
import { paymentLink } from '#domain/payment-link.ts'
import type { List } from './letter.ts'
import { type MessageFacts, message } from './message.ts'
import {
  type ChangedPerson,
  type MailedPayday,
  paydayFacts,
  paydayName,
  type Reminder,
  whenOf,
} from './payday-facts.ts'
import { amount, type Words } from './words.ts'

const notice = { secret: false } as const

type Texts = TextsOfLanguage['mails']['kinds']['paydayReminder']

const valuesOf = (given: MailedPayday, words: Words) => ({
  payroll: paydayName(given, words),
  when: whenOf(given, words),
})

const isAre = (count: number) => (count === 1 ? 'one' : 'other')

function changeText({ kinds, salary }: ChangedPerson, { changed }: Texts, { usd }: Words): string {
  const said = kinds.map((kind) =>
    kind === 'salary' && salary
      ? `${changed.salary} ${usd(salary.fromUsdCents)} → ${usd(salary.toUsdCents)}`
      : changed[kind],
  )
  return said.join(', ')
}

/** Lists the people who are not ready, and the changes. */
function listsOf({ notReady, changes, needed }: Reminder, texts: Texts, words: Words): List[] {
  const { name, count } = words
  const moreOf = (more: number) => (more > 0 ? fill(texts.more, { count: count(more) }) : null)
  const waiting: List = {
    title: fill(texts.notReady[isAre(notReady.count)], { count: count(notReady.count) }),
    rows: notReady.people.map((one) => [name(one.name), texts.lacks[one.lacks]]),
    more: moreOf(notReady.count - notReady.people.length),
  }
  const changed = changes && {
    title: words.changes(changes.summary),
    rows: changes.people.map((one) => [name(one.name), changeText(one, texts, words)] as const),
    more: moreOf(changes.more),
  }
  const vouching: List = {
    title: texts.needed,
    rows: needed.map(({ changer, names }) => [
      name(changer.name),
      names.length === 0 ? texts.nobodyElse : name(names.join(', ')),
    ]),
    more: null,
  }
  return [
    ...(notReady.count > 0 ? [waiting] : []),
    ...(changed ? [changed] : []),
    ...(needed.length > 0 ? [vouching] : []),
  ]
}

function fundOf({ toFund, address }: Reminder, texts: Texts, words: Words) {
  if (!toFund) return null
  return {
    label: 'toFund' as const,
    address,
    code: texts.code,
    usd: words.usd(toFund.usdCents),
    btc: words.btc(toFund.sats),
    link: paymentLink(address, toFund.sats),
    notes: toFund.reserveUsdCents > 0n ? [texts.reserve, texts.compare] : [texts.compare],
  }
}

/** A coming payday: its shortfall, or that all is ready. */
export const paydayReminder = message('paydayReminder', notice, (given: Reminder, texts, words) => {
  const { stage, missing, missingLower, hasCover, toFund, way } = given
  const fund = fundOf(given, texts, words)
  const sum = (one: Reminder['missing']) => one && amount(one, words)
  const rowsOf = (say: typeof sum): MessageFacts => [
    ['missing', say(missing)],
    ['missingLower', say(missingLower)],
    ['coverLower', hasCover && missingLower === null ? texts.enough : null],
  ]
  return {
    subject: texts.subject[stage],
    text: texts.text[stage],
    facts: [
      ['payroll', paydayName(given, words)],
      ...paydayFacts(given, words),
      ['inTheWay', way && texts.way[way]],
      ...rowsOf(sum),
      ['toFund', sum(toFund)],
      ['address', fund?.address ?? null],
      ['payLink', fund?.link ?? null],
    ],
    payday: {
      fund,
      // The sentence has the time already, and the lists have the names.
      facts: [
        ['inTheWay', way && texts.way[way]],
        ...rowsOf((one) => one && words.usd(one.usdCents)),
        ['total', words.usd(given.usdCents)],
      ],
      lists: listsOf(given, texts, words),
    },
    link: texts.link,
    url: given.url,
    sms: texts.sms,
    values: {
      ...valuesOf(given, words),
      usd: words.usd(missing?.usdCents ?? 0n),
      toFund: words.usd(toFund?.usdCents ?? 0n),
      reserve: words.usd(toFund?.reserveUsdCents ?? 0n),
    },
  }
})

type Held = MailedPayday & { kind: OccurrenceReason; until: Date }

/** A payday that pays itself is due, but something prevents it. */
export const paydayHeld = message('paydayHeld', notice, (given: Held, texts, words) => ({
  subject: texts.subject,
  text: [texts.text, texts.why[given.kind], texts.until],
  facts: [['payroll', paydayName(given, words)], ...paydayFacts(given, words)],
  link: texts.link,
  url: given.url,
  sms: texts.sms,
  values: {
    ...valuesOf(given, words),
    until: whenOf({ ...given, dueAt: given.until }, words),
  },
}))

type Missed = MailedPayday & {
  mode: 'REMIND' | 'PREPARE' | 'PAY'
  /** `NO_PEOPLE`: nobody is in the payroll; `NOBODY`: a press would have paid it. */
  kind: OccurrenceReason | 'NO_PEOPLE' | 'NOBODY'
}

/** A payday's window ended and nobody was paid: why, and where the money is. */
export const paydayMissed = message('paydayMissed', notice, (given: Missed, texts, words) => ({
  subject: texts.subject,
  text: [texts.text[given.mode], texts.happened[given.kind], texts.decide],
  facts: [
    ['payroll', paydayName(given, words)],
    ...paydayFacts(given, words),
    ['reason', texts.why[given.kind]],
  ],
  payday: { fund: null, facts: paydayFacts(given, words).slice(1), lists: [] },
  link: texts.link,
  url: given.url,
  sms: texts.sms,
  values: { ...valuesOf(given, words), why: texts.why[given.kind] },
}))
