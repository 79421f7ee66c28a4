import { useTranslation } from 'react-i18next'
import type { Tier } from '#contract/approval-rules.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { aloneBelow } from './rules-draft.ts'

/** Rules in words. */
export function useRuleWords() {
  const { t } = useTranslation()
  const format = useFormat()
  /** `$500`, as long as there are no cents. */
  const sum = (usd: number) => format.usd(usd).replace(/[.,]00$/, '')
  return {
    sum,
    /** 'Desde $500, nadie paga a solas' */
    headline(tiers: readonly Tier[]): string {
      const from = aloneBelow(tiers)
      if (from === null) return t('rules.headline.alone')
      return from === 0 ? t('rules.headline.never') : t('rules.headline.from', { sum: sum(from) })
    },
    /** 'desde $500.00: 1 aprobación; desde $5,000.00: 2 aprobaciones' */
    list(tiers: readonly Tier[], strongOnly: boolean): string {
      const rows = tiers.map(
        ({ fromUsd, approvals }) =>
          `${t('rules.fromSum', { sum: format.usd(fromUsd) })}: ${approvals} ${t('rules.approvals', { count: approvals })}`,
      )
      const all = rows.length > 0 ? rows : [t('rules.none')]
      return [...all, ...(strongOnly ? [t('rules.strongShort')] : [])].join('; ')
    },
  }
}
