import { useTranslation } from 'react-i18next'
import type { Transaction } from '#contract/transactions.ts'
import { TransactionTable } from '#web/shared/transactions/transaction-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Text } from '#web/ui/text.tsx'

interface LastTransactionsProps {
  transactions: readonly Transaction[] | undefined
}

export function LastTransactions({ transactions }: LastTransactionsProps) {
  const { t } = useTranslation()
  return (
    <section>
      <Text variant="h2" mt={7} mb={3} size={20}>
        {t('dashboard.transactions.title')}
      </Text>
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
