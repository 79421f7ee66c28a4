import { useTranslation } from 'react-i18next'
import type { Occurrence } from '#contract/calendar.ts'
import { dayMs } from '#domain/durations.ts'
import { occurrenceWindowMs, prepareBeforeMs } from '#domain/occurrence-state.ts'
import { useFormat } from '#web/lib/use-format.ts'

/** The words about a payday, the same on every screen. */
export function useOccurrenceWords() {
  const { t } = useTranslation()
  const format = useFormat()

  const day = (instant: string) => format.day(instant)

  function reason({ reason: code, missing }: Occurrence): string {
    if (code === null) return t('calendar.reason.pay')
    if (code !== 'FUNDS') return t(`calendar.reason.${code}`)
    return missing
      ? t('calendar.reason.FUNDS', { amount: format.usd(missing.usd) })
      : t('calendar.reason.FUNDS_unknown')
  }

  function planned({ kind, specialRun, mode, dueAt, nextNotice }: Occurrence): string | null {
    if (kind !== 'REGULAR') return t(specialRun ? 'calendar.line.sheet' : 'calendar.line.noSheet')
    const prepares = Date.parse(dueAt) - prepareBeforeMs
    if (mode !== 'REMIND' && prepares > Date.now()) {
      return t('calendar.line.prepares', { day: format.day(new Date(prepares)) })
    }
    return nextNotice === null ? null : t('calendar.line.notice', { day: day(nextNotice) })
  }

  /** A sheet that nobody has to approve only waits for its hour. */
  const state = ({ state: name, approvals, payment }: Occurrence) =>
    name === 'prepared' && !approvals && !payment
      ? t('calendar.auto.word')
      : t(`calendar.state.${name}`)

  /** 'viernes 27' and '9:00', for a sentence. */
  const moment = (instant: string) => ({
    day: format.weekdayAndDay(instant),
    time: format.time(instant),
  })

  /** The line beneath the state; null: there is nothing to add. */
  function line(one: Occurrence): string | null {
    const { dueAt, mode, approvals, payment, skipReason } = one
    switch (one.state) {
      case 'planned':
        return planned(one)
      case 'prepared': {
        if (!approvals) {
          // A run that waits for its own approval has its own page.
          return payment ? null : t('calendar.line.payFrom', { time: format.time(dueAt) })
        }
        const count = approvals.required - approvals.given
        return t('calendar.line.lacking', { count, required: approvals.required })
      }
      case 'approved':
        return t(mode === 'PAY' ? 'calendar.line.paysAlone' : 'calendar.line.payFrom', {
          time: format.time(dueAt),
        })
      case 'held':
        return t('calendar.line.until', {
          reason: reason(one),
          time: format.time(new Date(Date.parse(dueAt) + occurrenceWindowMs)),
        })
      case 'missed':
        return t('calendar.line.missed')
      case 'paid':
        return null
      case 'skipped':
        return skipReason || null
    }
  }

  /** 'hoy, 9:00' · 'en 2 días' */
  function when(dueAt: string, now: number): string {
    const left = Date.parse(dueAt) - now
    const time = format.time(dueAt)
    if (left < 0) return t('calendar.next.when.past', { day: `${day(dueAt)}, ${time}` })
    if (format.date(dueAt) === format.date(new Date(now)))
      return t('calendar.next.when.today', { time })
    if (format.date(dueAt) === format.date(new Date(now + dayMs)))
      return t('calendar.next.when.tomorrow', { time })
    const count = Math.max(1, Math.round(left / dayMs))
    return t('calendar.next.when.days', { count })
  }

  /** 'adelantada del domingo 15' */
  function moved({ moved: from, dueAt }: Occurrence): string | null {
    if (from === null) return null
    // Noon: a day and not an hour of it.
    const nominal = `${from.from}T18:00:00Z`
    const earlier = Date.parse(nominal) > Date.parse(dueAt)
    const text = t(earlier ? 'calendar.moved.earlier' : 'calendar.moved.later', {
      day: format.weekdayAndDay(nominal),
    })
    return from.name ? t('calendar.moved.holiday', { moved: text, name: from.name }) : text
  }

  /** 'quincenal' · 'semanal, los viernes' */
  function rhythm({ kind, periodKey, moved: from, dueAt }: Occurrence): string {
    if (kind !== 'REGULAR') return t('calendar.rhythm.special')
    if (/-Q\d$/.test(periodKey)) return t('calendar.rhythm.FORTNIGHT')
    if (!periodKey.includes('-W')) return t('calendar.rhythm.MONTH')
    const nominal = new Date(from ? `${from.from}T18:00:00Z` : dueAt)
    const weekday = (nominal.getUTCDay() || 7) as 1 | 2 | 3 | 4 | 5 | 6 | 7
    return t('calendar.rhythm.WEEK', { weekdays: t(`calendar.weekdays.${weekday}`) })
  }

  /** '2.ª quincena de noviembre' */
  function period(key: string): string {
    const [year = '', part = ''] = key.split('-')
    if (part.startsWith('W')) return t('calendar.period.week', { week: part.slice(1), year })
    const month = format.month(`${year}-${part}`)
    if (key.endsWith('-Q1') || key.endsWith('-Q2')) {
      return t(`calendar.period.${key.endsWith('1') ? 'Q1' : 'Q2'}`, { month })
    }
    const [, , kind, number = '1'] = key.split('-')
    if (kind === 'BONUS') {
      return t(`calendar.special.${number === '1' ? 'BONUS' : 'BONUS_more'}`, { number, month })
    }
    if (kind === 'AGUINALDO') return t('calendar.special.AGUINALDO', { year })
    if (kind === 'QUINCENA_25') return t('calendar.special.QUINCENA_25')
    return t('calendar.period.month', { month })
  }

  /** The name of its line: the payroll, or the special pay. */
  const name = ({ kind, payroll, periodKey }: Occurrence) =>
    kind === 'REGULAR' ? payroll.name : period(periodKey)

  return { line, state, moment, when, moved, rhythm, period, name, reason }
}
