import { maxPeriods, maxSpecialPays, peopleInPayroll } from './limits.ts'

/** A line is a number: one person's pay of a kind for one period of one payroll, or a withdrawal. */
export type Line = number

/** Withdrawals are counted from here, above all lines of payments. */
export const firstWithdrawalLine = 1_000

/** Salaries, and special pays: a run of one kind pays nothing of the other. */
export const payKinds = [0, 1] as const
export type PayKind = (typeof payKinds)[number]
export const maxPays = [maxPeriods, maxSpecialPays] as const

/** The pay that one press orders for everybody of a payroll. */
export interface Pay {
  readonly payroll: number
  readonly kind: PayKind
  readonly period: number
}

export const linesOf = ({ payroll, kind, period }: Pay): Line[] =>
  Array.from(
    { length: peopleInPayroll },
    (_, person) => (payroll * 16 + period) * 8 + kind * 4 + person,
  )

export const payOf = (line: Line): Pay => ({
  payroll: line >> 7,
  kind: ((line >> 2) & 1) as PayKind,
  period: (line >> 3) & 15,
})

/** The person of a line of a payment, among those of all payrolls. */
export const personOfLine = (line: Line): number => (line >> 7) * 4 + (line & 3)

/**
 * The satoshi of a line. Amounts differ by kind, period and price, as they do by the rate of each payday.
 */
function lineAmount(line: Line, price: number): number {
  const { kind, period } = payOf(line)
  return 10_000 + period * 10 + kind * 5 + price
}

export const lineOutputs = (lines: readonly Line[], price: number) =>
  lines.map((line) => ({ amount: lineAmount(line, price) }))

export const linesAmount = (lines: readonly Line[], price: number): number =>
  lines.reduce((sum, line) => sum + lineAmount(line, price), 0)

export function describeLine(line: Line): string {
  if (line >= firstWithdrawalLine) return `withdrawal ${line - firstWithdrawalLine}`
  const { payroll, kind, period } = payOf(line)
  return `payroll ${payroll} ${kind === 0 ? 'period' : 'special pay'} ${period} person ${line & 3}`
}
