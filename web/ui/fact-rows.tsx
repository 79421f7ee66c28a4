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

interface FactColumnProps {
  as?: 'div' | 'li'
  gap?: number
  /** Nothing stands above the first that a hairline would part it from, and all begin at their top. */
  atTop?: boolean
  children: ReactNode
}

/** A fact among several: beside each other with hairlines between them, on phones a row each. */
export function FactColumn({ as = 'div', gap = 0, atTop = false, children }: FactColumnProps) {
  return (
    <Box
      component={as}
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', md: 'column' },
        justifyContent: { xs: 'space-between', md: atTop ? 'start' : 'space-between' },
        alignItems: { xs: 'center', md: 'start' },
        gap: { xs: 4, md: gap },
        minHeight: { xs: 46, md: 0 },
        px: { md: 7 },
        '&:first-of-type': { pl: 0, borderLeftWidth: 0, ...(atTop && { borderTopWidth: 0 }) },
        borderColor: 'line',
        borderStyle: 'solid',
        borderWidth: 0,
        borderTopWidth: { xs: 1, md: 0 },
        borderLeftWidth: { md: 1 },
      }}
    >
      {children}
    </Box>
  )
}

/** FactRows that begin level with what stands beside them. */
export const LinelessStart = ({ children }: { children: ReactNode }) => (
  <Box sx={{ '& dl > div:first-of-type': { borderTop: 0, pt: 0 } }}>{children}</Box>
)
