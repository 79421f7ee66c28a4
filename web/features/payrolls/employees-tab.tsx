import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { useDeferredData } from '#web/lib/use-deferred-data.ts'
import { useClampedPage, useListParams } from '#web/lib/use-list-params.ts'
import { isReadinessShown } from '#web/shared/readiness/is-readiness-shown.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { soon } from '#web/ui/later.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { payrollsPageSize, usePayrollEmployees } from './api.ts'
import { PayrollEmployeeTable } from './employee-table.tsx'

const RemoveEmployeeDialog = soon(
  async () => (await import('./remove-employee-dialog.tsx')).RemoveEmployeeDialog,
)

interface EmployeesTabProps {
  payroll: Payroll
  onAdd: () => void
  onMakeRegular: () => void
}

export function EmployeesTab({ payroll, onAdd, onMakeRegular }: EmployeesTabProps) {
  const { page, setPage } = useListParams()
  const { data: known, error, refetch } = usePayrollEmployees(payroll._id, page)
  const data = useDeferredData(known)
  useClampedPage({ page, setPage }, data?.pages)
  const mayChange = useRole().can('changePayrolls')
  const [toRemove, setToRemove] = useState<Employee | null>(null)

  if (known === undefined && error) {
    return <LoadFailedPanel error={error} onRetry={refetch} />
  }
  return (
    <>
      <PayrollEmployeeTable
        employees={data?.employees}
        showsReadiness={isReadinessShown(data?.readiness)}
        onRemove={mayChange ? setToRemove : undefined}
        expected={Math.min(payrollsPageSize, payroll.employees) || 1}
        empty={
          <NobodyYet isCsv={payroll.type === 'CSV'} onAdd={onAdd} onMakeRegular={onMakeRegular} />
        }
        pager={
          <Pager
            page={page}
            pageSize={payrollsPageSize}
            total={data?.employeesMatched ?? 0}
            onPage={setPage}
          />
        }
      />
      <DialogPresence>
        {toRemove && (
          <RemoveEmployeeDialog
            payrollId={payroll._id}
            employee={toRemove}
            onClose={() => setToRemove(null)}
          />
        )}
      </DialogPresence>
    </>
  )
}

interface NobodyYetProps extends Omit<EmployeesTabProps, 'payroll'> {
  isCsv: boolean
}

function NobodyYet({ isCsv, onAdd, onMakeRegular }: NobodyYetProps) {
  const { t } = useTranslation()
  const { can } = useRole()
  if (!can('changePayrolls')) {
    return (
      <EmptyState title={t('payrolls.employees.empty')}>
        {t('roles.whoCan.changePayrolls')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('payrolls.employees.empty')}
      actions={
        <>
          <Button variant="contained" onClick={onAdd}>
            {t(isCsv ? 'payrolls.csv.upload' : 'payrolls.employees.add')}
          </Button>
          {isCsv && can('makeRegular') && (
            <Button onClick={onMakeRegular}>{t('payrolls.toRegular.button')}</Button>
          )}
        </>
      }
    >
      {t(isCsv ? 'payrolls.csv.emptyText' : 'payrolls.employees.emptyText')}
    </EmptyState>
  )
}
