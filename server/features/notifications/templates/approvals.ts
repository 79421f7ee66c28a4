import type { OrderedChange } from '#contract/change-orders.ts'
import type { ChangesSummary } from '#contract/changes.ts'
import { fill } from '#contract/texts/fill.ts'
import type { ListedChanges } from './changes.ts'
import { message } from './message.ts'
import { labelOfSums } from './payments.ts'
import { amount, fromWhere, type PaidAmount, type Words } from './words.ts'

const notice = { secret: false, freezes: true } as const

/** The subject of an approval: an order of a payroll, a change, or a coming payday. */
export type ApprovalSubject =
  | { what: 'payment' | 'withdrawal' | 'consolidation'; payroll: string }
  | { what: 'change' | 'payday'; change: OrderedChange }

const shown = (subject: ApprovalSubject, words: Words): string =>
  words.name('change' in subject ? words.change(subject.change) : subject.payroll)

/** The beginning and end of a sheet's hash, enough to compare it with the screen. */
const shownHash = (sheet: string): string => `${sheet.slice(0, 8)}…${sheet.slice(-8)}`

type ApprovalRequest = ListedChanges & {
  subject: ApprovalSubject
  asker: string | null
  ip: string | null
  /** Set for a payment; null otherwise. */
  people: number | null
  sums: PaidAmount | null
  /** Where a withdrawal goes, shortened. */
  address: string | null
  /** Set for a payment: the changes since the last run, as ordered. */
  summary: ChangesSummary | null
  /** Set for a payday. */
  payday: {
    people: number
    dueAt: Date
    usdCents: bigint
    /** The most that may leave, fees included. */
    ceilingUsdCents: bigint
    summary: ChangesSummary | null
    paysItself: boolean
  } | null
  /** SHA-256 of the sheet, hexadecimal. */
  sheet: string
  given: number
  required: number
  until: Date
  /** The mail is a reminder, shortly before the approval expires. */
  isReminder: boolean
  url: string
}

/** Another person's order or change waits for this reader's approval. */
export const approvalAsked = message(
  'approvalAsked',
  { secret: false },
  (input: ApprovalRequest, texts, words) => {
    const { subject, sums, address, isReminder, payday } = input
    const { what } = subject
    const people = payday?.people ?? input.people
    const summary = payday?.summary ?? input.summary
    const text = payday?.paysItself ? texts.text.paysItself : texts.text[what]
    const title = (isReminder ? texts.reminder : texts.subject)[what]
    const values = { subject: shown(subject, words) }
    return {
      subject: title,
      text: [summary && words.changes(summary), text],
      facts: [
        'change' in subject ? ['what', values.subject] : ['payroll', values.subject],
        ['payday', payday && words.when(payday.dueAt)],
        ['people', people === null ? null : words.count(people)],
        ['address', address === null ? null : words.name(address)],
        [labelOfSums(what), sums && amount(sums, words)],
        ['total', payday && words.usd(payday.usdCents)],
        ['ceiling', payday && words.usd(payday.ceilingUsdCents)],
        ['requestedBy', fromWhere(input, words)],
        ['approvalsNeeded', `${words.count(input.given)} / ${words.count(input.required)}`],
        ['approvableUntil', words.when(input.until)],
        // Digits of the hash must not look like a code.
        ['sheet', words.name(shownHash(input.sheet))],
      ],
      changes: input,
      link: texts.link,
      url: input.url,
      sms: texts.sms,
      values: { ...values, what: fill(title, values) },
    }
  },
)

export type DecisionOutcome = 'approved' | 'rejected' | 'expired'

type Decided = {
  subject: ApprovalSubject
  outcome: DecisionOutcome
  /** Empty where no person decided. */
  who: string
  reason: string
  url: string
}

/** To the person who asked. */
export const approvalDecided = message(
  'approvalDecided',
  { secret: false },
  ({ subject, outcome, who, reason, url }: Decided, texts, words) => {
    const values = { subject: shown(subject, words) }
    const title = texts.subject[outcome]
    return {
      subject: title,
      text: texts.text[outcome],
      facts: [
        ['decidedBy', who === '' ? null : words.name(who)],
        ['reason', reason === '' ? null : words.name(reason)],
      ],
      link: texts.link,
      url,
      sms: texts.sms,
      values: { ...values, what: fill(title, values) },
    }
  },
)

/** The code that releases a change; its mail names the person, address or rule that it moves. */
export const changeCode = message(
  'changeCode',
  { secret: true, livesMinutes: 10 },
  ({ code, change }: { code: string; change: OrderedChange }, texts, words) => ({
    ...texts,
    code,
    facts: [['address', 'address' in change.payload ? change.payload.address || null : null]],
    values: { subject: words.name(words.changeDetail(change)) },
  }),
)

type Rules = {
  at: Date
  /** null: the operator, with the seed's words. */
  who: string | null
  tiers: readonly { fromUsdCents: bigint; approvals: number }[]
  strongOnly: boolean
  /** `asked`: waits for approvals. `waits`, `seed`: for its time; nobody undoes the latter. `now`: in force. */
  stage: 'asked' | 'waits' | 'seed' | 'now'
  effectiveAt: Date | null
  url: string
}

/** The approvals that a company requires now or later. To administrators; to everybody where `who` is null. */
export const rulesChanged = message('rulesChanged', notice, (rules: Rules, texts, words) => {
  const { at, tiers, strongOnly, stage, effectiveAt, url } = rules
  const who = rules.who === null ? texts.operator : words.name(rules.who)
  const tierText = (one: Rules['tiers'][number]) =>
    fill(texts.tier, { amount: words.usd(one.fromUsdCents), approvals: words.count(one.approvals) })
  return {
    subject: texts.subject[stage],
    text: texts.text[stage],
    facts: [
      ['date', words.when(at)],
      ['who', who],
      ['amount', tiers.length === 0 ? texts.noTiers : tiers.map(tierText).join(' · ')],
      ['strongOnly', strongOnly ? texts.yes : texts.no],
      ['effectiveAt', effectiveAt && words.when(effectiveAt)],
    ],
    link: texts.link,
    url,
    warning: rules.who === null ? texts.seedWarning : texts.warning,
    sms: texts.sms,
    values: { at: words.when(at), who },
  }
})

type Waits = { change: OrderedChange; at: Date; who: string; effectiveAt: Date; url: string }

/**
 * A role, invitation or key with all its approvals, which can be undone until its time. To every
 * administrator.
 */
export const changeWaits = message('changeWaits', notice, (waits: Waits, texts, words) => {
  const { change, at, who, effectiveAt, url } = waits
  return {
    ...texts,
    facts: [
      ['what', words.name(words.change(change))],
      ['who', words.name(who)],
      ['date', words.when(at)],
      ['effectiveAt', words.when(effectiveAt)],
    ],
    url,
    values: { subject: words.name(words.change(change)), at: words.when(effectiveAt) },
  }
})
