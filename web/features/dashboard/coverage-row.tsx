import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { useFormat } from '#web/lib/use-format.ts'
import { CoverageBar, CoverageLabel, coverageTone } from '#web/shared/coverage/coverage-bar.tsx'
import { paths } from '#web/shared/paths.ts'
import { Btc } from '#web/ui/amount.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import type { CoveredPayroll, Payday } from './covered-payrolls.ts'
import { PaydayText } from './payday-text.tsx'

/** Name · bar · % · state in one line; where it is narrow the bar takes a line of its own. */
export const rowGrid = {
  display: 'grid',
  py: 3.5,
  borderTop: 1,
  borderColor: 'line',
  columnGap: '22px',
  rowGap: '6px',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto',
  gridTemplateAreas: '"name state state" "bar bar bar" "amounts amounts percent"',
  '@container (min-width: 660px)': {
    rowGap: '3px',
    gridTemplateColumns: '194px minmax(0, 1fr) 52px 136px',
    // A name of many lines lengthens the row under the amounts, not between them and their bar.
    gridTemplateRows: 'auto 1fr',
    gridTemplateAreas: '"name bar percent state" "name amounts amounts state"',
  },
}

export function CoverageRow({ row }: { row: CoveredPayroll }) {
  const { t } = useTranslation()
  const { payroll, payday } = row
  return (
    <Box component="li" sx={rowGrid}>
      <Block area="name" minWidth={0}>
        <Link
          component={RouterLink}
          to={paths.payroll(payroll._id)}
          underline="hover"
          sx={{ fontWeight: 600, color: 'ink', overflowWrap: 'anywhere' }}
        >
          {payroll.name}
        </Link>
        <Text as="div" size={14} tone="ink2">
          {t('dashboard.coverage.people', { count: payroll.employees })}
        </Text>
      </Block>
      {payday ? <PaydayState payday={payday} /> : <Cover row={row} />}
    </Box>
  )
}

/** No bar: no money is asked for. */
function PaydayState({ payday }: { payday: Payday }) {
  const isPaid = payday.state === 'paid'
  return (
    <Box
      sx={{
        gridArea: 'state',
        gridColumnStart: 'bar',
        display: 'flex',
        justifyContent: 'end',
        gap: 2,
        color: isPaid ? 'jade' : 'amber',
        fontWeight: 600,
      }}
    >
      <Mark name={isPaid ? 'tick' : 'half'} mt="3px" />
      <PaydayText payday={payday} />
    </Box>
  )
}

function Cover({ row }: { row: CoveredPayroll }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { payroll, coverage, percent, restUsd } = row
  return (
    <>
      <Block area="bar" minWidth={0} pt="3px">
        <CoverageBar
          percent={percent}
          tone={coverageTone(coverage)}
          label={t('dashboard.coverage.bar', { name: payroll.name })}
        />
      </Block>
      <Amounts row={row} />
      <Text as="div" area="percent" textAlign="right" strong noWrap>
        {format.percent(percent)}
      </Text>
      <Text as="div" area="state" textAlign="right">
        <CoverageLabel coverage={coverage} />
        <Text as="div" size={14} tone="ink2">
          {coverage === 'tight' && t('dashboard.coverage.addSome')}
          {coverage === 'covered' && t('dashboard.coverage.over', { amount: format.usd(restUsd) })}
          {coverage === 'coming' && t('dashboard.coverage.waits')}
          {coverage === 'missing' && <Lacking usd={restUsd} />}
        </Text>
      </Text>
    </>
  )
}

function Lacking({ usd }: { usd: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      {t('dashboard.coverage.lacking')}{' '}
      <Text as="span" strong tone="brick">
        {format.usd(usd)}
      </Text>
    </>
  )
}

function Amounts({ row }: { row: CoveredPayroll }) {
  const { spendable, payroll, totalBtc, pendingUsd, pendingUse } = row
  const { t } = useTranslation()
  const format = useFormat()
  const of = ` ${t('dashboard.coverage.of')} `
  return (
    <Text as="div" area="amounts" minWidth={0} tone="ink2">
      <Text as="div" size={13.5} leading={20}>
        <Text as="span" strong tone="ink">
          {format.usd(spendable.usd)}
        </Text>
        {of + format.usd(payroll.totalAmount)}
      </Text>
      <Text as="div" size={12.5} leading={18}>
        <Btc btc={spendable.btc} unit={false} />
        {of}
        <Btc btc={totalBtc} />
      </Text>
      {pendingUsd > 0 && (
        <Row gap={1.5} mt={0.5} size={13.5} tone="amber" align="stretch">
          <Mark name="half" size={14} mt="2px" />
          {t(`dashboard.coverage.${pendingUse}`, { amount: format.usd(pendingUsd) })}
        </Row>
      )}
    </Text>
  )
}
