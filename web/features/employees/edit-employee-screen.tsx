import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { Employee } from '#contract/employees.ts'
import { paths } from '#web/shared/paths.ts'
import { Button } from '#web/ui/controls.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { useEmployee } from './api.ts'
import { EmployeeForm } from './employee-form.tsx'
import { FormSkeleton } from './form-skeleton.tsx'
import { WithNetwork } from './with-network.tsx'

export function Component() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  return (
    <Screen title={t('employees.form.edit')} width="form">
      <PageHead
        back={{ to: paths.employees, text: t('layout.employees') }}
        title={t('employees.form.edit')}
      />
      <Editing key={id} query={useEmployee(id)} />
    </Screen>
  )
}

function Editing({ query }: { query: UseQueryResult<Employee> }) {
  const { t } = useTranslation()
  const { data: employee, error, refetch } = query
  if (employee === undefined && error) {
    return (
      <LoadFailedPanel title={t('employees.form.loadFailed')} error={error} onRetry={refetch} />
    )
  }
  if (employee === undefined) return <FormSkeleton />
  if (employee.creationType === 'CSV') return <FromCsv payroll={employee.payroll} />
  return (
    <WithNetwork>{(network) => <EmployeeForm network={network} employee={employee} />}</WithNetwork>
  )
}

function FromCsv({ payroll }: Pick<Employee, 'payroll'>) {
  const { t } = useTranslation()
  return (
    <Panel flush>
      <EmptyState
        title={t('employees.form.csvTitle')}
        actions={
          <Button
            component={Link}
            to={payroll ? paths.payroll(payroll._id) : paths.payrolls}
            variant="contained"
          >
            {payroll
              ? t('employees.list.action', { payroll: payroll.name })
              : t('employees.form.csvAction')}
          </Button>
        }
      >
        {payroll
          ? t('employees.list.text', { payroll: payroll.name })
          : t('employees.form.csvText')}
      </EmptyState>
    </Panel>
  )
}
