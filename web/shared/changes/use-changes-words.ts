import { useTranslation } from 'react-i18next'
import { type ChangeGroup, type ChangesSummary, changeGroups } from '#contract/changes.ts'
import { useFormat } from '#web/lib/use-format.ts'

/** The counts that are not zero, in the order in which they are said. */
export const findChangedGroups = ({ counts }: ChangesSummary): ChangeGroup[] =>
  changeGroups.filter((group) => counts[group] > 0)

/** The words of a summary, whole and in parts. */
export function useChangesWords() {
  const { t } = useTranslation()
  const format = useFormat()
  const valuesOf = ({ counts, salariesUsd }: ChangesSummary, group: ChangeGroup) => ({
    count: counts[group],
    people: format.count(counts[group]),
    change: format.usdChange(salariesUsd),
  })
  return {
    /** '2 personas nuevas' */
    part: (summary: ChangesSummary, group: ChangeGroup) =>
      t(`changes.part.${group}`, valuesOf(summary, group)),
    /** 'Personas nuevas', beneath its count; 'Nuevas' where there is less room. */
    label: (summary: ChangesSummary, group: ChangeGroup, short = false) =>
      t(short ? `changes.short.${group}` : `changes.count.${group}`, valuesOf(summary, group)),
    /** 'Desde el pago del 30 de octubre' */
    since: (at: string) => t('changes.since', { date: format.monthDay(at) }),
    /** Says that nothing changed, or that there is nothing to compare with. */
    unchanged: ({ since }: ChangesSummary) =>
      since ? t('changes.none', { date: format.monthDay(since.at) }) : t('changes.first'),
    /** 'Desde el pago del 31 oct', where the changes follow in the same line. */
    shortSince: (at: string) => t('changes.since', { date: format.day(at) }),
  }
}
