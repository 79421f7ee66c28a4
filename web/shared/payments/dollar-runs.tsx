import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { type DollarRun, dollarRuns } from '#contract/dollar-lines.ts'
import { call } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Panel, textInset } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { dollarLinesKey } from './dollar-lines.ts'
import { DollarsLeft } from './dollars-of-run.tsx'

const pageSize = 5

interface DollarRunsProps {
  payrollId: string
  /** The run that stands on the screen itself. */
  but?: string
}

/** The payroll's runs with a part in dollars, and the way to the list of each. */
export function DollarRunsPanel({ payrollId, but }: DollarRunsProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data } = useQuery({
    queryKey: [...dollarLinesKey, 'runs', payrollId, page],
    queryFn: ({ signal }) =>
      call(dollarRuns, `/payrolls/${encodeURIComponent(payrollId)}/dollar-runs`, {
        query: { page, limit: pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const others = data?.runs.filter(({ _id }) => _id !== but) ?? []
  if (!data || (others.length === 0 && data.pages < 2)) return null
  return (
    <Block mt={{ xs: 4, md: 5 }}>
      <Panel flush labelledBy="dollar-runs">
        <Block px={textInset} pt={4} pb={2}>
          <Text as="h2" id="dollar-runs" strong>
            {t(`dollarList.runs.${but === undefined ? 'title' : 'others'}`)}
          </Text>
        </Block>
        <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {others.map((run) => (
            <Run key={run._id} payrollId={payrollId} run={run} />
          ))}
        </ul>
        <Pager page={page} pageSize={pageSize} total={data.total} onPage={setPage} />
      </Panel>
    </Block>
  )
}

function Run({ payrollId, run }: { payrollId: string; run: DollarRun }) {
  const { t } = useTranslation()
  const format = useFormat()
  const date = format.date(run.at)
  return (
    <Row as="li" wrap justify="between" columnGap={5} rowGap={1} px={textInset} py={3} lineAbove>
      <Block minWidth={0}>
        <Text breakWords>{run.note === '' ? date : `${date} · ${run.note}`}</Text>
        <Row wrap columnGap={3} rowGap={1}>
          <Text as="span" variant="secondary" tone="ink2">
            {t('dollarList.sum', {
              count: run.people,
              people: format.count(run.people),
              dollars: format.usd(run.totalUsd),
            })}
          </Text>
          {run.due && <DollarsLeft run={run} />}
        </Row>
      </Block>
      <Link
        component={RouterLink}
        to={paths.dollarLines(payrollId, run._id)}
        aria-label={t('dollarList.runs.open', { date })}
        strong
      >
        {t('dollarList.runs.see')}
      </Link>
    </Row>
  )
}
