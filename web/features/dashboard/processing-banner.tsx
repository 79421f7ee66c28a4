import Link from '@mui/material/Link'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Transaction } from '#contract/transactions.ts'
import { paths } from '#web/shared/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { announced } from './open-transactions.ts'

/** Closed ones stay closed until the page is reloaded; the next payment has a banner of its own. */
const closed = new Set<string>()

/** While a transaction is on its way. The specification's sentence is for payments. */
export function ProcessingBanner({ transactions }: { transactions: readonly Transaction[] }) {
  const { t } = useTranslation()
  const [, setClosings] = useState(0)
  const transaction = announced(transactions, closed)
  if (!transaction) return null
  const { _id, type, payroll } = transaction
  return (
    <Banner
      action={
        <Link
          component={RouterLink}
          to={type === 'receive' ? paths.payroll(payroll._id) : paths.transaction(_id)}
        >
          {t('dashboard.banner.see')}
        </Link>
      }
      onClose={() => {
        closed.add(_id)
        setClosings((count) => count + 1)
      }}
    >
      {t(`dashboard.banner.${type === 'send' ? 'payment' : 'other'}`, { name: payroll.name })}
    </Banner>
  )
}
