import type { UseQueryResult } from '@tanstack/react-query'
import type { Dashboard } from '#contract/dashboard.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { OverviewFrame } from '#web/ui/overview-frame.tsx'
import { ActivityCounts, TotalBalance } from './balance.tsx'
import { CoverageSkeleton } from './coverage-skeleton.tsx'
import { CoverageSummary } from './coverage-summary.tsx'
import { FirstSteps, ProtectStep } from './first-steps.tsx'
import { PriceToday } from './price-today.tsx'

interface OverviewProps {
  dashboard: Dashboard | undefined
  payrolls: Pick<UseQueryResult<readonly Payroll[]>, 'data' | 'error' | 'refetch'>
}

/** One panel: is payday covered (or what to do first), and the money there is. */
export function DashboardOverview({ dashboard, payrolls }: OverviewProps) {
  return (
    <OverviewFrame main={<LeftColumn dashboard={dashboard} payrolls={payrolls} />}>
      <TotalBalance balance={dashboard?.balance} />
      <ActivityCounts activity={dashboard?.activity} />
      <PriceToday />
    </OverviewFrame>
  )
}

function LeftColumn({ dashboard, payrolls }: OverviewProps) {
  const { data, error, refetch } = payrolls
  if (!data && error) return <LoadFailed error={error} onRetry={refetch} />
  if (!dashboard || !data) return <CoverageSkeleton />
  const hasPeople = data.some(({ employees }) => employees > 0)
  if (!hasPeople) return <FirstSteps activity={dashboard.activity} payrolls={data} />
  return (
    <>
      <CoverageSummary payrolls={data} />
      <ProtectStep />
    </>
  )
}
