import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import type { Transaction } from '#contract/transactions.ts'
import { buriedDepth } from '#domain/exclusivity.ts'
import { slowPollMs } from '#web/lib/polling.ts'
import { useConfig } from '#web/shared/config.ts'
import { paymentPreviewQuery } from './preview.ts'

/** A payroll's next payment waits for this transaction, though nothing is on its way. */
export type PayWait =
  /** The transaction withdrew everything; `blocks` more, and it is buried. */
  | { kind: 'withdrawal'; transaction: Transaction; blocks: number }
  /** A reorganisation took it out of its block. */
  | { kind: 'deposit' | 'spend'; transaction: Transaction }

/**
 * The reason why the next payment waits, from one of a payroll's transactions; null for nothing.
 */
export function payWaitOf(transaction: Transaction): PayWait | null {
  const { type, state, confirmations } = transaction
  const blocks = buriedDepth - confirmations
  if (type === 'withdrawal' && state === 'confirmed' && blocks > 0) {
    return { kind: 'withdrawal', transaction, blocks }
  }
  if (state !== 'removed') return null
  return { kind: type === 'receive' ? 'deposit' : 'spend', transaction }
}

/** The reason why the payroll's next payment waits, as the preview names it; null for nothing. */
export function usePayWait(payrollId: string, enabled: boolean): PayWait | null {
  const { data } = useQuery({
    ...paymentPreviewQuery(payrollId),
    enabled,
    refetchInterval: slowPollMs,
  })
  return enabled && data ? waitOfPreview(data) : null
}

export const waitOfPreview = ({ waitsFor }: PaymentPreview): PayWait | null =>
  waitsFor && payWaitOf(waitsFor)

const blocksInHour = 6

/** How long so many blocks take: 'unas 17 horas', and below an hour 'unos 20 minutos'. */
export function useBlocksText() {
  const { t } = useTranslation()
  return (blocks: number) =>
    blocks < blocksInHour
      ? t('time.about.minutes', { count: blocks * 10 })
      : t('time.about.hours', { count: Math.ceil(blocks / blocksInHour) })
}

/** Why a payroll can't be paid yet, and until when. */
export function usePayWaitText() {
  const { t } = useTranslation()
  const blocksText = useBlocksText()
  const sandbox = useConfig()?.sandbox ?? false
  return (wait: PayWait) => {
    if (wait.kind !== 'withdrawal') return t(`payWait.${wait.kind}`)
    const values = { count: wait.blocks, depth: buriedDepth, time: blocksText(wait.blocks) }
    return t(sandbox ? 'payWait.mine' : 'payWait.withdrawal', values)
  }
}
