import Box from '@mui/material/Box'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Dashboard } from '#contract/dashboard.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Counts, TotalBalance } from './balance.tsx'
import { CoverageSkeleton } from './coverage-skeleton.tsx'
import { CoverageSummary } from './coverage-summary.tsx'
import { FirstSteps, ProtectStep } from './first-steps.tsx'
import { PriceToday } from './price-today.tsx'

/** From here on there is room for coverage and money beside each other. */
const sideBySide = '@container (min-width: 1000px)'
/** From here on balance, counts and price stand beside each other under the coverage. */
const threeAcross = '@container (min-width: 640px) and (max-width: 999.95px)'

const hairline = { borderColor: 'line', borderStyle: 'solid', borderWidth: 0 }

interface OverviewProps {
  dashboard: Dashboard | undefined
  payrolls: Pick<UseQueryResult<readonly Payroll[]>, 'data' | 'error' | 'refetch'>
}

/** One panel: is payday covered (or what to do first), and the money there is. */
export function Overview({ dashboard, payrolls }: OverviewProps) {
  return (
    <Panel flush measured>
      <Box
        sx={{
          display: 'grid',
          [sideBySide]: { gridTemplateColumns: 'minmax(0, 1fr) 352px' },
        }}
      >
        <Box
          sx={{
            px: { xs: '18px', md: 7 },
            py: { xs: '18px', md: 6 },
            // The rows lay themselves out by the width that is left to them.
            containerType: 'inline-size',
            minWidth: 0,
          }}
        >
          <LeftColumn dashboard={dashboard} payrolls={payrolls} />
        </Box>
        <Box
          sx={{
            ...hairline,
            display: 'flex',
            flexDirection: 'column',
            borderTopWidth: 1,
            '& > *': { px: { xs: '18px', md: 7 }, py: { xs: 4.5, md: 6 }, minWidth: 0 },
            '& > * + *': { ...hairline, borderTopWidth: 1 },
            [sideBySide]: { borderTopWidth: 0, borderLeftWidth: 1 },
            [threeAcross]: {
              display: 'grid',
              gridTemplateColumns: '1.25fr 1fr 1.25fr',
              '& > * + *': { borderTopWidth: 0, borderLeftWidth: 1 },
            },
          }}
        >
          <TotalBalance balance={dashboard?.balance} />
          <Counts activity={dashboard?.activity} />
          <PriceToday />
        </Box>
      </Box>
    </Panel>
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
