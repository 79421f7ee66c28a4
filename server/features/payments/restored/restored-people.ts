import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { accountText } from '#domain/account-end.ts'
import type { Network } from '#domain/address.ts'
import { larger } from '#domain/money.ts'
import { isTrue, macOf } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import type { RecordedLine } from '#server/authorization/signing-record.ts'
import { arrayText, type Trx } from '#server/platform/db/database.ts'
import { type RecordedRun, recordedTerms } from './recorded-values.ts'
import { scriptOf } from './restored-payment.ts'

export type UnknownPerson = { id: string; destination: string }
export type MovedPerson = { id: string; name: string; destination: string }

/**
 * Saves people whom the record pays and the backup does not know, as deleted ones without a name. A
 * person with their document or destination counts as them for the periods that were paid.
 */
export async function saveUnknownPeople(
  trx: Trx,
  { network, macKey }: { network: Network; macKey: KeyObject },
  { company, pay }: Pick<RecordedRun, 'company' | 'pay'>,
): Promise<UnknownPerson[]> {
  const lines = pay?.lines ?? []
  if (lines.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM employees WHERE id = ANY(${arrayText(lines.map(({ employee }) => employee))}::uuid[])`.execute(
    trx,
  )
  const known = new Set(rows.map(({ id }) => id))
  const unknown = lines.filter(({ employee }) => !known.has(employee))
  for (const line of unknown)
    await savePerson(trx, macKey, company, line, scriptOf(line.destination, network))
  return unknown.map(({ employee: id, ...line }) => ({ id, destination: placeOf(line) }))
}

/** Where a person was paid: at an address, or by a bank. */
const placeOf = ({ destination, bank, bankAccount }: Omit<RecordedLine, 'employee'>): string =>
  destination || accountText(bank, bankAccount)

const leastSalary = 100n

async function savePerson(
  trx: Trx,
  macKey: KeyObject,
  company: string,
  line: RecordedLine,
  script: Buffer,
): Promise<void> {
  const signed = recordedTerms(company, line)
  const base_salary_usd_cents = larger(signed.base_salary_usd_cents, leastSalary)
  const terms = { ...signed, base_salary_usd_cents }
  const name = {
    first_name: placeOf(line),
    last_name: '',
    identification: '',
    email: '',
    phone: '',
  }
  await trx
    .insertInto('employees')
    .values({
      ...terms,
      ...name,
      script_pubkey: script,
      creation_type: 'REGULAR',
      mac: macOf(macKey, 'employees', terms),
      deleted_at: new Date(),
    })
    .execute()
  await trx
    .insertInto('restored_people')
    .values({
      employee_id: line.employee,
      company_id: company,
      document: Buffer.from(line.document, 'hex'),
    })
    .execute()
}

/**
 * Gives people pay terms of a version above those that were signed since the backup: the signer refuses
 * older ones, and the next change would otherwise have a number that was signed with other terms.
 */
export async function raiseVersions(
  trx: Trx,
  macKey: KeyObject,
  signed: readonly Pick<RecordedRun, 'pay'>[],
): Promise<void> {
  const newest = new Map<string, number>()
  for (const { employee, version } of signed.flatMap(({ pay }) => pay?.lines ?? [])) {
    newest.set(employee, Math.max(version, newest.get(employee) ?? 0))
  }
  const people = await trx
    .selectFrom('employees')
    .select(macColumns.employees)
    .where('id', '=', sql<string>`ANY(${arrayText([...newest.keys()])}::uuid[])`)
    .execute()
  for (const { mac: _, ...person } of people.filter((one) => isTrue(macKey, 'employees', one))) {
    const version = (newest.get(person.id) ?? 0) + 1
    if (person.version >= version) continue
    await trx
      .updateTable('employees')
      .set({ version, mac: macOf(macKey, 'employees', { ...person, version }) })
      .where('id', '=', person.id)
      .execute()
  }
}

/** Finds people whose last recorded destination is not their address, as the next press asks about them. */
export async function findMoved(
  trx: Trx,
  signed: readonly Pick<RecordedRun, 'pay'>[],
): Promise<MovedPerson[]> {
  const lines = signed.flatMap(({ pay }) => pay?.lines ?? [])
  const last = new Map(lines.map(({ employee, destination }) => [employee, destination]))
  const { rows } = await sql<MovedPerson>`
    SELECT e.id, e.first_name || ' ' || e.last_name AS name, l.destination
    FROM unnest(${arrayText([...last.keys()])}::uuid[], ${[...last.values()]}::text[])
      AS l (employee, destination)
    JOIN employees e ON e.id = l.employee AND e.address != l.destination
    ORDER BY 2, 1`.execute(trx)
  return rows
}
