import { useTranslation } from 'react-i18next'
import type { Dashboard } from '#contract/dashboard.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Grid } from '#web/ui/layout.tsx'
import { CountRows } from '#web/ui/overview-frame.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'

export function TotalBalance({ balance }: { balance: Dashboard['balance'] | undefined }) {
  const { t } = useTranslation()
  return (
    <div>
      <Text variant="cell" as="h2" tone="ink2" mb={1}>
        {t('dashboard.balance')}
      </Text>
      {balance ? (
        <Figure usd={balance.usdBalance} btc={balance.btcBalance} />
      ) : (
        <Grid gap={3} py={2.5}>
          <TextSkeleton width={210} height={36} />
          <TextSkeleton width={140} />
        </Grid>
      )}
    </div>
  )
}

const counted = ['employees', 'payrolls', 'payments'] as const

/** Rows under each other; on phones three beside each other, the number first. */
export function ActivityCounts({ activity }: { activity: Dashboard['activity'] | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <CountRows
      counts={counted.map((count) => ({
        name: t(`dashboard.count.${count}`),
        count: activity ? format.count(activity[count]) : <TextSkeleton width={36} height={18} />,
      }))}
    />
  )
}
