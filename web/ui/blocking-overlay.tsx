import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useDatabaseAway } from '#web/lib/database-away.ts'

/** The whole page waits: 100 by 100, as the specification says. */
export function BlockingOverlay({ open }: { open: boolean }) {
  const { t } = useTranslation()
  const isAway = useDatabaseAway()
  if (!open) return null
  return (
    <Box
      sx={{
        position: 'fixed',
        inset: 0,
        zIndex: (theme) => theme.zIndex.modal + 1,
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 5,
        p: 5,
        bgcolor: 'backdrop',
        '@keyframes overlay-in': { from: { opacity: 0 } },
        '@media (prefers-reduced-motion: no-preference)': { animation: 'overlay-in 225ms' },
      }}
    >
      {/* Drawn here: the login waits for its script, which MUI's circle makes 1.5 KB longer. */}
      <Box
        component="svg"
        role="progressbar"
        aria-label={t('ui.loading')}
        viewBox="0 0 100 100"
        sx={{
          width: 100,
          height: 100,
          color: 'onAccess',
          '@keyframes overlay-turn': { to: { transform: 'rotate(360deg)' } },
          animation: 'overlay-turn 1.4s linear infinite',
        }}
      >
        <circle
          cx="50"
          cy="50"
          r="47"
          fill="none"
          stroke="currentColor"
          strokeWidth="4.5"
          strokeDasharray="200 300"
        />
      </Box>
      {isAway && (
        <Box role="status" sx={{ maxWidth: 360, textAlign: 'center', color: 'onAccess' }}>
          <b>{t('layout.databaseAway.title')}</b> {t('layout.databaseAway.rest')}
        </Box>
      )}
    </Box>
  )
}
