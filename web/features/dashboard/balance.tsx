import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '#contract/dashboard.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Figure } from '#web/ui/figure.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'

export function TotalBalance({ balance }: { balance: Dashboard['balance'] | undefined }) {
  const { t } = useTranslation()
  return (
    <div>
      <Typography variant="cell" component="h2" sx={{ color: 'ink2', mb: 1 }}>
        {t('dashboard.balance')}
      </Typography>
      {balance ? (
        <Figure usd={balance.usdBalance} btc={balance.btcBalance} />
      ) : (
        <Box sx={{ display: 'grid', gap: 3, py: 2.5 }}>
          <TextSkeleton width={210} height={36} />
          <TextSkeleton width={140} />
        </Box>
      )}
    </div>
  )
}

const counted = ['employees', 'payrolls', 'payments'] as const

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
        gridTemplateColumns: { xs: 'repeat(3, auto)', md: '1fr' },
        justifyContent: { xs: 'space-between', md: 'stretch' },
        alignContent: 'center',
        gap: { xs: 4, md: 0 },
        // The rows bring their own space.
        '&&': { py: { md: 1.5 } },
      }}
    >
      {counted.map((count) => (
        <Box
          key={count}
          sx={{
            display: 'flex',
            flexDirection: { xs: 'column-reverse', md: 'row' },
            justifyContent: 'space-between',
            alignItems: { md: 'center' },
            gap: { xs: 0.5, md: 4 },
            minHeight: { md: 58 },
            '& + &': { borderTop: { md: 1 }, borderColor: { md: 'line' } },
          }}
        >
          <Typography variant="cell" component="dt" sx={{ color: 'ink2' }}>
            {t(`dashboard.count.${count}`)}
          </Typography>
          <Typography variant="count" component="dd" sx={{ m: 0 }}>
            {activity ? format.count(activity[count]) : <TextSkeleton width={36} height={18} />}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
