import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { rowInset } from './panel.tsx'

const cells = '& th, & td'
const firstCells = '& :is(th, td):first-of-type'
const head = { fontSize: '0.78125rem', fontWeight: 500, color: 'ink2' }
const mono = { fontFamily: '"Spline Sans Mono Variable", ui-monospace, monospace' }
const line = { borderTop: 1, borderColor: 'line' }

const looks = {
  /** Sentences of any length: what is wrong in which row. */
  faults: {
    width: '100%',
    fontSize: '0.90625rem',
    [cells]: { py: '13px', pr: 3, textAlign: 'left', verticalAlign: 'top' },
    '& th': { ...head, py: 2 },
    '& tr': line,
    [firstCells]: { width: 64, color: 'ink2' },
    '& :is(th, td):nth-of-type(2)': { width: { xs: 96, sm: 176 }, overflowWrap: 'anywhere' },
    // A value as it stands in the file; on phones beneath the name of its column.
    '& .value': { display: { xs: 'none', sm: 'table-cell' } },
    '& td.value': { maxWidth: 150, overflow: 'hidden', textOverflow: 'ellipsis' },
    '& td.value, & span.value': { ...mono, fontSize: '0.8125rem', whiteSpace: 'nowrap' },
    '& span.value': {
      display: { xs: 'block', sm: 'none' },
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      color: 'ink2',
    },
  },
  /** A file's rows in a panel; its salaries are at the right. */
  example: {
    width: '100%',
    whiteSpace: 'nowrap',
    [cells]: { height: 46, pr: { xs: 3, md: 5 }, textAlign: 'left' },
    '& th': head,
    // Small digits on narrow windows, so that a tablet shows the whole table.
    '& td': { ...mono, ...line, fontSize: { xs: '0.75rem', md: '0.8125rem' } },
    [firstCells]: { pl: rowInset },
    '& .right': { textAlign: 'right' },
  },
  /** Values on two sides. */
  sides: {
    width: '100%',
    tableLayout: 'fixed',
    fontSize: '0.90625rem',
    [cells]: {
      py: '9px',
      pr: 3,
      textAlign: 'left',
      verticalAlign: 'top',
      overflowWrap: 'anywhere',
    },
    '& thead td': { width: { xs: 76, sm: 116 } },
    '& thead th': { ...head, py: '5px' },
    '& tbody tr': line,
    '& tbody th': { fontWeight: 400, color: 'ink2' },
  },
  /** The first rows of a file that somebody chose. */
  preview: {
    minWidth: '100%',
    whiteSpace: 'nowrap',
    [cells]: { height: 38, pr: 4, textAlign: 'left' },
    '& th': head,
    '& td': {
      ...mono,
      ...line,
      // Narrow enough for the salary to be seen without scrolling.
      maxWidth: 132,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      fontSize: '0.8125rem',
    },
  },
}

interface PlainTableProps {
  look: keyof typeof looks
  label?: string
  labelledBy?: string
  busy?: boolean
  children: ReactNode
}

/** A table without pages and columns to choose: its rows are written out where it is used. */
export function PlainTable({ look, label, labelledBy, busy, children }: PlainTableProps) {
  return (
    <Box
      component="table"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-busy={busy}
      sx={[{ borderCollapse: 'collapse' }, looks[look]]}
    >
      {children}
    </Box>
  )
}
