import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '#contract/dashboard.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Figure } from '#web/ui/figure.tsx'
import { Grid } from '#web/ui/layout.tsx'
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

/** In a column of the overview, not under it. */
const roomForRows = '@container (min-width: 640px)'

/** Rows under each other; on phones three beside each other, the number first. */
export function Counts({ activity }: { activity: Dashboard['activity'] | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        m: 0,
        gridTemplateColumns: 'repeat(3, auto)',
        justifyContent: 'space-between',
        alignContent: 'center',
        gap: 4,
        [roomForRows]: {
          gridTemplateColumns: '1fr',
          justifyContent: 'stretch',
          gap: 0,
          alignContent: 'start',
          // The rows bring their own space: the first stands level with the columns' titles.
          '&&': { py: { xs: 0, md: 1.5 } },
        },
      }}
    >
      {counted.map((count) => (
        <Box
          key={count}
          sx={{
            display: 'flex',
            flexDirection: 'column-reverse',
            justifyContent: 'flex-end',
            gap: 0.5,
            [roomForRows]: {
              flexDirection: 'row',
              justifyContent: 'space-between',
              alignItems: 'center',
              gap: 4,
              minHeight: 58,
              '& + &': { borderTop: 1, borderColor: 'line' },
            },
          }}
        >
          <Text variant="cell" as="dt" tone="ink2">
            {t(`dashboard.count.${count}`)}
          </Text>
          <Text variant="count" as="dd" m={0}>
            {activity ? format.count(activity[count]) : <TextSkeleton width={36} height={18} />}
          </Text>
        </Box>
      ))}
    </Box>
  )
}
