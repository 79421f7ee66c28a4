import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { HeldAddress } from '#contract/changes.ts'
import { accountText } from '#domain/account-end.ts'
import { usdNumber } from '#domain/money.ts'
import { reasonOfHold } from '#server/authorization/address-holds.ts'
import { type OpenContact, readOpenContacts } from '#server/features/address-holds/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { HeldDestination, HeldPerson } from './held-people.ts'

type Known = {
  /** The person, and which destination. */
  key: string
  by: string | null
  askedAt: Date | null
}

/** The held addresses and accounts as the dialog shows them; the first to come free comes first. */
export async function sayHeld(
  db: Db,
  { companyId, macKey }: { companyId: string; macKey: KeyObject },
  held: readonly HeldPerson[],
): Promise<HeldAddress[]> {
  if (held.length === 0) return []
  const ids = held.map(({ payee }) => payee.employeeId)
  const open = await readOpenContacts(db, macKey, companyId, ids)
  const all = held.flatMap(({ payee, destinations }) =>
    destinations.map((one) => ({ payee, ...one })),
  )
  const known = await readKnown(db, companyId, all)
  const end = ({ hold }: HeldDestination) => hold.until?.getTime() ?? Number.POSITIVE_INFINITY
  const sorted = all.toSorted((a, b) => (end(a) < end(b) ? -1 : end(a) > end(b) ? 1 : 0))
  return sorted.map((one) => {
    const { employeeId } = one.payee
    return sayOne(one, known.get(keyOf(one)) ?? null, open.get(employeeId) ?? [])
  })
}

type Held = HeldDestination & Pick<HeldPerson, 'payee'>

/** The present destination, as people are shown it. */
const textOf = ({ payee, kind }: Pick<Held, 'payee' | 'kind'>) =>
  kind === 'ADDRESS' ? payee.address : accountText(payee.bank, payee.bankAccount)

const keyOf = ({ payee, kind }: Held) => `${payee.employeeId} ${kind}`

function sayOne(
  { payee, kind, hold, previous }: Held,
  known: Known | null,
  open: readonly OpenContact[],
): HeldAddress {
  const { row, until } = hold
  const contact = open.find(({ at }) => at <= row.at)
  return {
    employee: { _id: payee.employeeId, name: `${payee.firstName} ${payee.lastName}` },
    kind,
    cryptoAddress: kind === 'ADDRESS' ? textOf({ payee, kind }) : '',
    account: kind === 'ACCOUNT' ? textOf({ payee, kind }) : '',
    until: until?.toISOString() ?? null,
    previousAddress: previous?.kind === 'ADDRESS' ? previous.address : null,
    previousAccount:
      previous?.kind === 'ACCOUNT' ? accountText(previous.bank, previous.account) : null,
    previousPaidAt: previous?.paidAt?.toISOString() ?? null,
    usd: usdNumber(payee.usdCents),
    contact: contact ? { kind: contact.kind, at: contact.at.toISOString() } : null,
    reason: reasonOfHold(hold),
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
  all: readonly Held[],
): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    SELECT n.key, u.first_name || ' ' || u.last_name AS by, asked.at AS "askedAt"
    FROM unnest(${all.map(keyOf)}::text[], ${all.map(({ payee }) => payee.employeeId)}::uuid[],
      ${all.map(({ hold }) => hold.row.changed_by)}::uuid[],
      ${all.map(({ kind }) => (kind === 'ADDRESS' ? 'address' : 'account'))}::text[],
      ${all.map(textOf)}::text[]) AS n (key, id, user_id, field, value)
    LEFT JOIN users u ON u.id = n.user_id AND u.company_id = ${companyId}
    LEFT JOIN LATERAL (
      SELECT asked_at AS at FROM change_orders o
      WHERE o.company_id = ${companyId} AND o.kind = 'RELEASE' AND o.state = 'open'
        AND o.payload::jsonb ->> 'employeeId' = n.id::text
        AND o.payload::jsonb ->> n.field = n.value
      ORDER BY asked_at DESC LIMIT 1) asked ON true`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}
