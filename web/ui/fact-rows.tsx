import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

interface Fact {
  name: string
  value: ReactNode
  /** The sum at the end. */
  strong?: boolean
}

interface FactRowsProps {
  facts: readonly Fact[]
  /** Nothing stands above them that the first hairline would part them from. */
  atTop?: boolean
}

/** Name left, value right, a hairline above each: of a payment, a transaction, a fee. */
export function FactRows({ facts, atTop = false }: FactRowsProps) {
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {facts.map(({ name, value, strong }) => (
        <Box
          key={name}
          sx={{
            display: 'flex',
            justifyContent: 'space-between',
            alignItems: 'baseline',
            gap: 4,
            py: '11px',
            borderTop: 1,
            borderColor: 'line',
            ...(atTop && { '&:first-of-type': { borderTop: 0 } }),
          }}
        >
          <Box
            component="dt"
            // 'TX ID' in one line, a sentence in as many as it needs.
            sx={{
              minWidth: 48,
              fontSize: '0.90625rem',
              ...(strong ? { fontWeight: 600 } : { color: 'ink2' }),
            }}
          >
            {name}
          </Box>
          <Box component="dd" sx={{ minWidth: 0, textAlign: 'right' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
