import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Block, Row } from './layout.tsx'
import { Panel, rowInset } from './panel.tsx'
import { TextSkeleton } from './skeleton.tsx'
import { TableCards } from './table-cards.tsx'
import { TableGrid } from './table-grid.tsx'
import type { DataTableProps } from './table-props.ts'
import { useIsNarrower } from './use-is-narrower.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** Narrower than this share of its columns' widths, a table is harder to read than cards. */
const minimumShare = 0.82

/** Rows under the heads of their columns; cards of the same columns where there is no room. */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { columns, rows, empty, expected = 10, bare = false, head, pager } = props
  const { t } = useTranslation()
  const full = columns.reduce((sum, column) => sum + column.width, 0)
  const [frame, asCards] = useIsNarrower(props.minimumWidth ?? full * minimumShare)

  const placed = (content: ReactNode) => (bare ? content : <Panel flush>{content}</Panel>)
  if (rows?.length === 0) return placed(empty)
  return placed(
    <div ref={frame} aria-busy={rows === undefined}>
      {head && asCards ? <Block lineBelow>{head}</Block> : head}
      {rows === undefined && <VisuallyHidden role="status">{t('ui.loading')}</VisuallyHidden>}
      {asCards ? (
        <TableCards {...props} expected={expected} />
      ) : (
        <TableGrid {...props} full={full} expected={expected} />
      )}
      {rows === undefined && pager ? <PagerSkeleton /> : pager}
    </div>,
  )
}

function PagerSkeleton() {
  return (
    <Row height={52} px={rowInset} lineAbove>
      <TextSkeleton width={76} />
    </Row>
  )
}
