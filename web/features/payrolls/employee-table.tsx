import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { fullName } from '#web/lib/full-name.ts'
import { phoneText } from '#web/lib/phone.ts'
import { CopyableAddress } from '#web/shared/address/copyable-address.tsx'
import { paths } from '#web/shared/paths.ts'
import { AmountToday } from '#web/shared/prices/amount-today.tsx'
import { ForPay } from '#web/shared/readiness/for-pay.tsx'
import { ClampedText } from '#web/ui/clamped-text.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { RowButtons } from '#web/ui/row-buttons.tsx'
import { ActionsSkeleton, AmountSkeleton } from '#web/ui/skeleton.tsx'
import type { Column } from '#web/ui/table-props.ts'

type OnRemove = (employee: Employee) => void

interface PayrollEmployeeTableProps {
  /** Undefined while loading. */
  employees: readonly Employee[] | undefined
  /** Says who can be paid, as the list of employees does. */
  showsReadiness: boolean
  /** Undefined where the person may change nobody. */
  onRemove: OnRemove | undefined
  expected: number
  empty: ReactNode
  pager: ReactNode
}

export function PayrollEmployeeTable(props: PayrollEmployeeTableProps) {
  const { employees, showsReadiness, onRemove, ...rest } = props
  const { t } = useTranslation()
  const today = useColumns(onRemove)
  const columns = useWithReadiness(today)
  return (
    <DataTable
      {...rest}
      label={t('payrolls.employees.table')}
      columns={showsReadiness ? columns : today}
      rows={employees}
      rowKey={({ _id }) => _id}
    />
  )
}

function useColumns(onRemove: OnRemove | undefined): Column<Employee>[] {
  const { t } = useTranslation()
  const head = (column: string) => t(`payrolls.employees.column.${column}`)
  return [
    {
      key: 'name',
      head: head('name'),
      width: 335,
      cell: (employee) => <ClampedText text={fullName(employee)} lineHeight={1.35} lines={3} />,
      onCard: { title: fullName },
      skeleton: 180,
      look: 'name',
    },
    {
      key: 'identification',
      head: head('identification'),
      width: 155,
      cell: ({ identification }) => <span title={identification}>{identification}</span>,
      onCard: {
        line: ({ identification, phone }) => (
          <DotSeparated>
            {identification}
            {phoneText(phone)}
          </DotSeparated>
        ),
      },
      skeleton: 82,
    },
    {
      key: 'salary',
      head: head('salary'),
      width: 132,
      align: 'right',
      cell: ({ baseSalary }) => <AmountToday usd={baseSalary} />,
      onCard: 'aside',
      skeleton: <AmountSkeleton />,
      look: 'plain',
    },
    {
      key: 'address',
      head: head('address'),
      width: 250,
      apart: true,
      cell: (employee) => <Address employee={employee} />,
      onCard: 'foot',
      skeleton: 150,
      look: 'plain',
    },
    {
      key: 'phone',
      head: head('phone'),
      width: 150,
      cell: ({ phone }) => phoneText(phone),
      skeleton: 108,
    },
    ...(onRemove ? [actionColumn(head('action'), onRemove)] : []),
  ]
}

/** 'Para cobrar' in the place of the phone. */
function useWithReadiness(today: readonly Column<Employee>[]): Column<Employee>[] {
  const { t } = useTranslation()
  const state: Column<Employee> = {
    key: 'forPay',
    head: t('forPay.column'),
    width: 216,
    cell: (employee) => <ForPay employee={employee} />,
    onCard: 'line',
    skeleton: 110,
    look: 'plain',
  }
  return today.map((column) =>
    column.key === 'phone' ? state : column.key === 'name' ? { ...column, width: 269 } : column,
  )
}

const actionColumn = (head: string, onRemove: OnRemove): Column<Employee> => ({
  key: 'action',
  head,
  width: 114,
  align: 'right',
  cell: (employee) => <Actions employee={employee} onRemove={onRemove} />,
  onCard: 'actions',
  skeleton: <ActionsSkeleton />,
})

function Address({ employee }: { employee: Employee }) {
  const { t } = useTranslation()
  if (employee.cryptoAddress === '') return '—'
  return (
    <CopyableAddress
      address={employee.cryptoAddress}
      label={t('payrolls.employees.copyAddress', { name: fullName(employee) })}
      wide
      spaced
      durationMs={2000}
    />
  )
}

/** An employee from a CSV is changed by the next CSV. */
function Actions(props: { employee: Employee; onRemove: OnRemove }) {
  const { employee, onRemove } = props
  const { t } = useTranslation()
  if (employee.creationType === 'CSV') return null
  const name = fullName(employee)
  return (
    <RowButtons
      editLabel={t('payrolls.employees.edit', { name })}
      edit={paths.editEmployee(employee._id)}
      removeLabel={t('payrolls.remove.label', { name })}
      onRemove={() => onRemove(employee)}
    />
  )
}
