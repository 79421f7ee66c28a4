import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { Text } from '#web/ui/text.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

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
