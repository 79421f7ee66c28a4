/** The content of a column: `usd` and `btc` are plain decimal texts, `date` an instant. */
export type CellKind = 'text' | 'usd' | 'btc' | 'date'
export type Cell = string | Date | null
export type SheetColumn = { title: string; kind: CellKind }
/** Rows come in batches, so that a file of any length is never whole in memory. */
export type Table = { columns: SheetColumn[]; batches: AsyncIterable<Cell[][]> }

const salvadorTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/El_Salvador',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** `2026-11-21 12:03:11`, as the clocks in El Salvador show it. */
export const localTime = (at: Date): string => salvadorTime.format(at)
