import { peopleInPayroll } from './limits.ts'

/** A line is a number: one person's pay for one period of one payroll, or a withdrawal. */
export type Line = number

/** Withdrawals are counted from here, above all lines of payments. */
export const firstWithdrawalLine = 1_000

const paymentLine = (payroll: number, period: number, person: number): Line =>
  (payroll * 16 + period) * 8 + person

export const linesOf = (payroll: number, period: number): Line[] =>
  Array.from({ length: peopleInPayroll }, (_, person) => paymentLine(payroll, period, person))

/**
 * The satoshi of a line. Amounts differ by period and price, as they do by the rate of each payday.
 */
const lineAmount = (line: Line, price: number) => 10_000 + ((line >> 3) & 15) * 10 + price

export const lineOutputs = (lines: readonly Line[], price: number) =>
  lines.map((line) => ({ amount: lineAmount(line, price) }))

export const linesAmount = (lines: readonly Line[], price: number): number =>
  lines.reduce((sum, line) => sum + lineAmount(line, price), 0)

export function describeLine(line: Line): string {
  if (line >= firstWithdrawalLine) return `withdrawal ${line - firstWithdrawalLine}`
  return `payroll ${line >> 7} period ${(line >> 3) & 15} person ${line & 7}`
}
