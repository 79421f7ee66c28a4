import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Transaction } from '#contract/transactions.ts'
import { TransactionTable } from '#web/shared/transactions/transaction-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

interface LastTransactionsProps {
  transactions: readonly Transaction[] | undefined
}

export function LastTransactions({ transactions }: LastTransactionsProps) {
  const { t } = useTranslation()
  return (
    <section>
      <Typography variant="h2" sx={{ mt: 7, mb: 3, fontSize: '1.25rem' }}>
        {t('dashboard.transactions.title')}
      </Typography>
      <TransactionTable
        label={t('dashboard.transactions.title')}
        of="company"
        transactions={transactions}
        expected={5}
        empty={
          <EmptyState title={t('dashboard.transactions.empty')}>
            {t('dashboard.transactions.emptyText')}
          </EmptyState>
        }
      />
    </section>
  )
}
