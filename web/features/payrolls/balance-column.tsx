import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { CoverageBar, CoverageLabel, coverageTone } from '#web/shared/coverage/coverage-bar.tsx'
import { btcOfUsd, useBtcPrice } from '#web/shared/prices/price.ts'
import { Btc } from '#web/ui/amount.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Mark } from '#web/ui/marks.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import type { PayrollMoney } from './payroll-money.ts'

const line = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 4,
}

export function BalanceColumn({ payroll, money }: { payroll: Payroll; money: PayrollMoney }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { balance, cover } = money
  return (
    <>
      <Typography variant="cell" component="h2" sx={{ color: 'ink2' }}>
        {t('payrolls.details.balance')}
      </Typography>
      {balance ? <Figure usd={balance.usdBalance} btc={balance.btcBalance} /> : <FigureSkeleton />}
      {cover && <Cover cover={cover} />}
      {!balance && payroll.employees > 0 && <CoverSkeleton />}
      <OnTheSide
        name={t('payrolls.details.kept')}
        amount={money.kept.sats > 0n ? format.usd(money.kept.usd) : null}
      />
      <OnTheSide
        name={t('payrolls.details.incoming')}
        amount={
          money.incoming.sats > 0n
            ? t('payrolls.details.incomingAmount', { amount: format.usd(money.incoming.usd) })
            : null
        }
      />
      <Total payroll={payroll} />
    </>
  )
}

function Cover({ cover }: { cover: NonNullable<PayrollMoney['cover']> }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { coverage, percent, restUsd } = cover
  return (
    <Box sx={{ mt: 5 }}>
      <CoverageBar
        percent={percent}
        tone={coverageTone(coverage)}
        label={t('payrolls.details.coverage')}
      />
      <Box sx={{ ...line, mt: 2, fontSize: '0.90625rem' }}>
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
          <CoverageLabel coverage={coverage} />
          <b style={{ fontWeight: 600 }}>{format.percent(percent)}</b>
        </Box>
        <Box component="span" sx={{ color: 'ink2' }}>
          {t(`payrolls.details.rest.${coverage}`, { amount: format.usd(restUsd) })}
        </Box>
      </Box>
    </Box>
  )
}

/** Said also when it comes while nobody looks at this place. */
function OnTheSide({ name, amount }: { name: string; amount: string | null }) {
  return (
    <div role="status">
      {amount !== null && (
        <Box sx={{ ...line, mt: 2, fontSize: '0.90625rem' }}>
          <Box
            component="span"
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              gap: 2,
              color: 'amber',
              fontWeight: 600,
            }}
          >
            <Mark name="half" />
            {name}
          </Box>
          <Box component="span" sx={{ color: 'ink2' }}>
            {amount}
          </Box>
        </Box>
      )}
    </div>
  )
}

function Total({ payroll }: { payroll: Payroll }) {
  const { t } = useTranslation()
  const format = useFormat()
  const price = useBtcPrice()?.price
  const btc = price === undefined ? undefined : btcOfUsd(payroll.totalAmount, price)
  return (
    <Box sx={{ ...line, mt: 3.5, pt: 3.5, borderTop: 1, borderColor: 'line' }}>
      <Box sx={{ color: 'ink2' }}>
        <Box sx={{ fontSize: '0.96875rem', lineHeight: '24px' }}>
          {t('payrolls.details.totalAmount')}
        </Box>
        <Box sx={{ fontSize: '0.84375rem', lineHeight: '18px' }}>
          {t('payrolls.people', { count: payroll.employees })}
        </Box>
      </Box>
      <Box sx={{ textAlign: 'right' }}>
        <Box sx={{ fontSize: '1.0625rem', lineHeight: '24px', fontWeight: 600 }}>
          {format.usd(payroll.totalAmount)}
        </Box>
        {btc !== undefined && (
          <Box sx={{ fontSize: '0.78125rem', lineHeight: '18px', color: 'ink2' }}>
            <Btc btc={btc} />
          </Box>
        )}
      </Box>
    </Box>
  )
}

/** As tall as what takes its place: what stands below does not move. */
function CoverSkeleton() {
  return (
    <Box sx={{ mt: 5, height: 49, display: 'grid', alignContent: 'space-between' }}>
      <TextSkeleton width="100%" height={5} />
      <TextSkeleton width={132} />
    </Box>
  )
}

function FigureSkeleton() {
  return (
    <Box sx={{ display: 'grid', gap: 4, py: 2.5 }}>
      <TextSkeleton width={212} height={36} />
      <TextSkeleton width={144} height={13} />
    </Box>
  )
}
