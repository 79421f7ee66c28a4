/** A figure beside its goal. */
export type TableFigure = { measured: string; goal: string }

/** A line of the table that `npm run bench` prints. */
export type TableRow = { what: string; figures: readonly TableFigure[] }

type Format = (value: number) => string

const markMissed = (isMet: boolean, text: string) => (isMet ? text : `${text} (missed)`)

/** `more` says how the value came about. */
export const atMost = (value: number, limit: number, format: Format, more = ''): TableFigure => ({
  measured: markMissed(value <= limit, format(value) + more),
  goal: `≤ ${format(limit)}`,
})

export const atLeast = (value: number, limit: number, format: Format, more = ''): TableFigure => ({
  measured: markMissed(value >= limit, format(value) + more),
  goal: `≥ ${format(limit)}`,
})

const rounded = (value: number, digits: number) =>
  Number(value.toFixed(digits)).toLocaleString('en-US', { maximumFractionDigits: digits })

export const formatMilliseconds: Format = (ms) => `${rounded(ms, 0)} ms`
export const formatSeconds: Format = (s) => `${rounded(s, 1)} s`
export const formatNumber: Format = (value) => rounded(value, 2)

/** A ratio, followed by the two times it is made of. */
export const ratioOf = (ours: readonly number[], theirs: readonly number[]) => ({
  ratio: middle(ours.map((ms, run) => ms / (theirs[run] ?? Number.NaN))),
  times: ` (${formatMilliseconds(middle(ours))} : ${formatMilliseconds(middle(theirs))})`,
})

/** Reports to `npm run bench`. */
export function reportRow(row: TableRow): void {
  process.send?.(row)
}

export function formatTable(rows: readonly TableRow[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['what', 'measured', 'goal']),
    line(['---', '---', '---']),
    ...rows.map(({ what, figures }) =>
      line([
        what,
        figures.map(({ measured }) => measured).join(' · '),
        figures.map(({ goal }) => goal).join(' · '),
      ]),
    ),
  ].join('\n')
}

export function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}

/** The value that so large a part of the numbers does not exceed: 0.95 for p95. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
}
