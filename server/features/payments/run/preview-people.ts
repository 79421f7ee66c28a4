import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { PreviewPeople } from '#contract/payments.ts'
import type { PreviewPeopleQuery } from '#contract/payrolls.ts'
import { btcText, satsFromCents, usdNumber } from '#domain/money.ts'
import { joinPayouts } from '#server/authorization/join-payouts.ts'
import { readMemberIds } from '#server/authorization/member-rows.ts'
import { findSchedule } from '#server/authorization/schedule-rows.ts'
import { readAcceptedPairs } from '#server/authorization/shared-addresses.ts'
import { hasConsented } from '#server/features/consents/index.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { containsText } from '#server/platform/db/search.ts'
import { readPeriod } from '../periods/read-period.ts'
import { readChosen, requireChosen } from './chosen-people.ts'
import { splitOf } from './payee.ts'
import { findRunInPart, isOfThem, isUnpaid, unpaidDollarCents } from './unpaid-lines.ts'

type Row = {
  id: string
  name: string
  usdCents: bigint
  /** The bitcoin part that an unpaid line keeps; null: the salary is split now. */
  keptUsdCents: bigint | null
  bitcoinPercent: number
  consented: boolean
  script: Buffer
  address: string
  sharedWith: PreviewPeople['people'][number]['sharedWith']
}
type Counted = { people: bigint; matched: bigint } & (Row | { id: null })

/** Most names given of people who share an address: nobody reads thousands. */
const namedAtMost = 50

/** The people whom a press pays: those of the unpaid lines, else those of the payroll. */
function selectPeople(
  companyId: string,
  runInPart: string | null,
  only: readonly string[] | null,
  members: readonly string[],
  paidBefore: readonly string[],
) {
  if (runInPart) {
    return sql`
      SELECT l.employee_id AS id, l.first_name, l.last_name,
        bitcoin.usd_cents + ${unpaidDollarCents} AS usd_cents, bitcoin.usd_cents AS kept, l.bitcoin_percent,
        true AS consented, l.address, l.script_pubkey, plain_text(l.first_name || ' ' || l.last_name) AS search
      FROM sheet_lines l ${joinPayouts}
      WHERE l.sheet_id = ${runInPart} AND ${isOfThem(only)} AND ${isUnpaid}`
  }
  return sql`
    SELECT l.employee_id AS id, e.first_name, e.last_name, e.base_salary_usd_cents AS usd_cents,
      NULL::bigint AS kept, e.bitcoin_percent, ${hasConsented('e', companyId)} AS consented, e.address, e.script_pubkey, e.search
    FROM unnest(${members}::uuid[]) AS l (employee_id) JOIN employees e ON e.id = l.employee_id
    WHERE e.company_id = ${companyId} AND e.deleted_at IS NULL AND ${isOfThem(only)}
      AND l.employee_id <> ALL(${paidBefore}::uuid[])`
}

type Owner = {
  companyId: string
  payrollId: string
  macKey: KeyObject
  language: Language
  now: Date
}

type PeopleInput = { only: readonly string[] | null; periodKey: string; extra: boolean; now: Date }

/** The people whom a press leaves aside, because they have a line of its period. */
async function readPaidBefore(
  db: Db,
  macKey: KeyObject,
  payroll: { companyId: string; id: string },
  members: readonly string[],
  { only, ...input }: PeopleInput,
): Promise<string[]> {
  if (input.periodKey === '' && !(await findSchedule(db, macKey, payroll.companyId, payroll.id)))
    return []
  const chosen = only && new Set(only)
  const people = members.filter((id) => !chosen || chosen.has(id))
  const isPart = only !== null
  return [...(await readPeriod(db, macKey, payroll, { ...input, people, isPart })).paidBefore]
}

/**
 * A page of who gets how much from a press now: people who share an address first, then by last
 * name.
 */
export async function readPreviewPeople(
  db: Db,
  { companyId, payrollId, macKey, language, now }: Owner,
  { page, limit, search, only: ids, periodKey, extra }: PreviewPeopleQuery,
): Promise<PreviewPeople> {
  const { only, known } = readChosen(ids)
  const runInPart = await findRunInPart(db, payrollId, known, 'salaries')
  const owner = { companyId, id: payrollId }
  const press = { only: known, periodKey, extra, now }
  const members = runInPart ? [] : await readMemberIds(db, macKey, payrollId)
  const paidBefore = runInPart ? [] : await readPaidBefore(db, macKey, owner, members, press)
  const rate = (await readCurrentPrice(db))?.usdCentsPerBtc
  const pairs = await readAcceptedPairs(db, macKey, companyId)
  const offset = String(BigInt(page - 1) * BigInt(limit))
  const { rows } = await sql<Counted>`
    WITH people AS MATERIALIZED (${selectPeople(companyId, runInPart?.id ?? null, known, members, paidBefore)}),
    found AS MATERIALIZED (
      SELECT *, first_name || ' ' || last_name AS name, 
        address <> '' AND count(*) OVER (PARTITION BY script_pubkey) > 1 AS shares
      FROM people),
    matched AS MATERIALIZED (
      SELECT * FROM found WHERE ${search ? containsText('search', search) : sql`true`}),
    page AS (
      SELECT row_number() OVER () AS place, * FROM (
        SELECT * FROM matched
        ORDER BY shares DESC, CASE WHEN shares THEN script_pubkey END, plain_text(last_name),
          plain_text(first_name), id
        LIMIT ${limit} OFFSET ${offset}::bigint) AS sorted)
    SELECT (SELECT count(*) FROM people) AS people, (SELECT count(*) FROM matched) AS matched,
      page.id, page.name, page.usd_cents AS "usdCents", page.kept AS "keptUsdCents",
      page.bitcoin_percent AS "bitcoinPercent", page.consented, page.script_pubkey AS script,
      page.address,
      CASE WHEN page.shares THEN (
        SELECT coalesce(jsonb_agg(jsonb_build_object('_id', o.id, 'name', o.name, 'accepted', EXISTS (
          SELECT FROM ${pairs} a
          WHERE a.script_pubkey = page.script_pubkey
            AND a.employee_id = least(o.id, page.id) AND a.other_id = greatest(o.id, page.id)))
          ORDER BY o.name, o.id), '[]')
        FROM (
          SELECT id, name FROM found WHERE script_pubkey = page.script_pubkey AND id <> page.id
          LIMIT ${sql.lit(namedAtMost)}) AS o) ELSE '[]' END AS "sharedWith"
    FROM (SELECT) AS always LEFT JOIN page ON true ORDER BY page.place`.execute(db)
  const { people = 0n, matched = 0n } = rows[0] ?? {}
  const found = Number(people) + paidBefore.length
  requireChosen(only, { people: found, reopens: runInPart !== null }, language)
  return {
    people: rows.flatMap((row) => (row.id === null ? [] : [onWire(row, rate)])),
    pages: Math.ceil(Number(matched) / limit),
  }
}

function onWire({ id, name, address, sharedWith, keptUsdCents, ...row }: Row, rate?: bigint) {
  const { usdCents } = row
  const bitcoinUsdCents = keptUsdCents ?? splitOf(row, rate).bitcoinUsdCents
  return {
    _id: id,
    name,
    usd: usdNumber(usdCents),
    bitcoinUsd: usdNumber(bitcoinUsdCents),
    dollarsUsd: usdNumber(usdCents - bitcoinUsdCents),
    btc: btcText(rate === undefined ? 0n : satsFromCents(bitcoinUsdCents, rate)),
    cryptoAddress: address,
    sharedWith,
  }
}
