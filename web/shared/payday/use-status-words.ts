import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { dayMs } from '#domain/durations.ts'
import { localDayOfMonth } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useQuietSince } from '#web/shared/network.ts'
import { goesToBank, isLate, movementOf } from './status-look.ts'

/** The second line of a state: its text, and whether it stands out. */
interface Line {
  text: string
  look: 'plain' | 'strong' | 'brick'
}

const plain = (text: string): Line => ({ text, look: 'plain' })

/** 'las 8:12', 'mañana', 'el 25 nov': until when something holds. */
export function useUntil() {
  const { t } = useTranslation()
  const format = useFormat()
  return (until: string, now: number) => {
    const values = { time: format.time(until), day: format.day(until) }
    const isOn = (instant: number) =>
      localDayOfMonth(new Date(instant)) === localDayOfMonth(until) &&
      Math.abs(Date.parse(until) - instant) < dayMs
    if (isOn(now)) return t('payday.until.today', values)
    return isOn(now + dayMs) ? t('payday.until.tomorrow') : t('payday.until.day', values)
  }
}

/** A state in words: the word beside its sign, and the line beneath. */
export function useStatusWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const until = useUntil()
  const isQuiet = useQuietSince() !== null

  function word(payroll: Payroll, short = false): string {
    const { code, at } = payroll.status
    const movement = movementOf(payroll)
    if (movement === 'cancel') return t('payday.word.cancel')
    if (movement === 'withdrawal' && code === 'sent') return t('payday.word.withdrawal')
    if (goesToBank(payroll)) return t('payday.word.toBank')
    const values = at === null ? {} : { day: format.day(at), time: format.time(at) }
    return t(code === 'paid' && short ? 'payday.word.paidShort' : `payday.word.${code}`, values)
  }

  function line(payroll: Payroll, now: number): Line {
    const { code, at, lines, paid, dollars, missing, spare, onTheWay, approvals } = payroll.status
    const { unpaid } = payroll.status
    const usd = (amount: { usd: number } | null) => ({ amount: format.usd(amount?.usd ?? 0) })
    switch (code) {
      case 'short':
        return { text: t('payday.line.short', usd(missing)), look: 'brick' }
      case 'fundsOnTheWay':
        return plain(t('payday.line.fundsOnTheWay', usd(onTheWay)))
      case 'ready':
        return plain(t('payday.line.ready', usd(spare)))
      case 'awaitsApproval': {
        const [given, required] = [approvals?.given ?? 0, approvals?.required ?? 1]
        const end = approvals?.until ? until(approvals.until, now) : '–'
        if (required <= 1) return plain(t('payday.line.code', { until: end }))
        const lacking = { count: required - given, required, until: end }
        return plain(t('payday.line.approvals', lacking))
      }
      case 'awaitsNode':
        if (isQuiet) return plain(t('payday.quiet.alone'))
        return plain(t('payday.line.awaitsNode', { time: at === null ? '' : format.time(at) }))
      case 'sent':
        return plain(t(isLate(at, now) ? 'payday.line.late' : 'payday.line.sent'))
      case 'paid': {
        const people = format.count(lines)
        if (goesToBank(payroll)) return plain(t('payDollars.dollarsTo', { count: lines, people }))
        if (dollars && dollars.left > 0) {
          return plain(t('payday.line.left', { left: format.count(dollars.left) }))
        }
        return plain(
          paid < lines
            ? t('payday.line.peopleOf', { paid: format.count(paid), people })
            : t('payday.line.people', { count: lines, people }),
        )
      }
      case 'paidInPart': {
        const values = { count: unpaid, unpaid: format.count(unpaid) }
        return { text: t('payday.line.paidInPart', values), look: 'strong' }
      }
      default:
        return plain(t(`payday.line.${code}`))
    }
  }

  return { word, line }
}

const reasons: Partial<Record<string, string>> = {
  COMPANY_FROZEN: 'frozen',
  PAYMENTS_STOPPED: 'halted',
  WALLET_AHEAD_OF_RECORDS: 'ahead',
  PAYMENT_IN_PROGRESS: 'inProgress',
  WAITS_AFTER_RESET: 'afterReset',
  HELD_ADDRESSES: 'afterReset',
  EMAIL_NOT_VERIFIED: 'email',
  DUST_SALARY: 'dust',
  FEE_TOO_HIGH: 'fee',
  WAITS_FOR_OPERATOR: 'price',
}

/** Why a payroll is stopped, in a sentence; the pay dialog says more. */
export function useReason() {
  const { t } = useTranslation()
  return ({ status: { reason } }: Payroll) =>
    t(`payday.reason.${(reason !== null && reasons[reason]) || 'other'}`)
}
