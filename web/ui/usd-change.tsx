import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { Text } from './text.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** `$412.50 → $440.00`; one amount where nothing changes. The arrow is said in words. */
export function UsdChange({ from, to }: { from: number; to: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Box component="span" sx={{ position: 'relative', color: 'ink2' }}>
      {from !== to && (
        <Text as="span" noWrap>
          <VisuallyHidden>{t('ui.before')}</VisuallyHidden> {format.usd(from)}{' '}
          <span aria-hidden>→</span>
          <VisuallyHidden>{t('ui.now')}</VisuallyHidden>
        </Text>
      )}{' '}
      <Text as="b" strong tone="ink" noWrap>
        {format.usd(to)}
      </Text>
    </Box>
  )
}

/** How much a salary rises or falls; nothing after a salary of zero. */
export function PercentChange({ from, to }: { from: number; to: number }) {
  const format = useFormat()
  if (from === 0) return null
  return (
    <Typography
      variant="secondary"
      component="span"
      sx={{ minWidth: 60, textAlign: 'right', color: 'ink2', lineHeight: 'inherit' }}
    >
      {format.change((to / from - 1) * 100)}
    </Typography>
  )
}
