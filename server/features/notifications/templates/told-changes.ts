import type { Language } from '#contract/languages.ts'
import type { Words } from './words.ts'

/** A line of a message; addresses are shortened already. */
export type NotifiedChange =
  | { kind: 'changedAddress' | 'newPerson'; person: string; address: string }
  | { kind: 'salary'; person: string; fromUsdCents: bigint; toUsdCents: bigint }

export type Told = { changes: readonly NotifiedChange[]; more: number }

/** Three parts: with an accent one holds 67 characters. */
const smsAtMost = 201

const texts: Record<
  Language,
  { [Kind in NotifiedChange['kind']]: string } & {
    others: string
    andMore: (count: string) => string
  }
> = {
  es: {
    changedAddress: 'dirección nueva',
    newPerson: 'persona nueva',
    salary: 'salario',
    others: 'Otros cambios',
    andMore: (count) => `y ${count} más`,
  },
  en: {
    changedAddress: 'new address',
    newPerson: 'new person',
    salary: 'salary',
    others: 'Other changes',
    andMore: (count) => `and ${count} more`,
  },
  it: {
    changedAddress: 'nuovo indirizzo',
    newPerson: 'nuova persona',
    salary: 'stipendio',
    others: 'Altre modifiche',
    andMore: (count) => `e ancora ${count}`,
  },
  pt: {
    changedAddress: 'endereço novo',
    newPerson: 'pessoa nova',
    salary: 'salário',
    others: 'Outras mudanças',
    andMore: (count) => `e mais ${count}`,
  },
}

/** Who asked, and from which IP address. */
export const fromWhere = (
  { asker, ip }: { asker: string; ip: string | null },
  { name }: Words,
): string => (ip === null ? name(asker) : `${name(asker)} · IP ${ip}`)

// An address may end in six digits, which nobody is to take for the code.
const shownValue = (change: NotifiedChange, { usd, name }: Words): string =>
  change.kind === 'salary'
    ? `${usd(change.fromUsdCents)} → ${usd(change.toUsdCents)}`
    : name(change.address)

/** The changes as rows of a mail, and how many more there are. */
export function changeRows(
  language: Language,
  { changes, more }: Told,
  words: Words,
): [name: string, value: string][] {
  const text = texts[language]
  const rows = changes.map((change): [string, string] => [
    words.name(change.person),
    `${text[change.kind]}: ${shownValue(change, words)}`,
  ])
  return more > 0 ? [...rows, [text.others, words.count(more)]] : rows
}

/** A text message with as many of the changes as it has room for, and how many more there are. */
export function withChanges(
  message: string,
  language: Language,
  { changes, more }: Told,
  words: Words,
): string {
  let text = message
  for (const [index, change] of changes.entries()) {
    const line = ` ${words.name(change.person)}: ${shownValue(change, words)}.`
    const left = changes.length - index + more
    const tail = ` ${texts[language].andMore(words.count(left))}.`
    const isLast = left === 1
    if (text.length + line.length + (isLast ? 0 : tail.length) > smsAtMost) {
      return text.length + tail.length > smsAtMost ? text : `${text}${tail}`
    }
    text += line
  }
  return more > 0 ? `${text} ${texts[language].andMore(words.count(more))}.` : text
}
