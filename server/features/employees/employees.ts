import type { KeyObject } from 'node:crypto'
import type { Employee, EmployeeBody } from '#contract/employees.ts'
import type { Language } from '#contract/languages.ts'
import { type Network, parseBtcAddress } from '#domain/address.ts'
import { parseUsdNumber, usdText } from '#domain/money.ts'
import { employeeMac } from '#server/authorization/employee-mac.ts'
import { isOwnScript } from '#server/features/chain/index.ts'
import { type NotifiedChange, notePayData } from '#server/features/notifications/index.ts'
import { type Db, inTransaction, isUuid, newId } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record, shortened } from '#server/platform/observe/audit.ts'
import {
  deleteEmployee,
  type EmployeeRow,
  findEmployee,
  lockEmployee,
  toEmployee,
} from './store.ts'

export type EmployeeActor = Actor & { userId: string; language: Language }
type Keys = { network: Network; macKey: KeyObject }

/**
 * A checked body's columns. Refuses an address of the company's own: a fault of the form, before all
 * others.
 */
async function columnsOf(db: Db, network: Network, actor: EmployeeActor, body: EmployeeBody) {
  const parsed = parseBtcAddress(body.cryptoAddress, network)
  const baseSalaryUsdCents = parseUsdNumber(body.baseSalary)
  if (!parsed.ok || baseSalaryUsdCents === null) {
    throw new Error('A body that passed its schema has an address and a salary')
  }
  const script = Buffer.from(parsed.script)
  if (await isOwnScript(db, actor.companyId, script)) {
    const message = faultText('addressOfPayroll', actor.language)
    throw new Refusal('VALIDATION', { faults: [{ path: 'cryptoAddress', message }] })
  }
  return {
    first_name: body.firstName,
    last_name: body.lastName,
    identification: body.identification,
    email: body.email,
    phone: body.phone,
    base_salary_usd_cents: baseSalaryUsdCents,
    address: parsed.address,
    script_pubkey: script,
  }
}

type Columns = Awaited<ReturnType<typeof columnsOf>>

/** The version of this change, and the MAC over what will be paid and where. */
function authenticated(
  macKey: KeyObject,
  identity: { companyId: string; employeeId: string; version: number },
  { address, base_salary_usd_cents: baseSalaryUsdCents }: Columns,
) {
  const mac = employeeMac(macKey, { ...identity, address, baseSalaryUsdCents })
  return { version: identity.version, mac }
}

export async function createEmployee(
  db: Db,
  keys: Keys,
  actor: EmployeeActor,
  body: EmployeeBody,
): Promise<Employee> {
  const { companyId } = actor
  const columns = await columnsOf(db, keys.network, actor, body)
  const employeeId = await newId(db)
  const row = await db
    .insertInto('employees')
    .values({
      id: employeeId,
      company_id: companyId,
      creation_type: 'REGULAR',
      ...columns,
      ...authenticated(keys.macKey, { companyId, employeeId, version: 1 }, columns),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(db, {
    ...withoutLanguage(actor),
    action: 'employee.created',
    subject: nameOf(row),
    detail: { employee: row.id, address: shortened(row.address), baseSalary: salaryOf(row) },
  })
  return toEmployee(row)
}

const withoutLanguage = ({ companyId, userId, ip }: EmployeeActor) => ({ companyId, userId, ip })
const nameOf = (row: { first_name: string; last_name: string }) =>
  `${row.first_name} ${row.last_name}`
const salaryOf = (row: EmployeeRow) => usdText(row.base_salary_usd_cents)

/** Columns, and the wire's names of what they hold. */
const auditedFields = [
  ['first_name', 'firstName'],
  ['last_name', 'lastName'],
  ['identification', 'identification'],
  ['email', 'email'],
  ['phone', 'phone'],
] as const

async function noteEdit(db: Db, actor: EmployeeActor, before: EmployeeRow, after: EmployeeRow) {
  const changed = auditedFields.flatMap(([column, field]) =>
    before[column] === after[column] ? [] : [field],
  )
  const salary = before.base_salary_usd_cents !== after.base_salary_usd_cents
  const address = before.address !== after.address
  const act = { ...withoutLanguage(actor), subject: nameOf(after) }
  await record(db, {
    ...act,
    action: 'employee.edited',
    detail: {
      employee: after.id,
      changed: [
        ...changed,
        ...(salary ? ['baseSalary'] : []),
        ...(address ? ['cryptoAddress'] : []),
      ],
      ...(salary ? { salaryFrom: salaryOf(before), salaryTo: salaryOf(after) } : {}),
    },
  })
  await notePayData(db, withoutLanguage(actor), changesOf(before, after))
  if (!address) return
  await record(db, {
    ...act,
    action: 'employee.addressChanged',
    detail: {
      employee: after.id,
      from: shortened(before.address),
      to: shortened(after.address),
    },
  })
}

/** The changes that a notice of an edit names: where money will go from now on, and how much. */
function changesOf(before: EmployeeRow, after: EmployeeRow) {
  const person = nameOf(after)
  const changes: NotifiedChange[] = []
  if (before.address !== after.address) {
    changes.push({ kind: 'changedAddress', person, address: shortened(after.address) })
  }
  const { base_salary_usd_cents: fromUsdCents } = before
  const { base_salary_usd_cents: toUsdCents } = after
  if (fromUsdCents !== toUsdCents) {
    changes.push({ kind: 'salary', person, fromUsdCents, toUsdCents })
  }
  return { changes, count: changes.length }
}

async function lockEditable(db: Db, companyId: string, id: string) {
  const row = isUuid(id) ? await lockEmployee(db, companyId, id) : null
  if (!row) throw new Refusal('NOT_FOUND')
  if (row.creation_type === 'CSV') throw new Refusal('CSV_EMPLOYEE_IS_READ_ONLY')
  return row
}

/** Replaces an employee whole. Past payments keep their snapshots. */
export async function replaceEmployee(
  db: Db,
  keys: Keys,
  actor: EmployeeActor,
  id: string,
  body: EmployeeBody,
): Promise<Employee> {
  const { companyId } = actor
  const columns = await columnsOf(db, keys.network, actor, body)
  return inTransaction(db, async (trx) => {
    const before = await lockEditable(trx, companyId, id)
    const identity = { companyId, employeeId: before.id, version: before.version + 1 }
    const row = await trx
      .updateTable('employees')
      .set({ ...columns, ...authenticated(keys.macKey, identity, columns) })
      .where('company_id', '=', companyId)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await noteEdit(trx, actor, before, row)
    return toEmployee(row)
  })
}

/** Returns the name of who was deleted. */
export async function removeEmployee(db: Db, actor: Actor, id: string): Promise<string> {
  const { companyId } = actor
  return inTransaction(db, async (trx) => {
    const subject = nameOf(await lockEditable(trx, companyId, id))
    await deleteEmployee(trx, companyId, id)
    await record(trx, { ...actor, action: 'employee.deleted', subject, detail: { employee: id } })
    return subject
  })
}

export async function requireEmployee(db: Db, companyId: string, id: string): Promise<Employee> {
  const row = isUuid(id) ? await findEmployee(db, companyId, id) : null
  if (!row) throw new Refusal('NOT_FOUND')
  return toEmployee(row)
}
