import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { HeldAddress } from '#contract/changes.ts'
import { usdNumber } from '#domain/money.ts'
import { type OpenContact, readOpenContacts } from '#server/features/address-holds/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { HeldPerson } from './held-people.ts'

type Known = {
  id: string
  by: string | null
  askedAt: Date | null
}

/** The held people as the dialog shows them; the first to come free comes first. */
export async function sayHeld(
  db: Db,
  { companyId, macKey }: { companyId: string; macKey: KeyObject },
  held: readonly HeldPerson[],
): Promise<HeldAddress[]> {
  if (held.length === 0) return []
  const known = await readKnown(db, companyId, held)
  const ids = held.map(({ payee }) => payee.employeeId)
  const open = await readOpenContacts(db, macKey, companyId, ids)
  const end = ({ hold }: HeldPerson) => hold.until?.getTime() ?? Number.POSITIVE_INFINITY
  const sorted = held.toSorted((a, b) => (end(a) < end(b) ? -1 : end(a) > end(b) ? 1 : 0))
  return sorted.map((one) => {
    const { employeeId } = one.payee
    return sayOne(one, known.get(employeeId), open.get(employeeId) ?? [])
  })
}

function sayOne(
  { payee, hold, previous }: HeldPerson,
  known: Known | undefined,
  open: readonly OpenContact[],
): HeldAddress {
  const { row, until, reportedAt } = hold
  const contact = open.find(({ at }) => at <= row.at)
  return {
    employee: { _id: payee.employeeId, name: `${payee.firstName} ${payee.lastName}` },
    cryptoAddress: payee.address,
    until: until?.toISOString() ?? null,
    previousAddress: previous?.address ?? null,
    previousPaidAt: previous?.paidAt?.toISOString() ?? null,
    usd: usdNumber(payee.usdCents),
    contact: contact ? { kind: contact.kind, at: contact.at.toISOString() } : null,
    reason: reportedAt ? 'REPORTED' : row.hold_reason === 'CONTACT' ? 'CONTACT' : 'ADDRESS',
    by: known?.by ?? null,
    at: row.at.toISOString(),
    via: row.via as HeldAddress['via'],
    ip: row.ip,
    releaseAskedAt: known?.askedAt?.toISOString() ?? null,
  }
}

async function readKnown(
  db: Db,
  companyId: string,
  held: readonly HeldPerson[],
): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    SELECT n.id, u.first_name || ' ' || u.last_name AS by, asked.at AS "askedAt"
    FROM unnest(${held.map(({ payee }) => payee.employeeId)}::uuid[],
      ${held.map(({ hold }) => hold.row.changed_by)}::uuid[],
      ${held.map(({ payee }) => payee.address)}::text[]) AS n (id, user_id, address)
    LEFT JOIN users u ON u.id = n.user_id AND u.company_id = ${companyId}
    LEFT JOIN LATERAL (
      SELECT asked_at AS at FROM change_orders o
      WHERE o.company_id = ${companyId} AND o.kind = 'RELEASE' AND o.state = 'open'
        AND o.payload::jsonb ->> 'employeeId' = n.id::text
        AND o.payload::jsonb ->> 'address' = n.address
      ORDER BY asked_at DESC LIMIT 1) asked ON true`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
