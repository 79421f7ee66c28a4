import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { useClampedPage, useListParams } from '#web/lib/use-list-params.ts'
import { TransactionTable } from '#web/shared/transactions/transaction-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { payrollsPageSize, usePayrollTransactions } from './api.ts'

export function TransactionsTab({ payroll }: { payroll: Payroll }) {
  const { t } = useTranslation()
  const { page, setPage } = useListParams()
  const { data, error, refetch } = usePayrollTransactions(payroll._id, page)
  useClampedPage({ page, setPage }, data?.pages)

  if (data === undefined && error) {
    return <LoadFailedPanel error={error} onRetry={refetch} />
  }
  return (
    <TransactionTable
      of="payroll"
      label={t('payrolls.transactions.table')}
      transactions={data?.transactions}
      expected={3}
      empty={
        <EmptyState title={t('payrolls.transactions.empty')}>
          {t('payrolls.transactions.emptyText')}
        </EmptyState>
      }
      pager={
        <Pager
          page={page}
          pageSize={payrollsPageSize}
          total={data?.totalTransactions ?? 0}
          onPage={setPage}
        />
      }
    />
  )
}
