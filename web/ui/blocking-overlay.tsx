import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useTranslation } from 'react-i18next'

/** The whole page waits: 100 by 100, as the specification says. */
export function BlockingOverlay({ open }: { open: boolean }) {
  const { t } = useTranslation()
  if (!open) return null
  return (
    <Box
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: (theme) => theme.zIndex.modal + 1,
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'backdrop',
        '@keyframes overlay-in': { from: { opacity: 0 } },
        '@media (prefers-reduced-motion: no-preference)': { animation: 'overlay-in 225ms' },
      }}
    >
      <CircularProgress
        size={100}
        thickness={2}
        aria-label={t('ui.loading')}
        sx={{ color: 'onAccess' }}
      />
    </Box>
  )
}
