import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/payments.ts'
import { successText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { NotSent } from '#web/lib/send-once.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useDialogPresence } from '#web/ui/dialog-presence.tsx'
import { reportWrite } from '#web/ui/report-write.ts'
import { toastInfo, toastSuccess } from '#web/ui/toasts.tsx'

/** Codes that the dialog itself shows once it has asked for the preview again. */
const shownByPreview: readonly string[] = [
  'PAYMENT_IN_PROGRESS',
  'ALREADY_PAID',
  'PERIOD_UNCERTAIN',
  'INSUFFICIENT_FUNDS',
]

/** Why nothing was paid, in words; null where something else says it. */
export function useRefusalText(error: Error | null): string | null {
  const { t } = useTranslation()
  if (error === null) return null
  if (error instanceof NotSent) return t('payments.notSent')
  if (!(error instanceof ApiError)) return t('errors.unexpected')
  if (error.outcomeUnknown) return `${t('errors.lost')} ${t('errors.lostDetail')}`
  if (error.isAboutSession || shownByPreview.includes(error.code)) return null
  return error.message
}

export const isSent = ({ state }: Payment) => state === 'unconfirmed' || state === 'confirmed'

/** Announces by toasts an outcome that neither the dialog can show nor the page beneath says. */
export function useAnnounce() {
  const { t } = useTranslation()
  const format = useFormat()
  const presence = useDialogPresence()
  const isOpen = useRef(presence.isOpen)
  isOpen.current = presence.isOpen
  return {
    /** True if the payment is on its way and nothing is left to say. */
    paid(payment: Payment): boolean {
      if (isSent(payment)) {
        const people = t('payments.peopleCount', {
          count: payment.lines,
          people: format.count(payment.lines),
        })
        const isPaid = payment.state === 'confirmed'
        // The page under the dialog says that it was sent, when it arrives, and how much.
        if (!isPaid && isOpen.current) return true
        const said = isPaid
          ? successText('payrollPaid')
          : t('payday.word.sent', { time: format.time(new Date()) })
        const arrives = isPaid ? '' : `, ${t('payday.line.sent')}`
        toastSuccess(said, `${people}, ${format.usd(payment.totalUsd)}${arrives}`)
        return true
      }
      if (!isOpen.current) {
        toastInfo(t('payments.waiting.title'), t(`payments.waiting.${findWaitReason(payment)}`))
      }
      return false
    },
    refused(error: Error) {
      if (!isOpen.current) reportWrite(error)
    },
  }
}

/** The reason why a payment waits, or how it ended. */
export function findWaitReason(payment: Payment) {
  const { state } = payment
  if (state === 'failed' || state === 'rejected' || state === 'removed') return state
  const waiting = payment.transactions.find(({ waitingFor }) => waitingFor !== null)?.waitingFor
  return waiting ?? 'network'
}
