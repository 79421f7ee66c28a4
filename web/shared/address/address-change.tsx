import { useTranslation } from 'react-i18next'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

/** The old address of two all quiet, the new one to be compared by eye. */
export function BeforeAndNow({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation()
  return (
    <Grid columns="auto minmax(0, 1fr)" columnGap={4} mt={1}>
      <Text as="span" size={12.5} leading={24} tone="ink2">
        {t('ui.before')}
      </Text>
      <AddressFull address={from} perLine={11} size={14} quiet />
      <Text as="span" size={12.5} leading={24} strong tone="amber">
        {t('ui.now')}
      </Text>
      <AddressFull address={to} perLine={11} size={14} />
    </Grid>
  )
}
