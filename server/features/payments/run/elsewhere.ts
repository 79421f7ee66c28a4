import type { Include, IncludedLine, PaymentElsewhere } from '#contract/include.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentPreview } from '#contract/payments.ts'
import { usdNumber } from '#domain/money.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { ElsewhereLine } from '../periods/paid-elsewhere.ts'
import type { Payee } from './payee.ts'
import type { Facts } from './read-facts.ts'

/** A person of a run, and the lines of overlapping periods that have paid him or her elsewhere. */
export type PaidElsewhere = {
  payee: Payee
  lines: readonly [ElsewhereLine, ...ElsewhereLine[]]
}

export type DecidedElsewhere = {
  people: PaidElsewhere[]
  /** The people who get no line, each with the payment elsewhere. */
  left: Map<string, { reason: 'PAID_ELSEWHERE'; elsewhere: PaymentElsewhere }>
  /** The choice about the others, as the order keeps it. */
  included: IncludedLine[]
}

/** Decides who of the people paid elsewhere is paid all the same: those whom the press includes. */
export function decideElsewhere(
  { salaries, elsewhere }: Pick<Facts, 'salaries' | 'elsewhere'>,
  include: Include,
  language: Language,
): DecidedElsewhere {
  const chosen = include === 'all' ? null : new Set(include.map((id) => id.toLowerCase()))
  requireOfRun(salaries, chosen, language)
  const people = salaries.flatMap((payee) => {
    const lines = elsewhere.get(payee.employeeId)
    return lines ? [{ payee, lines }] : []
  })
  const isIncluded = ({ payee }: PaidElsewhere) => chosen?.has(payee.employeeId) ?? true
  return {
    people,
    left: new Map(
      people
        .filter((one) => !isIncluded(one))
        .map(({ payee, lines: [line] }) => [
          payee.employeeId,
          { reason: 'PAID_ELSEWHERE', elsewhere: lineOnWire(line) },
        ]),
    ),
    included: people.filter(isIncluded).flatMap(({ payee: { employeeId: employee }, lines }) =>
      lines.map(({ payrollId: payroll, paidId: paid, mayConfirm }) => ({
        employee,
        payroll,
        paid,
        mayConfirm,
      })),
    ),
  }
}

/** Answers 400 for a person who is not in the run. */
function requireOfRun(
  salaries: readonly Payee[],
  chosen: ReadonlySet<string> | null,
  language: Language,
): void {
  const ids = new Set(salaries.map(({ employeeId }) => employeeId))
  if (!chosen || chosen.isSubsetOf(ids)) return
  const faults = [{ path: 'include', message: faultText('notInRun', language) }]
  throw new Refusal('VALIDATION', { faults })
}

const lineOnWire = (line: ElsewhereLine): PaymentElsewhere => ({
  payroll: { _id: line.payrollId, name: line.payroll },
  periodKey: line.periodKey,
  as: line.as,
  mayConfirm: line.mayConfirm,
})

/** Most people whom a preview or a refusal names. */
const namedAtMost = 100

export const elsewhereOnWire = (
  people: readonly PaidElsewhere[],
): PaymentPreview['paidElsewhere'] => ({
  count: people.length,
  people: people.slice(0, namedAtMost).map(({ payee, lines: [line] }) => ({
    ...lineOnWire(line),
    employee: { _id: payee.employeeId, name: `${payee.firstName} ${payee.lastName}` },
    usd: usdNumber(payee.usdCents),
  })),
})
