import type { KeyObject } from 'node:crypto'
import type { Employee, EmployeeList, EmployeeQuery } from '#contract/employees.ts'
import type { Network } from '#domain/address.ts'
import { readHolds, readHoldsOf } from '#server/authorization/address-holds.ts'
import { type Db, isUuid } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { countReadiness, findPage, readDepartments } from './list.ts'
import { toHeld } from './readiness.ts'
import { findListed, type ListedRow, toEmployee } from './store.ts'
import { withHolds } from './with-holds.ts'

export type EmployeeContext = { companyId: string; macKey: KeyObject; now: Date }

/** A page of employees, newest first; rows of one CSV keep the file's order. */
export async function listEmployees(
  db: Db,
  context: EmployeeContext,
  query: EmployeeQuery,
  network: Network,
): Promise<EmployeeList> {
  const { companyId, macKey, now } = context
  // All held addresses of the company are read only where everybody's readiness is asked for.
  const ofAll = query.readiness || query.counts ? await readHolds(db, macKey, companyId, now) : null
  const held = toHeld(ofAll ?? [])
  const { rows, matched } = await findPage(db, context, query, network, held)
  const employees = withHolds(ofAll ?? (await holdsOf(db, context, rows)), rows.map(toEmployee))
  const pages = Math.ceil(matched / query.limit)
  const counted = query.counts && {
    readiness: await countReadiness(db, companyId, query, network, held),
    departments: await readDepartments(db, companyId, query, network),
  }
  return { employees, employeesMatched: matched, pages, ...counted }
}

/** Reads the held addresses of these people. */
function holdsOf(db: Db, { companyId, macKey, now }: EmployeeContext, rows: readonly ListedRow[]) {
  const people = rows.flatMap((row) => (row.may_be_held ? [row.id] : []))
  return people.length > 0 ? readHoldsOf(db, macKey, { companyId, now }, people) : []
}

/** Answers 404 for a person who is not in the company. */
export async function requireEmployee(
  db: Db,
  context: EmployeeContext,
  id: string,
): Promise<Employee> {
  if (!isUuid(id)) throw new Refusal('NOT_FOUND')
  const row = await findListed(db, context, id)
  if (!row) throw new Refusal('NOT_FOUND')
  const [employee] = withHolds(await holdsOf(db, context, [row]), [toEmployee(row)])
  if (!employee) throw new Error('One row makes one employee')
  return employee
}
