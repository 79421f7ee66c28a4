import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { AccessPanel } from './access-panel.tsx'

/** A form beside the access panel; beneath it on phones. */
export function AccessPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        minHeight: '100vh',
      }}
    >
      <title>{`${title} · Quincena`}</title>
      <AccessPanel />
      <Box
        component="main"
        sx={{
          flex: 1,
          display: 'grid',
          alignItems: { xs: 'start', md: 'center' },
          justifyItems: 'center',
          px: 5,
          py: { xs: 8, md: 12 },
        }}
      >
        <Box sx={{ width: '100%', maxWidth: 408 }}>{children}</Box>
      </Box>
    </Box>
  )
}

/** The hairline and what stands under it: the way to the other form. */
export function AccessFoot({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ mt: 8, pt: 6, borderTop: 1, borderColor: 'line', color: 'ink2' }}>{children}</Box>
  )
}
