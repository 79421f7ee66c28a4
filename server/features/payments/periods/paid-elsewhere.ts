import type { KeyObject } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { overlappingKeys, spanOf } from '#domain/schedule/period-span.ts'
import { readAcceptedPairs } from '#server/authorization/shared-addresses.ts'
import type { Db } from '#server/platform/db/database.ts'
import { readKeptChoices } from './kept-choices.ts'
import { isStanding } from './line-of-period.ts'
import { readRestoredDocuments } from './restored-documents.ts'

/** A line of an overlapping period: who was paid, in which payroll. */
export type ElsewhereLine = {
  payrollId: string
  payroll: string
  periodKey: string
  /** The employee of the line, and the name on it where that is another employee; null: the same one. */
  paidId: string
  as: string | null
  /** The payment was cancelled or lost, and a reorganisation can still confirm it. */
  mayConfirm: boolean
}

/** The lines about which nobody has chosen yet, by person. */
export type Elsewhere = ReadonlyMap<string, readonly [ElsewhereLine, ...ElsewhereLine[]]>

/** A period that a payroll is about to pay. */
export type PeriodToPay = { payrollId: string; key: string }

/** Reads it for these people of one payroll, which is about to pay a period. */
export async function readPaidElsewhere(
  db: Db,
  macKey: KeyObject,
  { companyId, id: payrollId, key }: { companyId: string; id: string; key: string },
  people: { ids: readonly string[]; beside?: string | null },
): Promise<Elsewhere> {
  const found = await readPaidElsewhereOf(db, macKey, companyId, [{ payrollId, key }], people)
  return found.get(payrollId) ?? new Map()
}

type People = { ids: readonly string[]; beside?: string | null } | null
type Row = Omit<ElsewhereLine, 'as'> & { target: string; id: string; name: string }

/**
 * Reads who of these people has a line of a period that overlaps the one which their payroll is about to
 * pay: themselves in another payroll or under a changed schedule, or somebody with their document or,
 * unless that was accepted, at their address. A cancelled or lost line of another payroll counts until its
 * conflict is 6 blocks deep, because no head of this payroll excludes it. Who has a line of the very period
 * of the payroll is not among `people`; null: all members. `beside`: a payment whose own lines do not count.
 * One statement for all, because a preview of ten thousand people asks it too.
 */
export async function readPaidElsewhereOf(
  db: Db,
  macKey: KeyObject,
  companyId: string,
  periods: readonly PeriodToPay[],
  people: People,
): Promise<Map<string, Elsewhere>> {
  const targets = periods.flatMap(({ payrollId, key }) =>
    overlappingKeys(key).map((other) => ({ payrollId, key, other, special: spanOf(key) === null })),
  )
  const found = new Map<string, Map<string, [ElsewhereLine, ...ElsewhereLine[]]>>()
  if (people?.ids.length === 0) return found
  const isCandidate = isOfPeriods(companyId, targets, people)
  // Mostly nobody has paid these days yet.
  const any = await sql`SELECT FROM sheets p WHERE ${isCandidate} LIMIT 1`.execute(db)
  if (any.rows.length === 0) return found
  const isKept = await readKeptChoices(db, macKey, companyId)
  const rows = await selectLines(db, macKey, { companyId, targets, people, isCandidate })
  for (const { target, id, name, ...line } of rows) {
    const of = { employeeId: id, payrollId: target }
    if (isKept(of, { employeeId: line.paidId, payrollId: line.payrollId })) continue
    const ofTarget = found.get(target) ?? new Map()
    const lines = ofTarget.get(id) ?? []
    ofTarget.set(id, [...lines, { ...line, as: line.paidId === id ? null : name }])
    found.set(target, ofTarget)
  }
  return found
}

type Target = { payrollId: string; key: string; other: string; special: boolean }
type Input = {
  companyId: string
  targets: readonly Target[]
  people: People
  isCandidate: RawBuilder<boolean>
}

/** Payment `p` of the company pays one of the overlapping periods. */
function isOfPeriods(companyId: string, targets: readonly Target[], people: People) {
  const keys = [...new Set(targets.map(({ other }) => other))]
  return sql<boolean>`(p.company_id = ${companyId} AND p.period_key = ANY(${keys}::text[])
    AND NOT p.extra AND p.id IS DISTINCT FROM ${people?.beside ?? null}::uuid)`
}

async function selectLines(
  db: Db,
  macKey: KeyObject,
  { companyId, targets, people, isCandidate }: Input,
): Promise<Row[]> {
  const accepted = await readAcceptedPairs(db, macKey, companyId)
  const restored = await readRestoredDocuments(db, macKey, companyId)
  const column = (name: string): RawBuilder<unknown> => sql`l.${sql.ref(name)}`
  const line = sql.join(
    ['target', 'payroll_id', 'period_key', 'employee_id', 'name', 'id', 'run_id'].map(column),
  )
  const { rows } = await sql<Row>`
    WITH target AS (
      SELECT DISTINCT * FROM unnest(${targets.map((one) => one.payrollId)}::uuid[], ${targets.map((one) => one.key)}::text[],
        ${targets.map((one) => one.other)}::text[], ${targets.map((one) => one.special)}::boolean[])
        AS t (payroll_id, period_key, other_key, special)),
    run AS MATERIALIZED (SELECT p.* FROM sheets p WHERE ${isCandidate}),
    line AS MATERIALIZED (
      SELECT t.payroll_id AS target, t.period_key AS target_key, p.payroll_id, p.period_key, l.id,
        l.sheet_id AS run_id, l.employee_id, l.first_name || ' ' || l.last_name AS name,
        l.script_pubkey AS script, identification_key(l.identification) AS document
      FROM run p JOIN target t ON t.other_key = p.period_key
        -- A special pay has no span: it is another payroll's own matter.
        AND CASE WHEN t.special THEN p.payroll_id = t.payroll_id ELSE p.kind = 'REGULAR' END
      JOIN sheet_lines l ON l.sheet_id = p.id),
    person AS MATERIALIZED (
      SELECT t.payroll_id AS target, e.id, e.script_pubkey AS script,
        identification_key(e.identification) AS document
      FROM (SELECT DISTINCT target AS payroll_id FROM line) t
      JOIN ${people ? sql`unnest(${people.ids}::uuid[])` : sql`payroll_members`} AS m
        ${people ? sql`(employee_id) ON true` : sql`ON m.payroll_id = t.payroll_id`}
      JOIN employees e ON e.id = m.employee_id AND e.company_id = ${companyId}),
    match AS MATERIALIZED (
      SELECT n.id AS person, ${line} FROM person n JOIN line l ON l.target = n.target
        AND l.employee_id = n.id AND (l.payroll_id, l.period_key) <> (l.target, l.target_key)
      UNION
      SELECT n.id, ${line} FROM person n JOIN line l ON l.target = n.target
        AND l.document = n.document AND l.employee_id <> n.id
      UNION
      SELECT n.id, ${line} FROM person n JOIN line l ON l.target = n.target
        AND l.script = n.script AND l.employee_id <> n.id
      WHERE length(n.script) > 0 AND NOT EXISTS (SELECT FROM ${accepted} a
        WHERE a.script_pubkey = n.script
          AND a.employee_id = least(n.id, l.employee_id) AND a.other_id = greatest(n.id, l.employee_id))
      UNION
      SELECT n.id, ${line} FROM person n JOIN ${restored} r ON r.employee_id = n.id
      JOIN line l ON l.target = n.target AND l.employee_id = r.paid_id)
    SELECT l.target, l.person AS id, l.payroll_id AS "payrollId", r.name AS payroll,
      l.period_key AS "periodKey", l.employee_id AS "paidId", min(l.name) AS name,
      bool_and(NOT stands.is) AS "mayConfirm"
    FROM match l JOIN payrolls r ON r.id = l.payroll_id
    CROSS JOIN LATERAL (SELECT ${isStanding} AS is OFFSET 0) AS stands
    WHERE stands.is OR (l.payroll_id <> l.target AND ${mayConfirm})
    GROUP BY l.target, l.person, l.payroll_id, r.name, l.period_key, l.employee_id
    -- A line that stands is the one to name.
    ORDER BY l.target, l.person, "mayConfirm", l.payroll_id, l.period_key, l.employee_id`.execute(
    db,
  )
  return rows
}

/** A signed transaction of run `l.run_id` that can still be mined pays line `l`, or is of its dollars' run. */
const mayConfirm = sql<boolean>`EXISTS (
  SELECT FROM transactions t
  WHERE t.sheet_id = l.run_id AND t.type = 'send' AND t.txid IS NOT NULL AND NOT t.is_lost
    AND (NOT EXISTS (SELECT FROM payouts o WHERE o.line_id = l.id AND o.method = 'BITCOIN')
      OR EXISTS (SELECT FROM transaction_outputs o
        WHERE o.transaction_id = t.id AND o.line_id = l.id)))`
