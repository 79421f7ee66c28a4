import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { useListAddress } from '#web/lib/use-list-address.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TransactionTable } from '#web/ui/transaction-table.tsx'
import { pageSize, usePayrollTransactions } from './api.ts'

export function TransactionsTab({ payroll }: { payroll: Payroll }) {
  const { t } = useTranslation()
  const { page, setPage } = useListAddress()
  const { data, error, refetch } = usePayrollTransactions(payroll._id, page)

  const lastPage = Math.max(1, data?.pages ?? page)
  useEffect(() => {
    if (page > lastPage) setPage(lastPage, { replace: true })
  }, [page, lastPage, setPage])

  if (data === undefined && error) {
    return (
      <Panel flush>
        <LoadFailed error={error} onRetry={refetch} />
      </Panel>
    )
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
