import { styled } from '@mui/material/styles'
import { translateOf } from '#web/lib/translate-of.ts'
import { TextSkeleton } from './skeleton.tsx'
import type { Column, DataTableProps } from './table-props.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: '0.90625rem',
  lineHeight: 1.4,
  '& th': {
    height: 42,
    textAlign: 'left',
    fontSize: '0.78125rem',
    fontWeight: 500,
    color: theme.vars.palette.ink2,
  },
  '& th, & td': {
    padding: '0 16px 0 0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& td': { color: theme.vars.palette.ink2, borderTop: `1px solid ${theme.vars.palette.line}` },
  '& td.plain': { color: theme.vars.palette.ink },
  '& td.name': { color: theme.vars.palette.ink, fontWeight: 600 },
  '& tfoot td': { borderTop: `2px solid ${theme.vars.palette.line}` },
  '& .right': { textAlign: 'right' },
  '& .apart': { paddingLeft: 16 },
  '& .wraps': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: 24 },
  '& th:last-of-type, & td:last-of-type': { paddingRight: 20 },
  [theme.breakpoints.down('md')]: {
    '& th:first-of-type, & td:first-of-type': { paddingLeft: 18 },
    '& th:last-of-type, & td:last-of-type': { paddingRight: 18 },
  },
  // An icon button's glyph, not its area, stands at the column's edge.
  '& td.right > .MuiIconButton-root:last-child': { marginRight: -7 },
  // A focus ring in a cell is drawn inside, where the cell does not cut it off.
  '& td :focus-visible': { outlineOffset: -2 },
}))

const classOf = <Row,>({ align, apart, wraps, look = 'secondary' }: Column<Row>) =>
  [look, align === 'right' && 'right', apart && 'apart', wraps && 'wraps'].filter(Boolean).join(' ')

type GridProps<Row> = DataTableProps<Row> & { full: number; expected: number }

/** The rows as a real table. */
export function TableGrid<Row>(props: GridProps<Row>) {
  const { label, columns, rows, rowKey, full, expected, rowHeight = 52, sum } = props
  const hasRigid = columns.some(({ rigid }) => rigid)
  const share = (width: number) => `${(width / full) * 100}%`
  return (
    <Table aria-label={label}>
      <colgroup>
        {columns.map(({ key, width, rigid }) => (
          <col key={key} style={{ width: hasRigid ? (rigid ? width : undefined) : share(width) }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={classOf(column)}>
              {column.headHidden ? <VisuallyHidden>{column.head}</VisuallyHidden> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === undefined
          ? Array.from({ length: expected }, (_, index) => index).map((index) => (
              <SkeletonRow key={index} columns={columns} index={index} height={rowHeight} />
            ))
          : rows.map((row) => (
              <GridRow key={rowKey(row)} columns={columns} row={row} height={rowHeight} />
            ))}
      </tbody>
      {sum !== undefined && (
        <tfoot>
          <GridRow columns={columns} row={sum} height={rowHeight} />
        </tfoot>
      )}
    </Table>
  )
}

function GridRow<Row>(props: { columns: readonly Column<Row>[]; row: Row; height: number }) {
  return (
    <tr style={{ height: props.height }}>
      {props.columns.map((column) => {
        const content = column.cell(props.row)
        return (
          <td key={column.key} className={classOf(column)} translate={translateOf(content)}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}

/** Names differ in length; so do their bars, always in the same way. */
const shares = [1, 0.84, 0.93, 1.1, 0.89, 1.02, 0.76, 0.87, 0.9, 0.95]

function SkeletonRow<Row>(props: {
  columns: readonly Column<Row>[]
  index: number
  height: number
}) {
  const share = shares[props.index % shares.length] ?? 1
  return (
    <tr style={{ height: props.height }} aria-hidden>
      {props.columns.map((column) => (
        <td key={column.key} className={classOf(column)}>
          <CellSkeleton column={column} share={share} />
        </td>
      ))}
    </tr>
  )
}

function CellSkeleton<Row>({ column, share }: { column: Column<Row>; share: number }) {
  const { skeleton, look, align } = column
  if (typeof skeleton !== 'number') return skeleton
  return (
    <div style={{ display: 'flex', justifyContent: align === 'right' ? 'end' : 'start' }}>
      <TextSkeleton width={look === 'name' ? skeleton * share : skeleton} />
    </div>
  )
}
