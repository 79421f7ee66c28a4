import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { AddressFull } from './address-text.tsx'

/** The old address of two all quiet, the new one to be compared by eye. */
export function BeforeAndNow({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation()
  const label = { fontSize: '0.78125rem', lineHeight: '24px' }
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: 4,
        mt: 1,
      }}
    >
      <Box component="span" sx={{ ...label, color: 'ink2' }}>
        {t('ui.before')}
      </Box>
      <AddressFull address={from} perLine={11} size={14} quiet />
      <Box component="span" sx={{ ...label, fontWeight: 600, color: 'amber' }}>
        {t('ui.now')}
      </Box>
      <AddressFull address={to} perLine={11} size={14} />
    </Box>
  )
}
