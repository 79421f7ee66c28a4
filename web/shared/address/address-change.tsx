import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

/** The old address of two all quiet, the new one to be compared by eye. */
export function BeforeAndNow({ from, to }: { from: string; to: string }) {
  return (
    <TwoLines
      before={<AddressFull address={from} perLine={11} size={14} quiet />}
      now={<AddressFull address={to} perLine={11} size={14} />}
    />
  )
}

/** Two bank accounts, by bank and last four digits; null: there was none. */
export function AccountBeforeAndNow({ from, to }: { from: string | null; to: string }) {
  return (
    <TwoLines
      before={
        <Text as="span" size={14} leading={24} tone="ink2" breakWords translate="no">
          {from ?? '—'}
        </Text>
      }
      now={
        <Text as="span" size={14} leading={24} breakWords translate="no">
          {to}
        </Text>
      }
    />
  )
}

function TwoLines({ before, now }: { before: ReactNode; now: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Grid columns="auto minmax(0, 1fr)" columnGap={4} mt={1}>
      <Text as="span" size={12.5} leading={24} tone="ink2">
        {t('ui.before')}
      </Text>
      {before}
      <Text as="span" size={12.5} leading={24} strong tone="amber">
        {t('ui.now')}
      </Text>
      {now}
    </Grid>
  )
}
