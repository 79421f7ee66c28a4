import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Panel } from './panel.tsx'
import { CardRows } from './row-card.tsx'
import { TextSkeleton } from './skeleton.tsx'
import { TableGrid } from './table-grid.tsx'
import type { DataTableProps } from './table-props.ts'
import { useIsNarrower } from './use-is-narrower.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Narrower than this share of its columns' widths, a table is harder to read than cards. */
const minimumShare = 0.82

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, card, rowKey, empty, expected = 10, head, pager } = props
  const { t } = useTranslation()
  const full = columns.reduce((sum, column) => sum + column.width, 0)
  const [frame, asCards] = useIsNarrower(props.minimumWidth ?? full * minimumShare)

  if (rows?.length === 0) return <Panel flush>{empty}</Panel>
  return (
    <Panel flush>
      <div ref={frame} aria-busy={rows === undefined}>
        {head && asCards ? <Box sx={{ borderBottom: 1, borderColor: 'line' }}>{head}</Box> : head}
        {rows === undefined && <VisuallyHidden role="status">{t('ui.loading')}</VisuallyHidden>}
        {asCards ? (
          <CardRows label={label} rows={rows} rowKey={rowKey} card={card} expected={expected} />
        ) : (
          <TableGrid {...props} full={full} expected={expected} />
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
