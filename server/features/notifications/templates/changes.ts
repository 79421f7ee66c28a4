import { fill } from '#contract/texts/fill.ts'
import type { TextsOfLanguage } from '#contract/texts/keys.ts'
import type { Words } from './words.ts'

/** A line of a message; addresses are shortened already. */
export type NotifiedChange =
  | { kind: 'changedAddress' | 'newPerson'; person: string; address: string }
  | { kind: 'salary'; person: string; fromUsdCents: bigint; toUsdCents: bigint }
  /** The bitcoin part of a salary, in per cent. */
  | { kind: 'share'; person: string; from: number; to: number }
  | { kind: 'email' | 'phone'; person: string; from: string; to: string }
  /** The last digits of a bank account. */
  | { kind: 'bank'; person: string; account: string }

/** `more`: the number of changes that are not listed. */
export type ListedChanges = { changes: readonly NotifiedChange[]; more: number }

type Names = TextsOfLanguage['mails']['changes']

/** Three SMS segments: a segment with an accent holds 67 characters. */
const smsAtMost = 201

// An address may end in six digits, which must not look like a code.
function shownValue(change: NotifiedChange, { usd, name }: Words): string {
  switch (change.kind) {
    case 'salary':
      return `${usd(change.fromUsdCents)} → ${usd(change.toUsdCents)}`
    case 'share':
      return `${change.from} % → ${change.to} %`
    case 'email':
    case 'phone':
      return `${name(change.from) || '—'} → ${name(change.to) || '—'}`
    case 'bank':
      return change.account === '' ? '—' : `…${change.account}`
    default:
      return name(change.address)
  }
}

/** The changes as rows of a mail, and how many more there are. */
export function changeRows(
  { changes, more }: ListedChanges,
  names: Names,
  others: string,
  words: Words,
): [name: string, value: string][] {
  const rows = changes.map((change): [string, string] => [
    words.name(change.person),
    `${names[change.kind]}: ${shownValue(change, words)}`,
  ])
  return more > 0 ? [...rows, [others, words.count(more)]] : rows
}

/** A text message with as many changes as it has room for, and the number of the rest. */
export function withChanges(
  message: string,
  { changes, more }: ListedChanges,
  names: Names,
  words: Words,
): string {
  const andMore = (count: number) => ` ${fill(names.andMore, { count: words.count(count) })}.`
  let text = message
  for (const [index, change] of changes.entries()) {
    const line = ` ${words.name(change.person)}: ${shownValue(change, words)}.`
    const left = changes.length - index + more
    const tail = andMore(left)
    const isLast = left === 1
    if (text.length + line.length + (isLast ? 0 : tail.length) > smsAtMost) {
      return text.length + tail.length > smsAtMost ? text : `${text}${tail}`
    }
    text += line
  }
  return more > 0 ? `${text}${andMore(more)}` : text
}
