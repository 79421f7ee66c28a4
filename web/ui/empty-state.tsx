import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { MonthRuler } from './month-ruler.tsx'

interface EmptyStateProps {
  /** The specification's sentence. */
  title: string
  /** The next step. */
  children?: ReactNode
  /** The action; above the table it is outlined meanwhile. */
  actions?: ReactNode
}

export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        textAlign: 'center',
        px: 5,
        py: { xs: 12, md: 20 },
      }}
    >
      <Box sx={{ width: '100%', maxWidth: 232, mb: 7 }}>
        <MonthRuler tall={30} short={13} />
      </Box>
      <Typography variant="h2">{title}</Typography>
      {children && (
        <Typography sx={{ mt: 2, maxWidth: 320, color: 'ink2', textWrap: 'balance' }}>
          {children}
        </Typography>
      )}
      {actions && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 3, mt: 6 }}>
          {actions}
        </Box>
      )}
    </Box>
  )
}
