import type { ReactNode } from 'react'

/**
 * A place on a card: before everything, in its first line, in the grey line beneath (with dots between
 * such facts), as a grey line of its own, top right, bottom left, bottom right.
 */
export type CardPlace = 'lead' | 'title' | 'fact' | 'line' | 'aside' | 'foot' | 'actions'

type Draw<Row> = (row: Row) => ReactNode

export interface Column<Row> {
  key: string
  head: ReactNode
  /** The head is only for screen readers: what stands in the column speaks for itself. */
  headHidden?: boolean
  /**
   * The column's share of the width, in px of a full table (1136 wide): fixed, so that rows never
   * shift.
   */
  width: number
  /** Exactly as wide as `width`; where some columns are, the others share evenly what is left. */
  rigid?: boolean
  align?: 'left' | 'right'
  /** Further from the column before: where that one is aligned to the right and this one is not. */
  apart?: boolean
  /** Several lines where one is too short, which is cut otherwise. */
  wraps?: boolean
  cell: Draw<Row>
  /** The cell's place on a card, or what is drawn at places there instead of the cell. */
  onCard?: CardPlace | { [Place in CardPlace]?: Draw<Row> }
  /** The placeholder while loading: a bar of this many px, or a drawing. */
  skeleton?: number | ReactNode
  /** Names and amounts stand out; all else is secondary. */
  look?: 'name' | 'plain' | 'secondary'
}

export interface DataTableProps<Row> {
  /** The name of the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Instead of everything when there is no row: an EmptyState. */
  empty: ReactNode
  /** Rows that are drawn while loading. */
  expected?: number
  rowHeight?: number
  /** The least width in px: narrower than this, cards are easier to read than the table. */
  minimumWidth?: number
  /** No panel around the table: it stands in one that has more. */
  bare?: boolean
  /** Above the heads: a PanelHead. */
  head?: ReactNode
  /** The sum of the cells, in a row of its own beneath them: drawn by the same columns. */
  sum?: Row | undefined
  /** Beneath the rows: a Pager. */
  pager?: ReactNode
}
