import type { ReactNode } from 'react'
import type { Transaction } from '#contract/transactions.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { useCompanyColumns, usePayrollColumns } from './transaction-columns.tsx'

/** The content beside the sidebar of a window 1280 wide: there it is still a table. */
const minimumWidth = 960

interface TransactionTableProps {
  /** The name of the table for screen readers. */
  label: string
  /**
   * Transactions of the whole company, with payroll and address; or of one payroll, whose page says
   * both.
   */
  of: 'company' | 'payroll'
  /** Undefined while loading. */
  transactions: readonly Transaction[] | undefined
  /** An EmptyState. */
  empty: ReactNode
  expected?: number
  head?: ReactNode
  pager?: ReactNode
}

/** Deposits, payments and withdrawals, the newest first; cards where there is no room. */
export function TransactionTable(props: TransactionTableProps) {
  const { of, transactions, ...rest } = props
  const companyColumns = useCompanyColumns()
  const payrollColumns = usePayrollColumns()
  return (
    <DataTable
      {...rest}
      columns={of === 'company' ? companyColumns : payrollColumns}
      rows={transactions}
      rowKey={({ _id }) => _id}
      minimumWidth={minimumWidth}
      rowHeight={of === 'company' ? 60 : 52}
    />
  )
}
