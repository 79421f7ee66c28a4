import type { PreparedLine, PreparedSheet } from '../prepared/read-sheets.ts'
import type { Payee } from '../run/payee.ts'
import type { Facts } from '../run/read-facts.ts'

/** A payday with its people, as it was prepared. */
export type PreparedPayday = PreparedSheet & { lines: PreparedLine[] }

/**
 * The facts of a run that pays a payday as prepared; the caller has checked that its people are
 * there and that the company did not change them.
 */
export function withSheet(facts: Facts, { lines }: Pick<PreparedPayday, 'lines'>): Facts {
  const known = new Map(facts.salaries.map((one) => [one.employeeId, one]))
  const salaries = lines.map((line): Payee => {
    const present = known.get(line.employeeId)
    if (!present) throw new Error(`Employee ${line.employeeId} of the sheet is not in the payroll`)
    return {
      ...present,
      usdCents: line.bitcoinUsdCents + line.dollarsUsdCents,
      bitcoinUsdCents: line.bitcoinUsdCents,
      bitcoinPercent: line.bitcoinPercent,
      splitReason: line.splitReason,
      address: line.address,
      script: line.script,
      bank: line.bank,
      bankAccount: line.bankAccount,
      payFrequency: line.payFrequency,
    }
  })
  return { ...facts, salaries, found: salaries.length }
}
