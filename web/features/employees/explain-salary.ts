import { namePossibleAmounts } from '#contract/usd-amounts.ts'
import { readSalary } from '#domain/csv-salary.ts'
import { i18n } from '#web/lib/i18n.ts'

/** The amounts that a typed salary may be, where it could be two: as a CSV's cell is refused. */
export function explainSalary(typed: unknown): string | undefined {
  const read = typeof typed === 'string' ? readSalary(typed) : null
  if (!read || !('mayBe' in read)) return undefined
  const { text, params } = namePossibleAmounts(read)
  return i18n.t(`csv.${text}`, params)
}
