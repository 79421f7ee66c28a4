/** One line of the table that `npm run bench` prints. */
export type TableRow = {
  what: string
  against: string
  goal: string
  measured: string
  /** How the cost grows, where it was measured at several sizes. */
  growth?: string
  /** The machine's load before the script. */
  load?: string
}

/** Reports to `npm run bench`, or prints where a script runs alone. */
export function reportFigure(row: TableRow): void {
  process.send?.(row)
  const { what, against, goal, measured: figure, growth } = row
  const more = growth ? `; ${growth}` : ''
  process.stdout.write(`${what}: ${figure}${more} (against ${against}; goal ${goal})\n`)
}

const columns = ['what', 'against', 'goal', 'measured', 'growth', 'load'] as const

export function asTable(rows: readonly TableRow[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n')
}

export function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}
