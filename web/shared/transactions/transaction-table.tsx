import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { typeName } from '#web/shared/transactions/type-name.ts'
import { Amount } from '#web/ui/amount.tsx'
import { Link } from '#web/ui/controls.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { RowCard } from '#web/ui/row-card.tsx'
import { ExternalTxLink } from './external-tx-link.tsx'
import { StateLabel } from './state-label.tsx'
import { hasDetails } from './transaction-cells.tsx'
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
      card={(transaction) => <TransactionCard transaction={transaction} of={of} />}
    />
  )
}

function TransactionCard({
  transaction,
  of,
}: {
  transaction: Transaction
  of: TransactionTableProps['of']
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { payroll, createdAt, usd, btc, state, waitingFor, txid } = transaction
  const typeText = t(`transactionType.${typeName(transaction)}`)
  const [title, detail] =
    of === 'company'
      ? [
          payroll.name,
          <DotSeparated key="detail">
            {typeText}
            {format.date(createdAt)}
          </DotSeparated>,
        ]
      : [typeText, format.dateTime(createdAt)]
  return (
    <RowCard
      title={
        hasDetails(transaction) ? (
          <Link
            component={RouterLink}
            to={paths.transaction(transaction._id)}
            // The accessible name contains the visible text, for people who speak to their browser.
            aria-label={`${title}. ${t('transactions.open', { name: payroll.name, amount: format.usd(usd) })}`}
            tone="ink"
            breakWords
          >
            {title}
          </Link>
        ) : (
          title
        )
      }
      detail={detail}
      aside={<Amount usd={usd} btc={btc} />}
      foot={<StateLabel state={state} waitingFor={waitingFor} />}
      actions={txid !== null && <ExternalTxLink txid={txid} />}
    />
  )
}
