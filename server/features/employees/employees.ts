import { randomBytes } from 'node:crypto'
import type { Employee, EmployeeBody } from '#contract/employees.ts'
import type { Language } from '#contract/errors.ts'
import { fieldTexts } from '#contract/texts.ts'
import { type Network, parseBtcAddress } from '#domain/address.ts'
import { parseUsdNumber } from '#domain/money.ts'
import { employeeMac } from '#server/platform/authenticity.ts'
import { type Db, isUuid } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { deleteEmployee, findEmployee, isOwnScript, lockEmployee, toEmployee } from './store.ts'

export type Asker = { companyId: string; language: Language }
type Keys = { network: Network; macKey: Buffer }

/** RFC 9562 version 7: the MAC covers the id, so the id must exist before the row. */
function newId(now: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}

/** The columns of a checked body, with the MAC over what will be paid and where. */
async function columnsOf(
  db: Db,
  { network, macKey }: Keys,
  asker: Asker,
  identity: { employeeId: string; version: number },
  body: EmployeeBody,
) {
  const parsed = parseBtcAddress(body.cryptoAddress, network)
  const baseSalaryUsdCents = parseUsdNumber(body.baseSalary)
  if (!parsed.ok || baseSalaryUsdCents === null) {
    throw new Error('A body that passed its schema has an address and a salary')
  }
  const script = Buffer.from(parsed.script)
  if (await isOwnScript(db, script)) {
    const message = fieldTexts.addressOfPayroll[asker.language]
    throw new Refusal('VALIDATION', { faults: [{ path: 'cryptoAddress', message }] })
  }
  const { companyId } = asker
  const { address } = parsed
  return {
    first_name: body.firstName,
    last_name: body.lastName,
    identification: body.identification,
    email: body.email,
    phone: body.phone,
    base_salary_usd_cents: baseSalaryUsdCents,
    address,
    script_pubkey: script,
    version: identity.version,
    mac: employeeMac(macKey, { companyId, ...identity, address, baseSalaryUsdCents }),
  }
}

export async function createEmployee(
  db: Db,
  keys: Keys,
  asker: Asker,
  body: EmployeeBody,
): Promise<Employee> {
  const employeeId = newId(Date.now())
  const columns = await columnsOf(db, keys, asker, { employeeId, version: 1 }, body)
  const row = await db
    .insertInto('employees')
    .values({ id: employeeId, company_id: asker.companyId, creation_type: 'REGULAR', ...columns })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toEmployee(row)
}

async function lockEditable(db: Db, companyId: string, id: string) {
  const row = isUuid(id) ? await lockEmployee(db, companyId, id) : null
  if (!row) throw new Refusal('NOT_FOUND')
  if (row.creation_type === 'CSV') throw new Refusal('CSV_EMPLOYEE_IS_READ_ONLY')
  return row
}

/** Replaces an employee whole. What was paid before keeps its snapshot. */
export async function replaceEmployee(
  db: Db,
  keys: Keys,
  asker: Asker,
  id: string,
  body: EmployeeBody,
): Promise<Employee> {
  return db.transaction().execute(async (trx) => {
    const before = await lockEditable(trx, asker.companyId, id)
    const identity = { employeeId: before.id, version: before.version + 1 }
    const columns = await columnsOf(trx, keys, asker, identity, body)
    const row = await trx
      .updateTable('employees')
      .set(columns)
      .where('company_id', '=', asker.companyId)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toEmployee(row)
  })
}

/** Returns the name of who was deleted. */
export async function removeEmployee(db: Db, companyId: string, id: string): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { first_name, last_name } = await lockEditable(trx, companyId, id)
    await deleteEmployee(trx, companyId, id)
    return `${first_name} ${last_name}`
  })
}

export async function requireEmployee(db: Db, companyId: string, id: string): Promise<Employee> {
  const row = isUuid(id) ? await findEmployee(db, companyId, id) : null
  if (!row) throw new Refusal('NOT_FOUND')
  return toEmployee(row)
}
