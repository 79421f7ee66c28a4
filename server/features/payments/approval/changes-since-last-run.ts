import { sql } from 'kysely'
import type { Difference } from '#domain/approval-code-reasons.ts'
import type { OrderRow } from '#server/authorization/order-mac.ts'
import type { NotifiedChange } from '#server/features/notifications/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { shortened } from '#server/platform/observe/audit.ts'
import type { Payee } from '../run/payee.ts'
import { differencesSince } from './run-terms.ts'

const linesAtMost = 10

type Order = Pick<OrderRow, 'id' | 'company_id' | 'payroll_id'>

/** Each new or changed address and each raised salary of an ordered run: the first lines, and how many more. */
export async function readNotifiedChanges(
  db: Db,
  order: Order,
): Promise<{ changes: NotifiedChange[]; more: number }> {
  const salaries = await readOrderedSalaries(db, order)
  const payer = { companyId: order.company_id, payrollId: order.payroll_id }
  const differences = await differencesSince(db, payer, salaries)
  const people = new Map(salaries.map((one) => [one.employeeId, one]))
  const all = differences.flatMap((one) => changesOf(one, people.get(one.employeeId)))
  all.sort((a, b) => rank[a.kind] - rank[b.kind] || a.person.localeCompare(b.person, 'es'))
  return {
    changes: all.slice(0, linesAtMost),
    more: Math.max(0, all.length - linesAtMost),
  }
}

/** An address that replaces another is the commonest fraud, so it comes first. */
const rank: Record<NotifiedChange['kind'], number> = { changedAddress: 0, newPerson: 1, salary: 2 }

function changesOf(
  { isMoved, lastUsdCents, usdCents }: Difference,
  salary: Payee | undefined,
): NotifiedChange[] {
  if (!salary) throw new Error('A difference is about somebody of the run')
  const person = `${salary.firstName} ${salary.lastName}`
  const address = shortened(salary.address)
  const changes: NotifiedChange[] = []
  if (isMoved) changes.push({ kind: 'changedAddress', person, address })
  else if (lastUsdCents === null) changes.push({ kind: 'newPerson', person, address })
  if (lastUsdCents !== null && usdCents > lastUsdCents) {
    changes.push({ kind: 'salary', person, fromUsdCents: lastUsdCents, toUsdCents: usdCents })
  }
  return changes
}

async function readOrderedSalaries(db: Db, { id, company_id }: Order): Promise<Payee[]> {
  const { rows } = await sql<Payee>`
    SELECT l.employee_id AS "employeeId", l.first_name AS "firstName", l.last_name AS "lastName",
      l.usd_cents AS "usdCents", l.address, l.script_pubkey AS script
    FROM transactions t
    JOIN transaction_outputs o ON o.transaction_id = t.id
    JOIN payment_lines l ON l.id = o.payment_line_id
    WHERE t.company_id = ${company_id} AND t.order_id = ${id}`.execute(db)
  return rows
}
