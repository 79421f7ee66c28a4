import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Payroll } from '#contract/payrolls.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { coverOf, type PayrollCover } from '#web/shared/coverage/coverage.ts'
import { CoverageBar } from '#web/shared/coverage/coverage-bar.tsx'
import { paths } from '#web/shared/paths.ts'
import { StatusLabel } from '#web/shared/payday/status-label.tsx'
import { hasBar, statusLook } from '#web/shared/payday/status-look.ts'
import { useBtcPrice } from '#web/shared/prices/price.ts'
import { Btc } from '#web/ui/amount.tsx'
import {
  BarRow,
  BarRowAction,
  BarRowAmounts,
  BarRowArrow,
  BarRowLink,
  BarRowPercent,
} from '#web/ui/bar-row.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { RowSentence } from './row-sentence.tsx'

interface PayrollRowProps {
  payroll: Payroll
  /** 'Pagar', filled in the first of them; undefined: there is nothing to press. */
  pay?: 'contained' | 'outlined' | undefined
  /** The payroll's next payday. */
  dueAt?: string | undefined
}

export function DashboardPayrollRow({ payroll, pay, dueAt }: PayrollRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const price = useBtcPrice()?.price
  const cover = coverOf(payroll, price)
  const phone = usePhone()
  return (
    <BarRow>
      <Block area="name" minWidth={0}>
        <BarRowLink to={paths.payroll(payroll._id)}>{payroll.name}</BarRowLink>
        <Text as="div" size={13.5} tone="ink2">
          {dueAt !== undefined && `${format.weekday(dueAt)} ${format.day(dueAt)} · `}
          {t('dashboard.coverage.people', { count: payroll.employees })}
        </Text>
      </Block>
      {!hasBar(payroll) && <RowSentence payroll={payroll} isBesideAction={pay !== undefined} />}
      {hasBar(payroll) && cover && <Bar payroll={payroll} cover={cover} />}
      <Block area="state">
        <StatusLabel payroll={payroll} align="right" short={phone} />
      </Block>
      <Action payroll={payroll} pay={pay} />
    </BarRow>
  )
}

function Action({ payroll, pay }: PayrollRowProps) {
  const { t } = useTranslation()
  if (pay === undefined) return <BarRowArrow />
  return (
    <BarRowAction>
      <Button
        component={RouterLink}
        to={paths.payPayroll(payroll._id)}
        variant={pay}
        color="success"
        size="small"
        aria-label={t('payday.pay', { name: payroll.name })}
        px={2.5}
        minWidth={60}
        height={{ xs: 44, md: 36 }}
      >
        {t('payments.pay')}
      </Button>
    </BarRowAction>
  )
}

function Bar({ payroll, cover }: { payroll: Payroll; cover: PayrollCover }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { code } = payroll.status
  const of = ` ${t('dashboard.coverage.of')} `
  return (
    <>
      <Block area="bar" minWidth={0} pt="3px">
        <CoverageBar
          percent={cover.percent}
          tone={statusLook[code].tone === 'ink2' ? 'amber' : statusLook[code].tone}
          isRestComing={code === 'fundsOnTheWay'}
          label={t('dashboard.coverage.bar', { name: payroll.name })}
        />
      </Block>
      <BarRowAmounts>
        <Text as="div" size={13.5} leading={20}>
          <Text as="span" strong tone="ink">
            {format.usd(cover.spendable.usd)}
          </Text>
          {of + format.usd(payroll.totalAmount)}
        </Text>
        <Text as="div" size={12.5} leading={18}>
          <Btc btc={cover.spendable.btc} unit={false} />
          {of}
          <Btc btc={cover.totalBtc} glyph={false} />
        </Text>
      </BarRowAmounts>
      <BarRowPercent wideAlone={code === 'ready'}>{format.percent(cover.percent)}</BarRowPercent>
    </>
  )
}
