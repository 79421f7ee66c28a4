import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { CoverageBar, CoverageLabel, coverageTone } from '#web/shared/coverage/coverage-bar.tsx'
import { btcOfUsd, useBtcPrice } from '#web/shared/prices/price.ts'
import { Btc } from '#web/ui/amount.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import type { PayrollMoney } from './payroll-money.ts'

export function BalanceColumn({ payroll, money }: { payroll: Payroll; money: PayrollMoney }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { balance, cover } = money
  return (
    <>
      <Text variant="cell" as="h2" tone="ink2">
        {t('payrolls.details.balance')}
      </Text>
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
    <Block mt={5}>
      <CoverageBar
        percent={percent}
        tone={coverageTone(coverage)}
        label={t('payrolls.details.coverage')}
      />
      <Row wrap justify="between" columnGap={4} mt={2} size={14.5}>
        <Row as="span" inline gap={2}>
          <CoverageLabel coverage={coverage} />
          <b style={{ fontWeight: 600 }}>{format.percent(percent)}</b>
        </Row>
        <Text as="span" tone="ink2">
          {t(`payrolls.details.rest.${coverage}`, { amount: format.usd(restUsd) })}
        </Text>
      </Row>
    </Block>
  )
}

/** Said also when it comes while nobody looks at this place. */
function OnTheSide({ name, amount }: { name: string; amount: string | null }) {
  return (
    <div role="status">
      {amount !== null && (
        <Row wrap justify="between" columnGap={4} mt={2} size={14.5}>
          <Row as="span" inline gap={2} tone="amber" strong>
            <Mark name="half" />
            {name}
          </Row>
          <Text as="span" tone="ink2">
            {amount}
          </Text>
        </Row>
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
    <Row wrap justify="between" columnGap={4} mt={3.5} pt={3.5} lineAbove>
      <Text as="div" tone="ink2">
        <Text as="div" size={15.5} leading={24}>
          {t('payrolls.details.totalAmount')}
        </Text>
        <Text as="div" size={13.5} leading={18}>
          {t('payrolls.people', { count: payroll.employees })}
        </Text>
      </Text>
      <Text as="div" textAlign="right">
        <Text as="div" size={17} leading={24} strong>
          {format.usd(payroll.totalAmount)}
        </Text>
        {btc !== undefined && (
          <Text as="div" size={12.5} leading={18} tone="ink2">
            <Btc btc={btc} />
          </Text>
        )}
      </Text>
    </Row>
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
    <Grid gap={4} py={2.5}>
      <TextSkeleton width={212} height={36} />
      <TextSkeleton width={144} height={13} />
    </Grid>
  )
}
