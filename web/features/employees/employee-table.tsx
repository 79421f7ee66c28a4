import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { phoneText } from '#web/lib/phone.ts'
import { btcOfUsd, useBtcPrice } from '#web/lib/price.ts'
import { AddressShort } from '#web/ui/address-text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { RowCard } from '#web/ui/row-card.tsx'
import { ActionsSkeleton, AmountSkeleton } from '#web/ui/skeleton.tsx'
import { EmployeeActions } from './employee-actions.tsx'
import { fullName } from './full-name.ts'

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
      empty={empty}
      pager={pager}
      card={(employee) => (
        <RowCard
          title={<Box sx={{ overflowWrap: 'anywhere' }}>{fullName(employee)}</Box>}
          detail={[employee.identification, phoneText(employee.phone) || employee.email]
            .filter(Boolean)
            .join(' · ')}
          aside={<Salary employee={employee} />}
          foot={<Address employee={employee} wide />}
          actions={<EmployeeActions employee={employee} onDelete={onDelete} />}
        />
      )}
    />
  )
}

function useColumns(onDelete: (employee: Employee) => void): Column<Employee>[] {
  const { t } = useTranslation()
  const head = (column: string) => t(`employees.column.${column}`)
  return [
    {
      key: 'name',
      head: head('name'),
      width: 238,
      cell: (employee) => <Cut text={fullName(employee)} />,
      skeleton: 168,
      look: 'name',
    },
    {
      key: 'identification',
      head: head('identification'),
      width: 156,
      cell: ({ identification }) => <Cut text={identification} />,
      skeleton: 82,
    },
    {
      key: 'phone',
      head: head('phone'),
      width: 140,
      cell: ({ phone }) => phoneText(phone),
      skeleton: 108,
    },
    {
      key: 'email',
      head: head('email'),
      width: 206,
      cell: ({ email }) => <Cut text={email} />,
      skeleton: 176,
    },
    {
      key: 'address',
      head: head('address'),
      width: 156,
      cell: (employee) => <Address employee={employee} />,
      skeleton: 124,
      look: 'plain',
    },
    {
      key: 'salary',
      head: head('salary'),
      width: 138,
      align: 'right',
      cell: (employee) => <Salary employee={employee} />,
      skeleton: <AmountSkeleton />,
      look: 'plain',
    },
    {
      key: 'action',
      head: head('action'),
      width: 102,
      align: 'right',
      cell: (employee) => <EmployeeActions employee={employee} onDelete={onDelete} />,
      skeleton: <ActionsSkeleton />,
    },
  ]
}

/** What the column cuts off is its tooltip. */
function Cut({ text }: { text: string }) {
  return <span title={text}>{text}</span>
}

function Salary({ employee: { baseSalary } }: { employee: Employee }) {
  const price = useBtcPrice()?.price
  return (
    <Amount usd={baseSalary} btc={price === undefined ? undefined : btcOfUsd(baseSalary, price)} />
  )
}

function Address({ employee, wide = false }: { employee: Employee; wide?: boolean }) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <AddressShort address={employee.cryptoAddress} wide={wide} />
      <CopyButton
        value={employee.cryptoAddress}
        label={t('employees.copyAddress', { name: fullName(employee) })}
      />
    </Box>
  )
}
