import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { fullName } from '#web/lib/full-name.ts'
import { phoneText } from '#web/lib/phone.ts'
import { CopyableAddress } from '#web/shared/address/copyable-address.tsx'
import { AmountToday } from '#web/shared/prices/amount-today.tsx'
import { ClampedText } from '#web/ui/clamped-text.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { RowCard } from '#web/ui/row-card.tsx'
import { ActionsSkeleton, AmountSkeleton } from '#web/ui/skeleton.tsx'
import type { Column } from '#web/ui/table-props.ts'
import { Text } from '#web/ui/text.tsx'
import { EmployeeActions } from './employee-actions.tsx'

interface EmployeeTableProps {
  /** Undefined while loading. */
  employees: readonly Employee[] | undefined
  onDelete: (employee: Employee) => void
  empty: ReactNode
  pager: ReactNode
}

export function EmployeeTable({ employees, onDelete, empty, pager }: EmployeeTableProps) {
  const { t } = useTranslation()
  const columns = useColumns(onDelete)
  return (
    <DataTable
      label={t('employees.table')}
      columns={columns}
      rows={employees}
      rowKey={({ _id }) => _id}
      rowHeight={54}
      minimumWidth={940}
      empty={empty}
      pager={pager}
      card={(employee) => (
        <RowCard
          title={
            <Text as="div" breakWords>
              {fullName(employee)}
            </Text>
          }
          detail={<Reach employee={employee} />}
          aside={<AmountToday usd={employee.baseSalary} />}
          foot={<Address employee={employee} wide />}
          actions={<EmployeeActions employee={employee} onDelete={onDelete} />}
        />
      )}
    />
  )
}

function Reach({ employee }: { employee: Employee }) {
  const { identification, phone, email } = employee
  return (
    <DotSeparated>
      {identification}
      {phoneText(phone) ||
        (email && (
          <Typography variant="inherit" component="span" noWrap sx={{ display: 'block' }}>
            {email}
          </Typography>
        ))}
    </DotSeparated>
  )
}

function useColumns(onDelete: (employee: Employee) => void): Column<Employee>[] {
  const { t } = useTranslation()
  const head = (column: string) => t(`employees.column.${column}`)
  return [
    {
      key: 'name',
      head: head('name'),
      width: 250,
      cell: (employee) => <ClampedText text={fullName(employee)} lineHeight={1.35} lines={3} />,
      skeleton: 168,
      look: 'name',
    },
    {
      key: 'identification',
      head: head('identification'),
      width: 144,
      rigid: true,
      cell: ({ identification }) => <Cut text={identification} />,
      skeleton: 82,
    },
    {
      key: 'phone',
      head: head('phone'),
      width: 124,
      rigid: true,
      cell: ({ phone }) => phoneText(phone),
      skeleton: 108,
    },
    {
      key: 'email',
      head: head('email'),
      width: 250,
      cell: ({ email }) => <Cut text={email} />,
      skeleton: 176,
    },
    {
      key: 'address',
      head: head('address'),
      width: 148,
      rigid: true,
      cell: (employee) => <Address employee={employee} />,
      skeleton: 124,
      look: 'plain',
    },
    {
      key: 'salary',
      head: head('salary'),
      width: 136,
      rigid: true,
      align: 'right',
      cell: ({ baseSalary }) => <AmountToday usd={baseSalary} />,
      skeleton: <AmountSkeleton />,
      look: 'plain',
    },
    {
      key: 'action',
      head: head('action'),
      width: 100,
      rigid: true,
      align: 'right',
      cell: (employee) => <EmployeeActions employee={employee} onDelete={onDelete} />,
      skeleton: <ActionsSkeleton />,
    },
  ]
}

/** A text that the column cuts off is its tooltip. */
function Cut({ text }: { text: string }) {
  return <span title={text}>{text}</span>
}

function Address({ employee, wide = false }: { employee: Employee; wide?: boolean }) {
  const { t } = useTranslation()
  return (
    <CopyableAddress
      address={employee.cryptoAddress}
      label={t('employees.copyAddress', { name: fullName(employee) })}
      wide={wide}
    />
  )
}
