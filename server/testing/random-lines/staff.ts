import { sql } from 'kysely'
import type { Random } from '../random.ts'
import { setShare } from '../shares.ts'
import type { SteppedProgram } from './program.ts'

/** A payroll, and for which period each of its payments was pressed. */
export type Staff = {
  companyId: string
  userId: string
  payrollId: string
  script: Buffer
  employeeIds: string[]
  /** People who get a half of their pay in dollars. */
  inHalves: string[]
  /** How many periods somebody has pressed for. */
  periods: number
  readonly periodOf: Map<string, number>
}

export async function hire(program: SteppedProgram, random: Random): Promise<Staff> {
  const ids = await program.company()
  const salaries = Array.from({ length: random.between(2, 4) }, () =>
    BigInt(random.between(1_000, 8_000)),
  )
  const payroll = await program.payroll(ids.companyId, salaries)
  const inHalves = payroll.employeeIds.filter(() => random.chance(0.4))
  const owner = { db: program.db, macKey: program.macKey, companyId: ids.companyId }
  for (const id of inHalves) await setShare(owner, id, { bitcoinPercent: 50 })
  return { ...ids, ...payroll, inHalves, periods: 0, periodOf: new Map() }
}

/** People whom the records show as paid, or about to be, by period. */
export async function readTaken(
  { db }: SteppedProgram,
  staff: Staff,
): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ paymentId: string; employeeId: string }>`
    SELECT l.sheet_id AS "paymentId", l.employee_id AS "employeeId"
    FROM sheets p JOIN sheet_lines l ON l.sheet_id = p.id
    WHERE p.payroll_id = ${staff.payrollId} AND EXISTS (
      SELECT FROM payout_states o WHERE o.line_id = l.id AND o.method = 'BITCOIN'
        AND o.state IN ('planned', 'sent', 'paid'))`.execute(db)
  const taken = new Map<number, Set<string>>()
  for (let period = 1; period <= staff.periods; period++) taken.set(period, new Set())
  for (const { paymentId, employeeId } of rows) {
    taken.get(staff.periodOf.get(paymentId) ?? 0)?.add(employeeId)
  }
  return taken
}

/** The first period of which the records show somebody as unpaid. */
export function findUnpaidPeriod(staff: Staff, taken: Map<number, Set<string>>): number | null {
  for (const [period, people] of taken) {
    if (people.size < staff.employeeIds.length) return period
  }
  return null
}
