import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { useFormat } from '#web/lib/use-format.ts'
import { CoverageBar, CoverageLabel, coverageTone } from '#web/shared/coverage/coverage-bar.tsx'
import { paths } from '#web/shared/paths.ts'
import { Btc } from '#web/ui/amount.tsx'
import { Mark } from '#web/ui/marks.tsx'
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
      <Box sx={{ gridArea: 'name', minWidth: 0 }}>
        <Link
          component={RouterLink}
          to={paths.payroll(payroll._id)}
          underline="hover"
          sx={{ fontWeight: 600, color: 'ink', overflowWrap: 'anywhere' }}
        >
          {payroll.name}
        </Link>
        <Box sx={{ fontSize: '0.875rem', color: 'ink2' }}>
          {t('dashboard.coverage.people', { count: payroll.employees })}
        </Box>
      </Box>
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
      <Mark name={isPaid ? 'tick' : 'half'} sx={{ mt: '3px' }} />
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
      <Box sx={{ gridArea: 'bar', minWidth: 0, pt: '3px' }}>
        <CoverageBar
          percent={percent}
          tone={coverageTone(coverage)}
          label={t('dashboard.coverage.bar', { name: payroll.name })}
        />
      </Box>
      <Amounts row={row} />
      <Box sx={{ gridArea: 'percent', textAlign: 'right', fontWeight: 600, whiteSpace: 'nowrap' }}>
        {format.percent(percent)}
      </Box>
      <Box sx={{ gridArea: 'state', textAlign: 'right' }}>
        <CoverageLabel coverage={coverage} />
        <Box sx={{ fontSize: '0.875rem', color: 'ink2' }}>
          {coverage === 'tight' && t('dashboard.coverage.addSome')}
          {coverage === 'covered' && t('dashboard.coverage.over', { amount: format.usd(restUsd) })}
          {coverage === 'coming' && t('dashboard.coverage.waits')}
          {coverage === 'missing' && <Lacking usd={restUsd} />}
        </Box>
      </Box>
    </>
  )
}

function Lacking({ usd }: { usd: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      {t('dashboard.coverage.lacking')}{' '}
      <Box component="span" sx={{ fontWeight: 600, color: 'brick' }}>
        {format.usd(usd)}
      </Box>
    </>
  )
}

function Amounts({ row }: { row: CoveredPayroll }) {
  const { spendable, payroll, totalBtc, pendingUsd, pendingUse } = row
  const { t } = useTranslation()
  const format = useFormat()
  const of = ` ${t('dashboard.coverage.of')} `
  return (
    <Box sx={{ gridArea: 'amounts', minWidth: 0, color: 'ink2' }}>
      <Box sx={{ fontSize: '0.84375rem', lineHeight: '20px' }}>
        <Box component="span" sx={{ fontWeight: 600, color: 'ink' }}>
          {format.usd(spendable.usd)}
        </Box>
        {of + format.usd(payroll.totalAmount)}
      </Box>
      <Box sx={{ fontSize: '0.78125rem', lineHeight: '18px' }}>
        <Btc btc={spendable.btc} unit={false} />
        {of}
        <Btc btc={totalBtc} />
      </Box>
      {pendingUsd > 0 && (
        <Box sx={{ display: 'flex', gap: 1.5, mt: 0.5, fontSize: '0.84375rem', color: 'amber' }}>
          <Mark name="half" size={14} sx={{ mt: '2px' }} />
          {t(`dashboard.coverage.${pendingUse}`, { amount: format.usd(pendingUsd) })}
        </Box>
      )}
    </Box>
  )
}
