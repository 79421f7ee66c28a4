import { useQuery } from '@tanstack/react-query'
import type { DollarLines } from '#contract/dollar-lines.ts'
import type { Payment } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { isRead } from '#web/lib/is-read.ts'
import { bankListQuery, openDollars } from '#web/shared/payments/dollars-of-run.tsx'
import { useRun } from './depth.tsx'

interface PaidSteps {
  /** The payment whose dollars the bank has yet to pass on, and its list; null: there is none. */
  steps: { run: Payment; list: DollarLines } | null
  isKnown: boolean
}

/** The payment that the state speaks of, once it is in a block, until all its dollars are marked as paid. */
export function usePaidSteps(payroll: Payroll | undefined): PaidSteps {
  const run = useRun(payroll)
  const code = payroll?.status.code
  const isPaid = code === 'paid' || code === 'paidInPart'
  const asks = isPaid && run?.state === 'confirmed' && run.dollarsUsd > 0
  const query = useQuery({ ...bankListQuery(run?._id ?? ''), enabled: asks })
  const list = asks ? query.data : undefined
  const isOpen = list?.due === true && openDollars(list) > 0
  return { steps: run && isOpen ? { run, list } : null, isKnown: !asks || isRead(query) }
}
