import { useTranslation } from 'react-i18next'
import type { PayrollStatusCode } from '#contract/payroll-status.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { hourMs } from '#domain/durations.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { bearableFall, coverOf } from '#web/shared/coverage/coverage.ts'
import { useBtcPrice } from '#web/shared/prices/price.ts'
import { goesToBank, isLate, movementOf } from './status-look.ts'
import { useReason, useUntil } from './use-status-words.ts'

const questions = {
  noPeople: 'people',
  short: 'enough',
  fundsOnTheWay: 'enough',
  ready: 'enough',
  awaitsApproval: 'approval',
  awaitsNode: 'paid',
  sent: 'paid',
  paid: 'paid',
  paidInPart: 'paid',
  stopped: 'paid',
} satisfies Record<PayrollStatusCode, string>

interface StatusAnswer {
  question: string
  answer: string
  /** The line beneath: what comes next. */
  note: string | null
}

const halfDayMs = 12 * hourMs

/** More names than these are counted. */
const namedAtMost = 3

/**
 * The state of a payday, as the head of the payroll's page says it. `leftOut`: the names of people
 * whom its run left out.
 */
export function useStatusAnswer(
  payroll: Payroll,
  now: number,
  leftOut: readonly string[] = [],
): StatusAnswer {
  const { t } = useTranslation()
  const answer = useAnswer()
  const note = useNote()
  const movement = movementOf(payroll)
  const { code } = payroll.status
  if (movement !== 'payment' && code !== 'awaitsApproval') {
    return {
      question: t(`payday.question.${movement}`),
      answer: t(code === 'awaitsNode' ? 'payday.answer.awaitsNode' : 'payday.answer.moving'),
      note: null,
    }
  }
  return {
    question: t(`payday.question.${questions[code]}`),
    answer: answer(payroll, now),
    note: note(payroll, now, leftOut),
  }
}

function useAnswer() {
  const { t } = useTranslation()
  const format = useFormat()
  const ofPaid = (payroll: Payroll): string => {
    const { lines, paid, dollars } = payroll.status
    if (goesToBank(payroll)) return t('payday.answer.toBank')
    if (dollars && dollars.left > 0) {
      const { left } = dollars
      const rest = t('payday.answer.byBank', { count: left, left: format.count(left) })
      return t('payday.answer.left', { count: paid, paid: format.count(paid), rest })
    }
    return paid < lines
      ? t('payday.answer.paidOf', { paid: format.count(paid), people: format.count(lines) })
      : t('payday.answer.paid', { count: lines, people: format.count(lines) })
  }
  return (payroll: Payroll, now: number): string => {
    const { code, at, unpaid, missing, spare, approvals } = payroll.status
    const usd = (amount: { usd: number } | null) => ({ amount: format.usd(amount?.usd ?? 0) })
    const paid = format.count(payroll.status.paid)
    switch (code) {
      case 'short':
        return t('payday.answer.short', usd(missing))
      case 'ready':
        return t('payday.answer.ready', usd(spare))
      case 'awaitsApproval': {
        const required = approvals?.required ?? 1
        const count = required - (approvals?.given ?? 0)
        if (required <= 1) return t('payday.answer.code')
        return t('payday.answer.approvals', { count, required })
      }
      case 'sent': {
        const time = at === null ? '' : format.time(at)
        return t(isLate(at, now) ? 'payday.answer.late' : 'payday.answer.sent', { time })
      }
      case 'paid':
        return ofPaid(payroll)
      case 'paidInPart':
        return t('payday.answer.paidInPart', { count: unpaid, unpaid: format.count(unpaid), paid })
      default:
        return t(`payday.answer.${code}`)
    }
  }
}

function useNote() {
  const { t } = useTranslation()
  const format = useFormat()
  const reason = useReason()
  const until = useUntil()
  const price = useBtcPrice()?.price
  /** When a deposit of the last 12 hours came; an older one would need its date. */
  const depositTime = ({ lastTransaction: last }: Payroll, now: number): string | null =>
    last?.type === 'receive' &&
    last.state === 'unconfirmed' &&
    now - Date.parse(last.createdAt) < halfDayMs
      ? format.time(last.createdAt)
      : null
  return (payroll: Payroll, now: number, leftOut: readonly string[]): string | null => {
    const { status, toFund } = payroll
    const { code, at, unpaid, spare, approvals } = status
    switch (code) {
      case 'short': {
        const key = toFund.reserveUsd > 0 ? 'payday.note.withReserve' : 'payday.note.short'
        return toFund.usd > 0 ? t(key, { amount: format.usd(toFund.usd) }) : null
      }
      case 'ready': {
        const spendable = coverOf(payroll, price)?.spendable.usd ?? 0
        const fall = bearableFall(spare?.usd ?? 0, spendable)
        return fall > 0 ? t('payday.note.ready', { percent: format.percentOf(fall) }) : null
      }
      case 'fundsOnTheWay': {
        const time = depositTime(payroll, now)
        return time === null ? t('payday.note.fundsOnTheWay') : t('payday.note.depositAt', { time })
      }
      case 'awaitsApproval':
        return approvals?.until
          ? t('payday.note.asked', { until: until(approvals.until, now) })
          : t('payday.note.stopped')
      case 'paidInPart': {
        const date = at === null ? '' : format.dateTime(at)
        // Unpaid lines of a batch that failed have no names here.
        if (leftOut.length === unpaid && unpaid <= namedAtMost) {
          return t('payday.note.leftOut', { count: unpaid, names: format.list(leftOut), date })
        }
        return t('payday.note.paidInPart', { count: unpaid, unpaid: format.count(unpaid), date })
      }
      case 'stopped':
        return `${reason(payroll)} ${t('payday.note.stopped')}`
      case 'sent':
        return null
      case 'paid': {
        if (at === null) return null
        const date = format.dateTime(at)
        if (unpaid === 0) return date
        return t('payday.note.paidBut', { count: unpaid, unpaid: format.count(unpaid), date })
      }
      default:
        return t(`payday.note.${code}`)
    }
  }
}
