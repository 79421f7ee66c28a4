import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { colleagueText } from '#contract/colleague.ts'
import { dayMs } from '#domain/durations.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useWhen } from '#web/shared/factors/use-when.ts'
import { isOwnCode } from './approvals-api.ts'

/** Names what is approved, in the words of the list and of its own page. */
export function useApprovalWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const inDays = useWhen()

  /** 'hoy, 9:05' · 'ayer, 16:40' · 'mañana, 8:12' */
  function when(instant: string): string {
    const isYesterday = format.date(instant) === format.date(new Date(Date.now() - dayMs))
    return isYesterday ? t('approvals.yesterday', { time: format.time(instant) }) : inDays(instant)
  }

  return {
    when,
    /** 'Falta 1 de 2' */
    lacking(approval: Approval): string {
      const { required, stillNeeded: count } = approval
      if (isOwnCode(approval)) return t('approvals.lackingCode')
      return count > 0 ? t('approvals.lacking', { count, required }) : t('approvals.enough')
    },
    /** 'Aprobó Roberto Siliézar (roberto@izalco.sv)' */
    gave({ given }: Approval): string {
      const names = given.map(({ user }) => colleagueText(user)).join(', ')
      return given.length === 0
        ? t('approvals.nobody')
        : t('approvals.gave', { count: given.length, names })
    },
    ends: ({ expiresAt }: Approval) => t('approvals.ends', { when: when(expiresAt) }),
    requester: ({ askedByMe, askedBy, askedAt }: Approval) =>
      askedBy === null
        ? t('approvals.prepared', { when: when(askedAt) })
        : t(askedByMe ? 'approvals.askedByYou' : 'approvals.asked', {
            name: colleagueText(askedBy),
            when: when(askedAt),
          }),
    /** The name of its payroll, or what changes. */
    title({ kind, payroll, subject }: Approval): string {
      if (kind === 'WITHDRAWAL' && payroll) {
        return t('approvals.withdrawal', { payroll: payroll.name })
      }
      if (kind === 'CONSOLIDATION' && payroll) {
        return t('approvals.consolidation', { payroll: payroll.name })
      }
      const isPay = kind === 'PAYMENT' || kind === 'OCCURRENCE'
      return isPay && payroll ? payroll.name : subject
    },
    /** How many are paid, or of which kind the change is where its title does not say so. */
    detail({ kind, payment, occurrence, transaction, subject }: Approval): string | null {
      if (occurrence) {
        const { dueAt, people } = occurrence
        return [
          t('approvals.payday.title', { day: format.weekdayAndDay(dueAt) }),
          t('calendar.people', { count: people, people: format.count(people) }),
        ].join(' · ')
      }
      if (kind === 'PAYMENT' && payment) {
        const { lines } = payment
        return t('approvals.people', { count: lines, people: format.count(lines) })
      }
      if (kind === 'WITHDRAWAL') return transaction?.cryptoAddress ?? null
      const name = kind in kinds ? t(`approvals.kind.${kind}`) : null
      // Rules have no other name.
      return name === subject ? null : name
    },
  }
}

const kinds = { RULES: 1, ROLE: 1, INVITATION: 1, FACTOR: 1, RELEASE: 1, SWEEP: 1, OCCURRENCE: 1 }

interface Moved {
  usd: number
  /** Undefined: the price of its hour decides, or nothing of it is in bitcoin. */
  btc?: string
}

/** The sum that leaves; of a consolidation that is its fee. null: nothing leaves. */
export function moneyOf({ kind, payment, occurrence, transaction }: Approval): Moved | null {
  if (kind === 'CONSOLIDATION') return transaction?.networkFee ?? null
  if (occurrence) return { usd: occurrence.totalUsd }
  if (payment) {
    const { totalUsd: usd, totalBtc: btc } = payment
    return payment.bitcoinUsd > 0 ? { usd, btc } : { usd }
  }
  return transaction && { usd: transaction.usd, btc: transaction.btc }
}
