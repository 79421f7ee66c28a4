import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { EmployeeBody, EmployeeEdit } from '#contract/employee-body.ts'
import type { Employee } from '#contract/employees.ts'
import type { Language } from '#contract/languages.ts'
import { type Network, parseBtcAddress } from '#domain/address.ts'
import { fieldTable, type KeptField, keptFields } from '#domain/employee-fields.ts'
import { parseUsdNumber } from '#domain/money.ts'
import { changeContact, newContact } from '#server/authorization/contact-rows.ts'
import { macOf } from '#server/authorization/mac.ts'
import {
  noteDestinationChanges,
  noteEmployeeChanges,
  type Via,
} from '#server/features/address-holds/index.ts'
import { isWalletScript } from '#server/features/chain/index.ts'
import { type Db, inTransaction, isUuid, newId } from '#server/platform/db/database.ts'
import { faultText } from '#server/platform/http/language.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { type Actor, record, shortenAddress } from '#server/platform/observe/audit.ts'
import { askWhetherSame } from './another-person.ts'
import { accountOf, fullNameOf, noteEdit, salaryOf } from './note-edit.ts'
import { requireEmployee } from './read.ts'
import { deleteEmployee, type EmployeeRow, lockEmployee } from './store.ts'

/** A person who changes pay data, with the way and the time of the change. */
type EditingActor = Actor & { userId: string; language: Language; via: Via; now: Date }
type Keys = { network: Network; macKey: KeyObject }

const changingOf = ({ companyId, userId, ip, via, now }: Omit<EditingActor, 'language'>) => ({
  companyId,
  userId,
  ip,
  via,
  now,
})

/**
 * The columns of a checked body. Refuses an address of this installation's wallet, before all other
 * faults.
 */
async function columnsOf(db: Db, network: Network, actor: EditingActor, body: EmployeeBody) {
  const baseSalaryUsdCents = parseUsdNumber(body.baseSalary)
  if (baseSalaryUsdCents === null) throw new Error('A body that passed its schema has a salary')
  return {
    first_name: body.firstName,
    last_name: body.lastName,
    identification: body.identification,
    email: body.email,
    phone: body.phone,
    base_salary_usd_cents: baseSalaryUsdCents,
    ...(await payeeOf(db, network, actor, body.cryptoAddress)),
  }
}

async function payeeOf(db: Db, network: Network, { language }: EditingActor, address: string) {
  if (address === '') return { address, script_pubkey: Buffer.alloc(0) }
  const parsed = parseBtcAddress(address, network)
  if (!parsed.ok) throw new Error('A body that passed its schema has an address')
  const script = Buffer.from(parsed.script)
  if (await isWalletScript(db, script)) {
    const message = faultText('addressOfWallet', language)
    const fault = { path: 'cryptoAddress', code: 'OWN_ADDRESS', message } as const
    throw new Refusal('VALIDATION', { faults: [fault] })
  }
  return { address: parsed.address, script_pubkey: script }
}

type KeptColumns = Pick<EmployeeRow, (typeof fieldTable)[KeptField]['column']>

/**
 * Values that keep what they are where the body does not name them, or begin as the table says: a new
 * employee gets the whole salary in bitcoin. `''` takes one away.
 */
const keptOf = (body: EmployeeBody, before: EmployeeRow | null) =>
  Object.fromEntries(
    keptFields.map((field) => {
      const { column, unsaid } = fieldTable[field]
      const said = body[field]
      if (said === undefined) return [column, before ? before[column] : unsaid]
      return [column, said === '' ? unsaid : said]
    }),
  ) as KeptColumns

type Columns = Awaited<ReturnType<typeof columnsOf>> & KeptColumns

/** Refuses a body without an address that names no share, where the kept share needs one. */
function refuseWithoutAddress({ language }: EditingActor, columns: Columns): void {
  if (columns.address !== '' || columns.bitcoin_percent === 0) return
  const message = faultText('required', language)
  throw new Refusal('VALIDATION', { faults: [{ path: 'cryptoAddress', message }] })
}

/** The version of this change, and the MAC over the pay terms. */
function authenticated(
  macKey: KeyObject,
  identity: { companyId: string; employeeId: string; version: number },
  columns: Columns,
) {
  const { companyId: company_id, employeeId: id, version } = identity
  return { version, mac: macOf(macKey, 'employees', { ...columns, id, company_id, version }) }
}

/** Notes a change of address, account or contact, before the row that has the former values changes. */
async function noteDestinations(
  db: Db,
  { macKey }: Keys,
  actor: EditingActor,
  { employeeId, version }: { employeeId: string; version: number },
  columns: Columns,
  before: EmployeeRow | null,
) {
  const people = sql`SELECT ${employeeId}::uuid AS id, ${version}::integer AS version,
    ${before === null}::boolean AS is_new, ${columns.address}::text AS address,
    ${columns.script_pubkey}::bytea AS script_pubkey, ${before?.address ?? null}::text AS previous_address,
    ${columns.bank}::text AS bank, ${columns.bank_account}::text AS bank_account,
    ${before?.bank ?? null}::text AS previous_bank,
    ${before?.bank_account ?? null}::text AS previous_account,
    ${columns.identification}::text AS identification,
    person_key(${columns.first_name}, ${columns.last_name}) AS name, ${columns.email}::text AS email,
    ${columns.phone}::text AS phone, ${before?.email ?? ''}::text AS previous_email,
    ${before?.phone ?? ''}::text AS previous_phone`
  await noteDestinationChanges(db, macKey, changingOf(actor), people)
}

export async function createEmployee(
  db: Db,
  keys: Keys,
  actor: EditingActor,
  body: EmployeeBody,
): Promise<Employee> {
  const { companyId } = actor
  const columns = {
    ...(await columnsOf(db, keys.network, actor, body)),
    ...keptOf(body, null),
  }
  const employeeId = await newId(db)
  const person = { id: employeeId, company_id: companyId, created_by: actor.userId }
  const row = await db
    .insertInto('employees')
    .values({
      id: employeeId,
      company_id: companyId,
      creation_type: 'REGULAR',
      ...columns,
      ...newContact(keys.macKey, person, columns, actor.now),
      ...authenticated(keys.macKey, { companyId, employeeId, version: 1 }, columns),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await noteDestinations(db, keys, actor, { employeeId, version: 1 }, columns, null)
  await record(db, {
    ...personOf(actor),
    action: 'employee.created',
    subject: fullNameOf(row),
    detail: {
      employee: row.id,
      ...(row.address === '' ? {} : { address: shortenAddress(row.address) }),
      baseSalary: salaryOf(row),
      ...(row.bitcoin_percent === 100 ? {} : { shareTo: row.bitcoin_percent }),
      ...(row.bank === '' ? {} : { bank: row.bank }),
      ...(row.bank_account === '' ? {} : { accountTo: accountOf(row) }),
    },
  })
  return requireEmployee(db, { companyId, macKey: keys.macKey, now: actor.now }, employeeId)
}

const personOf = ({ companyId, userId, ip }: Actor) => ({ companyId, userId, ip })

async function lockEditable(db: Db, companyId: string, id: string) {
  const row = isUuid(id) ? await lockEmployee(db, companyId, id) : null
  if (!row) throw new Refusal('NOT_FOUND')
  if (row.creation_type === 'CSV') throw new Refusal('CSV_EMPLOYEE_IS_READ_ONLY')
  return row
}

/**
 * Replaces an employee, except for values that a body may leave out. Past payments stay. A body that
 * names an older version would bring back what somebody else has changed since. Payments and consents
 * stay with the id, so it becomes nobody else's unless somebody says that it is the same person.
 */
export async function replaceEmployee(
  db: Db,
  keys: Keys,
  actor: EditingActor,
  id: string,
  body: EmployeeEdit,
): Promise<Employee> {
  const { companyId, now } = actor
  const context = { companyId, macKey: keys.macKey, now }
  const given = await columnsOf(db, keys.network, actor, body)
  return inTransaction(db, async (trx) => {
    const before = await lockEditable(trx, companyId, id)
    if (body.version !== undefined && body.version !== before.version) {
      const employee = await requireEmployee(trx, context, before.id)
      throw new Refusal('EMPLOYEE_CHANGED', { data: { employee } })
    }
    const columns = { ...given, ...keptOf(body, before) }
    refuseWithoutAddress(actor, columns)
    const question = await askWhetherSame(trx, before, columns)
    if (question && !body.samePerson) throw new Refusal('ANOTHER_PERSON', { data: { question } })
    const identity = { companyId, employeeId: before.id, version: before.version + 1 }
    await noteDestinations(trx, keys, actor, identity, columns, before)
    const row = await trx
      .updateTable('employees')
      .set({ ...columns, ...changeContact(keys.macKey, before, columns, now) })
      .set(authenticated(keys.macKey, identity, columns))
      .where('company_id', '=', companyId)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const said = question ? { samePerson: true } : {}
    await noteEdit(trx, keys.macKey, changingOf(actor), before, row, said)
    return requireEmployee(trx, context, row.id)
  })
}

/** Removes an employee; returns the name. */
export async function removeEmployee(
  db: Db,
  macKey: KeyObject,
  actor: EditingActor,
  id: string,
): Promise<string> {
  const { companyId } = actor
  return inTransaction(db, async (trx) => {
    const subject = fullNameOf(await lockEditable(trx, companyId, id))
    await deleteEmployee(trx, macKey, companyId, { id, userId: actor.userId }, actor.now)
    const act = { action: 'employee.deleted', subject, detail: { employee: id } } as const
    await record(trx, { ...personOf(actor), ...act })
    const made = sql`SELECT ${id}::uuid, NULL::uuid, 'LEFT', NULL::integer`
    await noteEmployeeChanges(trx, macKey, changingOf(actor), made)
    return subject
  })
}
