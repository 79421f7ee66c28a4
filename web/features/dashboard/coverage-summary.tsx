import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { useNextPayday } from '#web/shared/calendar/api.ts'
import { useQuietSince } from '#web/shared/network.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Button } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { AfterHead, byDate, FollowingHead, useNextDates } from './after-next.tsx'
import { AfterPayday, DashboardHeadline } from './headline.tsx'
import { type NextOne, NextPaydayPanel } from './next-payday.tsx'
import { isBeyondFunds, isReady, isRun, sortPayrolls } from './payday-rows.ts'
import { DashboardPayrollRow } from './payroll-row.tsx'

/** More than these are asked for: what needs somebody comes first. */
const shownRows = 6

/** '¿Está cubierta la nómina?' or the payday behind us, and where each payroll stands. */
export function CoverageSummary({ payrolls }: { payrolls: readonly Payroll[] }) {
  const { data } = useNextPayday()
  const next = data?.next ?? null
  return next ? <ByDate next={next} payrolls={payrolls} /> : <ByState payrolls={payrolls} />
}

/** Once dates are set: the next payday, and the others in order of theirs. */
function ByDate({ next, payrolls }: { next: NextOne; payrolls: readonly Payroll[] }) {
  const dates = useNextDates()
  const { _id: id } = next.occurrence.payroll
  const isRegular = next.occurrence.kind === 'REGULAR'
  const sorted = byDate(sortPayrolls(payrolls), dates)
  const own = payrolls.find(({ _id }) => _id === id)
  const others = isRegular ? sorted.filter(({ _id }) => _id !== id) : sorted
  // Somebody who has just paid is not asked for the money of a payday weeks away.
  if (isRegular && own && isRun(own) && own.status.payment !== null) {
    return (
      <>
        <AfterPayday payroll={own} />
        <FollowingHead occurrence={next.occurrence} />
        <Rows payrolls={[...others, own]} dates={dates} />
      </>
    )
  }
  const ownRow = isRegular && own && isBeyondFunds(own) ? [own] : []
  return (
    <>
      <NextPaydayPanel next={next} payroll={own} />
      <Rows payrolls={ownRow} dates={dates} />
      {others.length > 0 && <AfterHead payrolls={others} />}
      <Rows payrolls={others} dates={dates} isAfter={ownRow.some(isReady)} />
    </>
  )
}

function ByState({ payrolls }: { payrolls: readonly Payroll[] }) {
  const rows = useMemo(() => sortPayrolls(payrolls), [payrolls])
  return (
    <>
      <DashboardHeadline payrolls={rows} />
      <Rows payrolls={rows} />
    </>
  )
}

interface RowsProps {
  payrolls: readonly Payroll[]
  /** The payrolls' next paydays. */
  dates?: ReadonlyMap<string, string>
  /** The filled 'Pagar' stands above them. */
  isAfter?: boolean
}

function Rows({ payrolls: rows, dates, isAfter = false }: RowsProps) {
  const { t } = useTranslation()
  const { shown, rest, showAll } = useTruncatedList(rows, shownRows)
  // Without the node nothing can be paid.
  const isQuiet = useQuietSince() !== null
  const canPay = useRole().can('runPayment') && !isQuiet
  const firstReady = isAfter ? undefined : rows.find(isReady)
  const payOf = (payroll: Payroll) => {
    if (!canPay) return undefined
    if (payroll.status.code === 'paidInPart') return 'outlined' as const
    if (!isReady(payroll)) return undefined
    return payroll === firstReady ? ('contained' as const) : ('outlined' as const)
  }
  if (rows.length === 0) return null
  return (
    <>
      <Block as="ul">
        {shown.map((payroll) => (
          <DashboardPayrollRow
            key={payroll._id}
            payroll={payroll}
            pay={payOf(payroll)}
            dueAt={dates?.get(payroll._id)}
          />
        ))}
      </Block>
      {rest > 0 && (
        <Button variant="text" onClick={showAll} ml={-2}>
          {t('dashboard.coverage.showRest', { count: rest })}
        </Button>
      )}
    </>
  )
}
