import Box from '@mui/material/Box'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Hidden } from './hidden.tsx'
import { Panel } from './panel.tsx'
import { CardRows } from './row-card.tsx'
import { TextSkeleton } from './skeleton.tsx'
import { Grid } from './table-grid.tsx'
import { useWidth } from './use-width.ts'

export interface Column<Row> {
  key: string
  head: string
  /** The head is only for screen readers: what stands in the column speaks for itself. */
  headHidden?: boolean
  /** Its share of the width, in px of a full table (1136 wide): fixed, so that rows never shift. */
  width: number
  /** Exactly as wide as `width`; where some columns are, the others share evenly what is left. */
  rigid?: boolean
  align?: 'left' | 'right'
  /** Further from the column before: where that one is aligned to the right and this one is not. */
  apart?: boolean
  cell: (row: Row) => ReactNode
  /** What stands here while loading: a bar of this many px, or a drawing. */
  skeleton: number | ReactNode
  /** Names and amounts stand out; all else is secondary. */
  look?: 'name' | 'plain' | 'secondary'
}

export interface DataTableProps<Row> {
  /** What the table is, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The row as a card, on phones and wherever the table has no room: a RowCard. */
  card: (row: Row) => ReactNode
  /** Instead of everything when there is no row: an EmptyState. */
  empty: ReactNode
  /** Rows that are drawn while loading. */
  expected?: number
  rowHeight?: number
  /** In px: narrower than this, cards are easier to read than the table. */
  minimumWidth?: number
  /** Above the heads: a PanelHead. */
  head?: ReactNode
  /** Beneath the rows: a Pager. */
  pager?: ReactNode
}

/** Narrower than this share of its columns' widths, a table is harder to read than cards. */
const minimumShare = 0.82

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, card, rowKey, empty, expected = 10, head, pager } = props
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const full = columns.reduce((sum, column) => sum + column.width, 0)
  const asCards = width !== null && width < (props.minimumWidth ?? full * minimumShare)

  if (rows?.length === 0) return <Panel flush>{empty}</Panel>
  return (
    <Panel flush>
      <div ref={frame} aria-busy={rows === undefined}>
        {head && asCards ? <Box sx={{ borderBottom: 1, borderColor: 'line' }}>{head}</Box> : head}
        {rows === undefined && <Hidden role="status">{t('ui.loading')}</Hidden>}
        {asCards ? (
          <CardRows label={label} rows={rows} rowKey={rowKey} card={card} expected={expected} />
        ) : (
          <Grid {...props} full={full} expected={expected} />
        )}
        {rows === undefined && pager ? <PagerSkeleton /> : pager}
      </div>
    </Panel>
  )
}

function PagerSkeleton() {
  return (
    <div
      style={{
        height: 52,
        padding: '0 24px',
        display: 'flex',
        alignItems: 'center',
        borderTop: '1px solid var(--q-palette-line)',
      }}
    >
      <TextSkeleton width={76} />
    </div>
  )
}
