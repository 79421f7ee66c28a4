import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { CoverCushion, CoverGauge } from '#web/shared/coverage/cover-gauge.tsx'
import { bitcoinOf, type PayrollCover } from '#web/shared/coverage/coverage.ts'
import { CoverageBar } from '#web/shared/coverage/coverage-bar.tsx'
import { lookOf } from '#web/shared/payday/status-look.ts'
import { useStatusWords } from '#web/shared/payday/use-status-words.ts'
import { btcOfUsd, useBtcPrice } from '#web/shared/prices/price.ts'
import { Btc } from '#web/ui/amount.tsx'
import { Figure } from '#web/ui/figure.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import type { PayrollMoney } from './payroll-money.ts'
import { PriceFall } from './price-fall.tsx'

interface BalanceColumnProps {
  payroll: Payroll
  money: PayrollMoney
  /** Said elsewhere on phones, where the column of the funds comes first. */
  withFall: boolean
}

export function BalanceColumn({ payroll, money, withFall }: BalanceColumnProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { balance, cover } = money
  const { code, onTheWay } = payroll.status
  return (
    <>
      <Text variant="cell" as="h2" tone="ink2">
        {t('payrolls.details.balance')}
      </Text>
      {balance ? <Figure usd={balance.usdBalance} btc={balance.btcBalance} /> : <FigureSkeleton />}
      {cover && <Cover payroll={payroll} cover={cover} />}
      {code === 'ready' && payroll.cover && <Falls cover={payroll.cover} />}
      <OnTheSide
        name={t('payrolls.details.kept')}
        amount={money.kept.sats > 0n && code !== 'sent' ? format.usd(money.kept.usd) : null}
      />
      <OnTheSide
        name={t('payrolls.details.incoming')}
        amount={
          // The state 'Fondos en camino' says it in its own line.
          onTheWay && code !== 'fundsOnTheWay'
            ? t('payrolls.details.incomingAmount', { amount: format.usd(onTheWay.usd) })
            : null
        }
      />
      <Total payroll={payroll} />
      {withFall && <PriceFall payroll={payroll} lineAbove />}
    </>
  )
}

function Cover({ payroll, cover }: { payroll: Payroll; cover: PayrollCover }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { word, line } = useStatusWords()
  const { code } = payroll.status
  const { tone, mark } = lookOf(payroll)
  const { text, look } = line(payroll, Date.now())
  return (
    <Block mt={5}>
      <CoverageBar
        percent={cover.percent}
        tone={tone === 'ink2' ? 'amber' : tone}
        isRestComing={code === 'fundsOnTheWay'}
        label={t('payrolls.details.coverage')}
      />
      <Row wrap justify="between" columnGap={4} mt={2} size={14.5}>
        <Row as="span" inline gap={2} tone={tone} strong>
          <Mark name={mark} />
          {word(payroll)}
          <Text as="span" tone="ink">
            {format.percent(cover.percent)}
          </Text>
        </Row>
        <Text as="span" strong={look !== 'plain'} tone={look === 'brick' ? 'brick' : 'ink2'}>
          {text}
        </Text>
      </Row>
    </Block>
  )
}

/** Covered today: and if bitcoin falls. */
function Falls({ cover }: { cover: NonNullable<Payroll['cover']> }) {
  return (
    <Block lineAbove measured mt={4} pt={2}>
      <CoverGauge cover={cover} fallsAlone />
      {cover.cushion && <CoverCushion cushion={cover.cushion} />}
    </Block>
  )
}

/** A further amount, which screen readers say also when it comes while nobody looks at this place. */
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
  const btc = price === undefined ? undefined : btcOfUsd(bitcoinOf(payroll), price)
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
      {payroll.dollarPart && (
        <Text as="div" size={13.5} leading={18} width="100%" mt={2}>
          {t('payDollars.both', {
            bitcoin: format.usd(bitcoinOf(payroll)),
            dollars: format.usd(payroll.dollarPart.usd),
            people: t('payments.peopleCount', {
              count: payroll.dollarPart.people,
              people: format.count(payroll.dollarPart.people),
            }),
          })}
        </Text>
      )}
    </Row>
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
