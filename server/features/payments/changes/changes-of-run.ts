import { createHash, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { ChangesSummary } from '#contract/changes.ts'
import type { ChangeKindName } from '#domain/change-kinds.ts'
import { usdNumber } from '#domain/money.ts'
import {
  type ComparedPerson,
  gravest,
  isMoved,
  type RunChange,
  runChanges,
} from '#domain/run-changes.ts'
import { readAcceptedPairs } from '#server/authorization/shared-addresses.ts'
import { type OpenContact, readOpenContacts } from '#server/features/address-holds/index.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import type { Payee } from '../run/payee.ts'
import { findUnacceptedSharing } from '../run/shared-addresses.ts'
import {
  baseOf,
  type Compared,
  type Comparison,
  comparePeople,
  dollarAccountOf,
} from './compare.ts'

export type RunChanges = {
  summary: ChangesSummary
  rows: RunChange[]
  /** Hash over all rows and the run that they are compared with. */
  sha256: Buffer
}

type Owner = { companyId: string; payrollId: string; macKey: KeyObject }
type Terms = {
  /** The run pays only some of the payroll's people: chosen ones, or unpaid lines. */
  isPart: boolean
  salaryGuardPercent: number
  comparison?: Comparison
}

/**
 * Reads how a run differs from the payroll's last paid run: for the dialog, the approvals and the
 * order.
 */
export async function changesOfRun(
  db: Db,
  owner: Owner,
  salaries: readonly Payee[],
  { isPart, salaryGuardPercent, comparison: known }: Terms,
): Promise<RunChanges> {
  const comparison = known ?? (await comparePeople(db, owner, salaries))
  const { lastRun } = comparison
  const people = await describe(db, owner, comparison.differing, salaries)
  const left = isPart ? [] : comparison.left
  const rows = runChanges(people, left, { hasLastRun: lastRun !== null, salaryGuardPercent })
  const now = salaries.reduce((sum, { usdCents }) => sum + usdCents, 0n)
  const before = isPart ? totalOfPart(salaries, people) : (lastRun?.totalUsdCents ?? 0n)
  return {
    summary: summaryOf(rows, comparison, { before, now }),
    rows,
    sha256: hashOf(rows, comparison),
  }
}

/**
 * The last run's total of the people in this run. Nobody differs who is not in `people`, so their
 * salaries are the last run's.
 */
function totalOfPart(salaries: readonly Payee[], people: readonly ComparedPerson[]): bigint {
  const differing = new Map(people.map((one) => [one.employeeId, one]))
  return salaries.reduce((sum, { employeeId, usdCents }) => {
    const one = differing.get(employeeId)
    return sum + (one ? (one.last?.usdCents ?? 0n) : usdCents)
  }, 0n)
}

export const addressKinds: readonly ChangeKindName[] = [
  'address',
  'duplicateAddress',
  'formerlyAnothers',
  'contactThenAddress',
]

function summaryOf(
  rows: readonly RunChange[],
  { lastRun }: Comparison,
  totals: { before: bigint; now: bigint },
): ChangesSummary {
  const peopleOf = (...kinds: readonly ChangeKindName[]) =>
    new Set(rows.filter(({ kind }) => kinds.includes(kind)).map((row) => row.employeeId)).size
  const raised = rows.reduce(
    (sum, { kind, before, after }) =>
      kind === 'salary' && typeof before === 'bigint' && typeof after === 'bigint'
        ? sum + after - before
        : sum,
    0n,
  )
  return {
    since: lastRun && {
      paymentId: lastRun.since.paymentId,
      at: lastRun.since.at.toISOString(),
    },
    counts: {
      added: peopleOf('added'),
      left: peopleOf('left'),
      addresses: peopleOf(...addressKinds),
      salaries: peopleOf('salary'),
      names: peopleOf('name'),
      accounts: peopleOf('account'),
      shares: peopleOf('share'),
      frequencies: peopleOf('frequency'),
      amounts: peopleOf('amount'),
    },
    totalUsd: { before: usdNumber(totals.before), now: usdNumber(totals.now) },
    salariesUsd: usdNumber(raised),
    severity: gravest(rows),
  }
}

function hashOf(rows: readonly RunChange[], { lastRun }: Comparison): Buffer {
  const plain = (value: RunChange['before']) =>
    typeof value === 'bigint' ? value.toString() : value
  const text = JSON.stringify([
    'quincena changes 1',
    lastRun?.since.paymentId ?? null,
    rows.map((row) => [row.employeeId, row.kind, plain(row.before), plain(row.after)]),
  ])
  return createHash('sha256').update(text, 'utf8').digest()
}

/** Adds to each person who differs all that is known of the new address. */
async function describe(
  db: Db,
  { companyId, macKey }: Owner,
  differing: readonly Compared[],
  salaries: readonly Payee[],
): Promise<ComparedPerson[]> {
  const payees = new Map(salaries.map((one) => [one.employeeId, one]))
  const people = differing.map((one) => {
    const payee = payees.get(one.employeeId)
    if (!payee) throw new Error('a difference is about somebody of the run')
    const { usdCents, address, script, bitcoinPercent, payFrequency } = payee
    const terms = { bitcoinPercent, payFrequency, account: dollarAccountOf(payee) }
    const name = `${payee.firstName} ${payee.lastName}`
    const facts = { contact: null, formerly: null, shares: null }
    const amounts = { usdCents, baseUsdCents: baseOf(payee) }
    return { ...one, ...facts, ...terms, ...amounts, name, address, script }
  })
  // Only a new or changed address needs a description.
  const atNewAddress = people.filter((one) => one.last === null || isMoved(one))
  if (atNewAddress.length === 0) return people
  const contacts = await readContacts(db, macKey, companyId, atNewAddress)
  const formerly = await readFormerly(db, macKey, companyId, atNewAddress)
  const isNew = new Set(atNewAddress.map(({ employeeId }) => employeeId))
  const sharing = await findSharers(db, macKey, companyId, salaries, isNew)
  return people.map((one) => ({
    ...one,
    contact: contacts.get(one.employeeId) ?? null,
    formerly: formerly.get(one.employeeId) ?? null,
    shares: isNew.has(one.employeeId) ? (sharing.get(one.employeeId) ?? null) : null,
  }))
}

/**
 * For each person at an address that somebody else of the run has too, and that nobody accepted as
 * shared: the other's name.
 */
async function findSharers(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  salaries: readonly Payee[],
  isNew: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { ids, names } of await findUnacceptedSharing(db, macKey, companyId, salaries)) {
    if (!ids.some((id) => isNew.has(id))) continue
    for (const [index, id] of ids.entries()) found.set(id, names[index === 0 ? 1 : 0] ?? '')
  }
  return found
}

type AtNewAddress = Compared & { address: string; script: Buffer }

/**
 * Reads each person's newest change of e-mail or phone before the address changed, until somebody was
 * heard about it.
 */
async function readContacts(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  people: readonly AtNewAddress[],
) {
  const { rows } = await sql<{ id: string; at: Date }>`
    SELECT n.id, a.at
    FROM unnest(${arrayText(people.map(({ employeeId }) => employeeId))}::uuid[],
      ${people.map(({ address }) => address)}::text[]) AS n (id, address)
    CROSS JOIN LATERAL (
      SELECT at FROM employee_destinations a
      WHERE a.employee_id = n.id AND a.company_id = ${companyId} AND a.kind = 'ADDRESS'
        AND a.address = n.address
      ORDER BY a.version DESC LIMIT 1) a
    -- Few people ever changed a contact, so only their addresses are looked up.
    WHERE EXISTS (SELECT FROM employee_contacts k WHERE k.employee_id = n.id)`.execute(db)
  const ids = rows.map(({ id }) => id)
  const open: ReadonlyMap<string, OpenContact[]> =
    ids.length > 0 ? await readOpenContacts(db, macKey, companyId, ids) : new Map()
  return new Map(
    rows.flatMap(({ id, at }) => {
      const contact = open.get(id)?.find((row) => row.at <= at)
      if (!contact) return []
      const isEmail = contact.kind === 'EMAIL'
      const before = isEmail ? contact.previous_email : contact.previous_phone
      return [[id, { before, after: isEmail ? contact.email : contact.phone }] as const]
    }),
  )
}

/** Most former owners of one address that are looked at. */
const formerAtMost = 20

/**
 * Finds other people who were once paid at the address, unless the two were accepted as sharing it.
 * Each address is looked up once: thousands of people may have the same one.
 */
async function readFormerly(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  people: readonly AtNewAddress[],
) {
  const pairs = await readAcceptedPairs(db, macKey, companyId)
  const { rows } = await sql<{ id: string; name: string }>`
    WITH n AS (
      SELECT * FROM unnest(${arrayText(people.map(({ employeeId }) => employeeId))}::uuid[],
        ${people.map(({ sameAs }) => sameAs)}::uuid[],
        ${people.map(({ script }) => script)}::bytea[]) AS n (id, same, script)),
    paid AS MATERIALIZED (
      SELECT s.script, p.employee_id, p.name
      FROM (SELECT DISTINCT script FROM n) s
      CROSS JOIN LATERAL (
        SELECT DISTINCT ON (l.employee_id) l.employee_id,
          l.first_name || ' ' || l.last_name AS name
        FROM (
          SELECT id, employee_id, first_name, last_name FROM sheet_lines
          WHERE script_pubkey = s.script AND company_id = ${companyId} OFFSET 0) l
        WHERE (SELECT bool_or(t.state = 'confirmed') FROM (
            SELECT transaction_id FROM transaction_outputs
            WHERE line_id = l.id OFFSET 0) o JOIN transactions t ON t.id = o.transaction_id)
        ORDER BY l.employee_id LIMIT ${formerAtMost}) p)
    SELECT DISTINCT ON (n.id) n.id, paid.name
    FROM n JOIN paid ON paid.script = n.script
    WHERE paid.employee_id <> n.id AND paid.employee_id IS DISTINCT FROM n.same
      AND NOT EXISTS (SELECT FROM ${pairs} a
        WHERE a.script_pubkey = n.script
          AND a.employee_id = least(n.id, paid.employee_id)
          AND a.other_id = greatest(n.id, paid.employee_id))
    ORDER BY n.id, paid.employee_id`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
