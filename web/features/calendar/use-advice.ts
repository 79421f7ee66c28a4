import { useTranslation } from 'react-i18next'
import type { Occurrence, OccurrenceReason } from '#contract/calendar.ts'
import { occurrenceWindowMs } from '#domain/occurrence-state.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useOccurrenceWords } from '#web/shared/calendar/use-occurrence-words.ts'

const heldTexts = {
  NOT_APPROVED: 'NOT_APPROVED',
  FUNDS: 'FUNDS',
  SHEET_CHANGED: 'SHEET_CHANGED',
  ABOVE_CEILING: 'ABOVE_CEILING',
  PRICE: 'again',
  NODE: 'again',
  IN_PROGRESS: 'again',
  HELD_ADDRESSES: 'HELD_ADDRESSES',
  PAID_ELSEWHERE: 'HELD_ADDRESSES',
  STOPPED: 'STOPPED',
  FROZEN: 'FROZEN',
  UNCERTAIN: 'UNCERTAIN',
} as const satisfies Record<OccurrenceReason, string>

/** One sentence on what happens next with a payday, and what somebody can do; null: its state says it. */
export function useAdvice() {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useOccurrenceWords()
  return (one: Occurrence): string | null => {
    const { state, mode, dueAt, approvals, payment, reason } = one
    const due = words.moment(dueAt)
    const until = { time: format.time(new Date(Date.parse(dueAt) + occurrenceWindowMs)) }
    const how = mode === 'PAY' ? 'PAY' : 'PREPARE'
    switch (state) {
      case 'prepared':
        if (approvals) return t(`calendar.auto.wait.${how}`, due)
        return payment ? null : t('calendar.auto.wait.free')
      case 'approved':
        return t(`calendar.auto.approved.${how}`, how === 'PAY' ? due : { ...due, ...until })
      case 'held':
        if (mode !== 'PAY' || reason === null) return null
        return t(`calendar.auto.held.${heldTexts[reason]}`, until)
      case 'missed':
        return t('calendar.auto.missed')
      default:
        return null
    }
  }
}
