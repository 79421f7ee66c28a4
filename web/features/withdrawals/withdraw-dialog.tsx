import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Money } from '#contract/http.ts'
import type { Payroll } from '#contract/payrolls.ts'
import type { Transaction } from '#contract/transactions.ts'
import { useConfig } from '#web/shared/config.ts'
import { WithdrawalCodeStep } from './code-step.tsx'
import { RequestStep } from './request-step.tsx'

interface WithdrawDialogProps {
  payroll: Payroll
  /** The spendable amount; undefined until it is known. */
  available: Money | undefined
  onClose: () => void
  /** Transactions that the records did not know are looked at where payrolls are paid. */
  onReview: () => void
}

/** 'Retirar fondos': where to and how much, then what it costs and the code, then what became of it. */
export function WithdrawDialog({ payroll, available, onClose, onReview }: WithdrawDialogProps) {
  const { t } = useTranslation()
  const network = useConfig()?.network
  const [planned, setPlanned] = useState<Transaction | null>(null)
  const title = t('withdrawals.title')
  if (!network) return null
  if (planned)
    return (
      <WithdrawalCodeStep payroll={payroll} planned={planned} title={title} onClose={onClose} />
    )
  return (
    <RequestStep
      payroll={payroll}
      available={available}
      network={network}
      title={title}
      onClose={onClose}
      onPlanned={setPlanned}
      onReview={onReview}
    />
  )
}
