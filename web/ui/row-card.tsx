import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { rowInset } from './panel.tsx'
import { ActionsSkeleton, AmountSkeleton, TextSkeleton } from './skeleton.tsx'

interface RowCardProps {
  /** Name, or its link. */
  title: ReactNode
  /** The grey line beneath. */
  detail?: ReactNode
  /** Top right: an Amount. */
  aside?: ReactNode
  /** Bottom left: an address, a state. */
  foot?: ReactNode
  /** Bottom right: actions, a link. */
  actions?: ReactNode
}

/** A table's row where there is no room for its columns. */
export function RowCard({ title, detail, aside, foot, actions }: RowCardProps) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 3 }}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontSize: '0.9375rem', lineHeight: '22px', fontWeight: 600 }}>{title}</Box>
        <Box sx={{ fontSize: '0.90625rem', lineHeight: '22px', color: 'ink2' }}>{detail}</Box>
      </Box>
      <div>{aside}</div>
      {(foot || actions) && (
        // A row of its own: a long link leaves the lines above their width.
        <Box
          sx={{
            gridColumn: '1 / -1',
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            columnGap: 3,
            minHeight: 40,
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', minWidth: 0, fontSize: '0.90625rem' }}>
            {foot}
          </Box>
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              flex: 'none',
              // An icon button's glyph, not its area, stands on the edge.
              '& > .MuiIconButton-root:last-child': { mr: '-10px' },
            }}
          >
            {actions}
          </Box>
        </Box>
      )}
    </Box>
  )
}

interface CardRowsProps<Row> {
  label: string
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  card: (row: Row) => ReactNode
  expected: number
}

export function CardRows<Row>({ label, rows, rowKey, card, expected }: CardRowsProps<Row>) {
  const item = {
    px: rowInset,
    pt: 3,
    pb: 2.5,
    '& + &': { borderTop: 1, borderColor: 'line' },
  }
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rows === undefined
        ? Array.from({ length: expected }, (_, index) => index).map((index) => (
            <Box component="li" key={index} sx={item} aria-hidden>
              <RowCard
                title={<Lines width={170} />}
                detail={<Lines width={190} />}
                aside={<AmountSkeleton />}
                foot={<TextSkeleton width={128} />}
                actions={<ActionsSkeleton />}
              />
            </Box>
          ))
        : rows.map((row) => (
            <Box component="li" key={rowKey(row)} sx={item}>
              {card(row)}
            </Box>
          ))}
    </Box>
  )
}

function Lines({ width }: { width: number }) {
  return (
    <Box sx={{ py: '5px' }}>
      <TextSkeleton width={width} />
    </Box>
  )
}
