import type { ReadSalary } from '#domain/csv-salary.ts'
import { parseUsdNumber, usdText } from '#domain/money.ts'
import type { CsvText } from './texts/keys.ts'

/**
 * Whether a JSON number is an amount in dollars: not negative, with at most 2 decimals. `http.ts` stays
 * without it, because the login loads `http.ts` and needs no sums.
 */
export const isUsdAmount = (value: number) => parseUsdNumber(value) !== null

/** The amounts that a salary may be, to choose from. */
export function namePossibleAmounts({ fault, mayBe }: Extract<ReadSalary, { mayBe: unknown }>): {
  text: CsvText
  params: Record<string, string>
} {
  const [first, second, third] = mayBe.map((cents) => usdText(cents ?? 0n))
  if (fault === 'decimals') {
    return { text: 'csvSalaryDecimals', params: { down: first ?? '', up: second ?? '' } }
  }
  const params = { thousands: first ?? '', decimals: second ?? '' }
  return third === undefined
    ? { text: 'csvSalaryAmbiguous', params }
    : { text: 'csvSalaryThreeDecimals', params: { ...params, up: third } }
}
