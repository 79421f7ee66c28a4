import type { Dashboard } from '#contract/dashboard.ts'

export type Spending = Dashboard['spending']

/** Px of the chart; the room is kept while the charts' library loads. */
export const chartHeight = 150

const intervals = 3
const niceSteps = [1, 2, 2.5, 5, 10]

/** Four marks from 0, evenly and in round numbers, the last at or above `highest`. */
export function chooseSpendingMarks(highest: number): number[] {
  const least = Math.max(highest, 1) / intervals
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * (niceSteps.find((nice) => nice * power >= least) ?? 10)
  return Array.from({ length: intervals + 1 }, (_, index) => index * step)
}

/** `$50k`, `$1.5M`, `0`: an axis has no room for more. */
export function shortUsd(usd: number): string {
  if (usd === 0) return '0'
  if (usd >= 1_000_000) return `$${usd / 1_000_000}M`
  return usd >= 1000 ? `$${usd / 1000}k` : `$${usd}`
}
