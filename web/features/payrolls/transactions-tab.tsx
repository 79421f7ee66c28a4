import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { useExistingPage, useListAddress } from '#web/lib/use-list-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { TransactionTable } from '#web/ui/transaction-table.tsx'
import { pageSize, usePayrollTransactions } from './api.ts'

export function TransactionsTab({ payroll }: { payroll: Payroll }) {
  const { t } = useTranslation()
  const { page, setPage } = useListAddress()
  const { data, error, refetch } = usePayrollTransactions(payroll._id, page)
  useExistingPage({ page, setPage }, data?.pages)

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
          pageSize={pageSize}
          total={data?.totalTransactions ?? 0}
          onPage={setPage}
        />
      }
    />
  )
}
