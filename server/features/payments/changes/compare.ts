import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Difference } from '#domain/approval-code-reasons.ts'
import { type BankAccount, isAccountMoved, type LastTerms } from '#domain/run-changes.ts'
import type { UsualPay } from '#domain/usual-pay.ts'
import { joinPayouts } from '#server/authorization/join-payouts.ts'
import { isTrue } from '#server/authorization/mac.ts'
import type { MacRow } from '#server/authorization/registry.ts'
import { selectMacColumns } from '#server/authorization/select-mac-columns.ts'
import {
  hasPaid,
  lastDollarLine,
  lastPaidLine,
  lastPaidLineOfSamePerson,
} from '#server/features/address-holds/index.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import { type LastRun, readLastRun } from '../run/last-run.ts'
import { dollarsOf, type Payee } from '../run/payee.ts'

export type Compared = {
  employeeId: string
  /** The person's line in the payroll's last run; null: the person was not in it. */
  last: LastTerms | null
  /** The address last paid anywhere in the company, else the last run's; null: never paid. */
  knownAddress: string | null
  /** The account last paid in dollars anywhere in the company, else the last run's. */
  knownAccount: BankAccount | null
  /** The id under which the same person was paid before; null: under no other. */
  sameAs: string | null
}

export type LastLine = { employeeId: string; name: string; usdCents: bigint }

/** How the people of a run differ from the payroll's last paid run. */
export type Comparison = {
  lastRun: LastRun | null
  /** The people who differ in any way, new ones included. */
  differing: Compared[]
  /** Lines of the last run whose people are in the payroll no longer, under this id or another. */
  left: LastLine[]
}

type Owner = { companyId: string; payrollId: string; macKey: KeyObject }
type Row = {
  id: string
  lastUsdCents: bigint | null
  lastName: string | null
  lastAddress: string | null
  lastPercent: number
  lastFrequency: string | null
  paidAddress: string | null
  paidBank: string | null
  paidAccount: string | null
}

/**
 * Compares people with the payroll's last paid run. A person is matched by id, else by DUI/NIT,
 * else by e-mail, so that deleting somebody and creating the person again hides nothing. The known
 * address is the one last paid anywhere in the company. A person who was never paid is compared
 * with the run's own line, which was ordered with that address.
 */
export async function comparePeople(
  db: Db,
  { companyId, payrollId, macKey }: Owner,
  salaries: readonly Payee[],
): Promise<Comparison> {
  const lastRun = await readLastRun(db, companyId, payrollId)
  const rows = await readById(db, companyId, lastRun, salaries)
  const gone = lastRun ? await readGone(db, macKey, payrollId, lastRun, salaries) : []
  const newcomers = rows.filter((row) => row.paidAddress === null || row.lastUsdCents === null)
  const others = await readSamePeople(db, companyId, newcomers, salaries)
  const lines = new Map(gone.map((line) => [line.employeeId, line]))
  const differing = rows.map((row): Compared => {
    const other = others.get(row.id)
    const paidAddress = row.paidAddress ?? other?.paidAddress ?? null
    const { lastUsdCents: usdCents, lastName: name, paidBank: bank, paidAccount: account } = row
    const paidAt = bank !== null && account !== null ? { bank, account } : null
    if (usdCents !== null && name !== null) {
      const { lastPercent: bitcoinPercent, lastFrequency: payFrequency } = row
      return {
        employeeId: row.id,
        last: { usdCents, name, bitcoinPercent, payFrequency },
        knownAddress: paidAddress ?? (row.lastAddress || null),
        knownAccount: paidAt,
        sameAs: other?.lineOf ?? null,
      }
    }
    const line = other && lines.get(other.lineOf)
    if (line) lines.delete(line.employeeId)
    return {
      employeeId: row.id,
      last: line ?? null,
      knownAddress: paidAddress ?? (line?.address || null),
      knownAccount: paidAt ?? (line?.dollarsUsdCents ? line : null),
      sameAs: other?.lineOf ?? null,
    }
  })
  return { lastRun, differing, left: [...lines.values()] }
}

/**
 * Reads the people who are not in the last run, or whose name, address, account, share, frequency or
 * salary differs from it, or whose amount is not their base.
 */
async function readById(
  db: Db,
  companyId: string,
  lastRun: LastRun | null,
  salaries: readonly Payee[],
): Promise<Row[]> {
  const ids = lastRun?.ids ?? []
  const { rows } = await sql<Row>`
    WITH n AS MATERIALIZED (
      SELECT * FROM unnest(${arrayText(salaries.map(({ employeeId }) => employeeId))}::uuid[],
        ${arrayText(salaries.map(({ usdCents }) => usdCents))}::bigint[],
        ${salaries.map(({ address }) => address)}::text[],
        ${salaries.map((one) => `${one.firstName} ${one.lastName}`)}::text[],
        ${salaries.map((one) => one.bitcoinPercent)}::smallint[],
        ${salaries.map((one) => one.payFrequency)}::text[],
        ${salaries.map((one) => dollarAccountOf(one)?.bank ?? null)}::text[],
        ${salaries.map((one) => dollarAccountOf(one)?.account ?? null)}::text[],
        ${salaries.map((one) => baseOf(one) !== one.usdCents)}::boolean[])
        AS n (id, usd_cents, address, name, percent, frequency, bank, account, is_edited)),
    last AS MATERIALIZED (
      SELECT DISTINCT ON (employee_id) id, employee_id, address, bank, bank_account, bitcoin_percent,
        pay_frequency, EXISTS (
          SELECT FROM payouts o WHERE o.line_id = sheet_lines.id AND o.method = 'DOLLARS') AS has_dollars,
        net_usd_cents AS usd_cents, first_name || ' ' || last_name AS name
      FROM sheet_lines WHERE sheet_id = ANY(${ids}::uuid[])
      ORDER BY employee_id, sheet_id DESC)
    SELECT n.id, last.usd_cents AS "lastUsdCents", last.name AS "lastName", last.address AS "lastAddress",
      last.bitcoin_percent AS "lastPercent", last.pay_frequency AS "lastFrequency",
      CASE WHEN newest.is_paid THEN last.address ELSE paid.address END AS "paidAddress",
      known.bank AS "paidBank", known.bank_account AS "paidAccount"
    FROM n LEFT JOIN last ON last.employee_id = n.id
    -- Nearly everybody was last paid by the last run: only the others need a look at older lines.
    CROSS JOIN LATERAL (
      SELECT is_last, is_last AND last.id IN (
        SELECT o.line_id FROM transactions t JOIN transaction_outputs o ON o.transaction_id = t.id
        WHERE t.sheet_id = ANY(${ids}::uuid[]) AND t.state = 'confirmed'
          AND o.line_id IS NOT NULL) AS is_paid
      FROM (SELECT coalesce((
        SELECT l.id FROM sheet_lines l
        WHERE l.employee_id = n.id AND l.company_id = ${companyId} ORDER BY l.id DESC LIMIT 1
      ) = last.id, false) AS is_last) own OFFSET 0) newest
    LEFT JOIN LATERAL (
      SELECT before.address FROM ${lastPaidLine(sql`n.id`, companyId)} before
      WHERE NOT newest.is_paid OFFSET 0) paid ON true
    LEFT JOIN LATERAL (
      SELECT last.bank, last.bank_account WHERE newest.is_last AND last.has_dollars
      UNION ALL
      SELECT before.bank, before.bank_account FROM ${lastDollarLine(sql`n.id`, companyId)} before
      WHERE n.bank IS NOT NULL AND NOT (newest.is_last AND last.has_dollars)
      OFFSET 0) known ON true
    WHERE last.usd_cents IS NULL OR n.usd_cents <> last.usd_cents OR n.name <> last.name
      OR n.percent <> last.bitcoin_percent OR n.frequency IS DISTINCT FROM last.pay_frequency
      OR n.is_edited
      OR (n.bank IS NOT NULL
        AND (n.bank, n.account) IS DISTINCT FROM (known.bank, known.bank_account))
      -- A person paid in dollars alone may have no address.
      OR (n.address <> '' AND n.address <> coalesce(
        CASE WHEN newest.is_paid THEN last.address ELSE paid.address END, nullif(last.address, '')))`.execute(
    db,
  )
  return rows
}

/** The account to which a person's dollars go; null: none go, or to no known account. */
export const dollarAccountOf = (payee: Payee): BankAccount | null =>
  dollarsOf(payee) > 0n && payee.bankAccount !== ''
    ? { bank: payee.bank, account: payee.bankAccount }
    : null

/** The amount that the base of a person, or the formula of a special pay, comes to. */
export const baseOf = ({ baseUsdCents, usdCents }: Payee): bigint => baseUsdCents ?? usdCents

type Gone = LastLine & LastTerms & BankAccount & { address: string; dollarsUsdCents: bigint }

/**
 * Reads each person of the last run who has left the payroll, with the newest line. The people of the
 * new run have not.
 */
async function readGone(
  db: Db,
  macKey: KeyObject,
  payrollId: string,
  lastRun: LastRun,
  salaries: readonly Payee[],
): Promise<Gone[]> {
  const { rows } = await sql<Gone & MacRow<'payroll_employees'>>`
    SELECT DISTINCT ON (l.employee_id) l.employee_id AS "employeeId",
      l.first_name || ' ' || l.last_name AS name,
      l.net_usd_cents AS "usdCents", l.address,
      coalesce(dollars.usd_cents, 0) AS "dollarsUsdCents", l.bank, l.bank_account AS account,
      l.bitcoin_percent AS "bitcoinPercent", l.pay_frequency AS "payFrequency",
      ${selectMacColumns('payroll_employees', 'm')}
    FROM sheet_lines l ${joinPayouts}
    LEFT JOIN employees e ON e.id = l.employee_id AND e.deleted_at IS NULL
    LEFT JOIN payroll_members m ON m.payroll_id = ${payrollId} AND m.employee_id = e.id
    WHERE l.sheet_id = ANY(${lastRun.ids}::uuid[]) AND l.employee_id NOT IN (
      -- NOT IN reads the people once, whatever the statistics of the tables say.
      SELECT unnest(${arrayText(salaries.map(({ employeeId }) => employeeId))}::uuid[]))
    ORDER BY l.employee_id, l.sheet_id DESC`.execute(db)
  return rows.filter((row) => !isTrue(macKey, 'payroll_employees', row))
}

type Same = { id: string; paidAddress: string; lineOf: string }

/** Finds people who were paid before under another id, among those whose own id was never paid. */
async function readSamePeople(
  db: Db,
  companyId: string,
  newcomers: readonly Row[],
  salaries: readonly Payee[],
): Promise<Map<string, Same>> {
  // Without newcomers, or before the company's first payment, nobody can have an older id.
  if (newcomers.length === 0 || !(await hasPaid(db, companyId))) return new Map()
  const ids = newcomers.map(({ id }) => id)
  const known = new Set(salaries.map(({ employeeId }) => employeeId))
  const { rows } = await sql<Same>`
    SELECT n.id, other.address AS "paidAddress", other.employee_id AS "lineOf"
    FROM (
      SELECT e.id, e.identification, e.email, e.phone, person_key(e.first_name, e.last_name) AS name
      FROM unnest(${arrayText(ids)}::uuid[]) AS u (id) JOIN employees e ON e.id = u.id
      WHERE e.company_id = ${companyId} AND (e.identification <> '' OR e.email <> '')) n
    CROSS JOIN LATERAL ${lastPaidLineOfSamePerson(companyId)} other`.execute(db)
  // An id that is in the run as well belongs to a different person.
  return new Map(rows.filter(({ lineOf }) => !known.has(lineOf)).map((row) => [row.id, row]))
}

/**
 * The differences that may require an approval: new people, other addresses or accounts, higher
 * salaries, and pay above what `usual` says.
 */
export function differencesOf(
  { differing }: Comparison,
  salaries: readonly Payee[],
  usual: ReadonlyMap<string, UsualPay> = new Map(),
): Difference[] {
  const compared = new Map(differing.map((one) => [one.employeeId, one]))
  return salaries.flatMap((payee) => {
    const { employeeId, usdCents, address } = payee
    const one = compared.get(employeeId)
    const known = one?.knownAddress ?? null
    const lastUsdCents = one ? (one.last?.usdCents ?? null) : usdCents
    const isMoved = address !== '' && known !== null && known !== address
    const otherAccount =
      one !== undefined &&
      isAccountMoved({
        account: dollarAccountOf(payee),
        knownAccount: one.knownAccount,
        last: one.last,
      })
    const { usualUsdCents, recentUsdCents } = usual.get(employeeId) ?? {
      usualUsdCents: lastUsdCents ?? usdCents,
      recentUsdCents: 0n,
    }
    const amounts = { employeeId, usdCents, lastUsdCents, usualUsdCents, recentUsdCents }
    const isMore = usdCents + recentUsdCents > usualUsdCents
    const isHigher = lastUsdCents === null || usdCents > lastUsdCents
    return isHigher || isMoved || otherAccount || isMore
      ? [{ ...amounts, isMoved, isAccountMoved: otherAccount }]
      : []
  })
}

/**
 * Drops the differences of people and salaries: a special pay has amounts and people of its own, so
 * these mean nothing. Whether the amounts are usual is said by `readUsualPay`.
 */
export function withoutSalaries(
  { lastRun, differing }: Comparison,
  salaries: readonly Payee[],
): Comparison {
  const people = new Map(salaries.map((one) => [one.employeeId, one]))
  const totalUsdCents = salaries.reduce((total, { usdCents }) => total + usdCents, 0n)
  const asPaid = ({ employeeId, last }: Compared): Compared['last'] => {
    const one = people.get(employeeId)
    if (!one) return null
    const { bitcoinPercent, payFrequency } = last ?? one
    const name = `${one.firstName} ${one.lastName}`
    return { usdCents: one.usdCents, name, bitcoinPercent, payFrequency }
  }
  return {
    lastRun: lastRun && { ...lastRun, totalUsdCents, begunUsdCents: totalUsdCents },
    differing: differing.map((one) =>
      // For a person who was never paid the destination itself is new.
      one.knownAddress === null && one.knownAccount === null ? one : { ...one, last: asPaid(one) },
    ),
    left: [],
  }
}
