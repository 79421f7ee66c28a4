import { type ChangesSummary, changeGroups } from '#contract/changes.ts'
import type { Language } from '#contract/languages.ts'
import { fill } from '#contract/texts/fill.ts'
import { texts } from '#contract/texts/index.ts'
import { parseUsdNumber } from '#domain/money.ts'

type Writing = {
  usd(cents: bigint): string
  count(value: number): string
  locale: string
  timeZone: string
}

/** The sentence of the pay dialog: 'Desde el pago del 31 oct: 2 personas nuevas · 1 salió'. */
export function changesSentence(
  summary: ChangesSummary,
  language: Language,
  { usd, count, locale, timeZone }: Writing,
): string {
  const { since, counts, salariesUsd } = summary
  const said = texts[language].screens.changes
  if (!since) return said.first
  const date = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
  }).format(new Date(since.at))
  const plural = new Intl.PluralRules(locale)
  const change = `${salariesUsd < 0 ? '−' : '+'}${usd(parseUsdNumber(Math.abs(salariesUsd)) ?? 0n)}`
  const parts = changeGroups
    .filter((group) => counts[group] > 0)
    .map((group) => {
      const form = plural.select(counts[group]) === 'one' ? 'one' : 'other'
      return fill(said.part[`${group}_${form}`], { people: count(counts[group]), change })
    })
  if (parts.length === 0) return `${fill(said.none, { date })}.`
  return `${fill(said.sentence, { since: fill(said.since, { date }), changes: parts.join(' · ') })}.`
}
