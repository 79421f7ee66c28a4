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
import { Block } from '#web/ui/layout.tsx'
import { PersonName } from '#web/ui/person-name.tsx'
import { ActionsSkeleton, AmountSkeleton } from '#web/ui/skeleton.tsx'
import type { Column } from '#web/ui/table-props.ts'
import { Text } from '#web/ui/text.tsx'
import { HoldMark } from './address-hold.tsx'
import { ChangesIn } from './changes-in.tsx'
import { ContactMark } from './contact-change.tsx'
import { EmployeeActions } from './employee-actions.tsx'
import { useReadyColumns } from './ready-columns.tsx'
import type { ChosenPeople } from './use-chosen.ts'

interface EmployeeTableProps {
  /** Undefined while loading. */
  employees: readonly Employee[] | undefined
  /** Undefined where the person may change nobody. */
  onDelete: ((employee: Employee) => void) | undefined
  empty: ReactNode
  pager: ReactNode
  /** Says who can be paid, once anybody was invited or is paid in dollars. */
  ready?: { head: ReactNode; choice: ChosenPeople | undefined } | undefined
}

export function EmployeeTable(props: EmployeeTableProps) {
  const { employees, onDelete, empty, pager, ready } = props
  const { t } = useTranslation()
  const today = useColumns(onDelete)
  const columns = useReadyColumns(today, employees, ready?.choice)
  return (
    <DataTable
      label={t('employees.table')}
      columns={ready ? columns : today}
      head={ready?.head}
      rows={employees}
      rowKey={({ _id }) => _id}
      rowHeight={ready ? 58 : 54}
      minimumWidth={940}
      empty={empty}
      pager={pager}
    />
  )
}

function NameOnCard({ employee }: { employee: Employee }) {
  return (
    <div>
      <PersonName of={employee} />
      <ChangesIn employee={employee} />
      <ContactMark changes={employee.contactChanges} />
    </div>
  )
}

/** The document of a person, and how to reach that person. */
function Reach({ employee }: { employee: Employee }) {
  const { identification, phone, email } = employee
  return (
    <DotSeparated>
      {identification}
      {phoneText(phone) ||
        (email && (
          <Text as="div" truncate>
            {email}
          </Text>
        ))}
    </DotSeparated>
  )
}

function useColumns(onDelete: EmployeeTableProps['onDelete']): Column<Employee>[] {
  const { t } = useTranslation()
  const head = (column: string) => t(`employees.column.${column}`)
  return [
    {
      key: 'name',
      head: head('name'),
      width: 250,
      cell: (employee) => (
        <Block py="7px">
          <ClampedText
            text={fullName(employee)}
            lineHeight={1.35}
            lines={employee.payroll ? 2 : 3}
          />
          <ChangesIn employee={employee} />
          <ContactMark changes={employee.contactChanges} />
        </Block>
      ),
      onCard: { title: (employee) => <NameOnCard employee={employee} /> },
      skeleton: 168,
      look: 'name',
    },
    {
      key: 'identification',
      head: head('identification'),
      width: 144,
      rigid: true,
      cell: ({ identification }) => <Cut text={identification} />,
      onCard: { line: (employee) => <Reach employee={employee} /> },
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
      onCard: { foot: (employee) => <Address employee={employee} wide /> },
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
      onCard: 'aside',
      skeleton: <AmountSkeleton />,
      look: 'plain',
    },
    ...(onDelete ? [actionColumn(head('action'), onDelete)] : []),
  ]
}

function actionColumn(
  head: string,
  onDelete: NonNullable<EmployeeTableProps['onDelete']>,
): Column<Employee> {
  return {
    key: 'action',
    head,
    width: 100,
    rigid: true,
    align: 'right',
    cell: (employee) => <EmployeeActions employee={employee} onDelete={onDelete} />,
    onCard: 'actions',
    skeleton: <ActionsSkeleton />,
  }
}

/** A text that the column cuts off is its tooltip. */
function Cut({ text }: { text: string }) {
  return <span title={text}>{text}</span>
}

function Address({ employee, wide = false }: { employee: Employee; wide?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {employee.cryptoAddress === '' ? (
        '—'
      ) : (
        <CopyableAddress
          address={employee.cryptoAddress}
          label={t('employees.copyAddress', { name: fullName(employee) })}
          wide={wide}
        />
      )}
      <HoldMark hold={employee.addressHold} />
    </>
  )
}
