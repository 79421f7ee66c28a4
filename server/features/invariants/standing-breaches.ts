import { sql } from 'kysely'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { concernedPayrolls } from './affected-payrolls.ts'
import type { BreachKind } from './breach-texts.ts'
import type { Checked } from './check.ts'

export type Standing = {
  invariant: string
  kind: string
  id: string
  fields: unknown
  found_at: Date
  /** The payrolls that the breach stops; null stands for all. */
  payroll_ids: string[] | null
}

/** Breaches that were found, still exist, and were not accepted by the operator. */
export async function readStandingBreaches(db: Db): Promise<Standing[]> {
  return db
    .selectFrom('money_breaches')
    .select(['invariant', 'kind', 'id', 'fields', 'found_at', 'payroll_ids'])
    .where('gone_at', 'is', null)
    .where('accepted_at', 'is', null)
    .orderBy('found_at')
    .execute()
}

/** Whether any breach still exists, accepted ones included. */
export async function anyBreach(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('money_breaches')
    .select('id')
    .where('gone_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const untrackedSpend: BreachKind = 'UNTRACKED_SPEND'

const concerns = ({ payroll_ids: ids }: Standing, payrollId: string): boolean =>
  ids === null || ids.includes(payrollId)

/**
 * Whether payments of a payroll are stopped: a breach stands that concerns the payroll or the whole
 * wallet. Untracked spends named in `untracked` are refused for a reason of their own.
 */
export async function paymentsAreStopped(
  db: Db,
  payrollId: string,
  untracked: readonly string[] = [],
): Promise<boolean> {
  return (await readStops(db))(payrollId, untracked)
}

/** Reads which of these payrolls are stopped. */
export async function readStops(
  db: Db,
): Promise<(payrollId: string, untracked: readonly string[]) => boolean> {
  const standing = await readStandingBreaches(db)
  return (payrollId, untracked) =>
    standing.some(
      (breach) =>
        concerns(breach, payrollId) &&
        !(breach.kind === untrackedSpend && untracked.includes(breach.id)),
    )
}

/** Ends the breaches of these spends: the administrator has acknowledged them. */
export async function endUntrackedSpends(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('money_breaches')
    .set({ gone_at: new Date() })
    .where('kind', '=', untrackedSpend)
    .where('id', 'in', ids)
    .where('gone_at', 'is', null)
    .execute()
  await notify(db, 'plans')
}

/**
 * Reads which payrolls keep their plans from the signer: those with any breach but I5. I5 means
 * that plans are not taken up in time, so holding them back would prolong it.
 */
export async function readHeldPayrolls(db: Db): Promise<(payrollId: string) => boolean> {
  const standing = (await readStandingBreaches(db)).filter(({ invariant }) => invariant !== 'I5')
  return (payrollId) => standing.some((breach) => concerns(breach, payrollId))
}

/**
 * Stores the breaches that a check of all history found. A breach that is no longer found ends,
 * unless it is about the node and the node could not be asked. A breach that comes back has to be
 * accepted again.
 */
export async function storeBreaches(db: Db, { breaches, notAtNode }: Checked): Promise<void> {
  const invariants = breaches.map((breach) => breach.invariant)
  const kinds = breaches.map((breach) => breach.kind)
  const ids = breaches.map((breach) => breach.id)
  const fields = breaches.map((breach) => JSON.stringify(breach.fields))
  await inTransaction(db, async (trx) => {
    await sql`
      UPDATE money_breaches b SET gone_at = now()
      WHERE gone_at IS NULL AND (${notAtNode === null} OR invariant != 'I2')
        AND NOT EXISTS (
          SELECT FROM unnest(${invariants}::text[], ${kinds}::text[], ${ids}::text[])
            AS f (invariant, kind, id)
          WHERE (f.invariant, f.kind, f.id) = (b.invariant, b.kind, b.id))`.execute(trx)
    await sql`
      INSERT INTO money_breaches AS b (invariant, kind, id, fields, payroll_ids)
      SELECT DISTINCT ON (f.invariant, f.kind, f.id) f.invariant, f.kind, f.id, f.fields::jsonb,
        ${concernedPayrolls}
      FROM unnest(${invariants}::text[], ${kinds}::text[], ${ids}::text[], ${fields}::text[])
        AS f (invariant, kind, id, fields)
      ORDER BY f.invariant, f.kind, f.id
      ON CONFLICT (invariant, kind, id) DO UPDATE SET fields = excluded.fields, gone_at = NULL,
        payroll_ids = excluded.payroll_ids,
        found_at = CASE WHEN b.gone_at IS NULL THEN b.found_at ELSE now() END,
        accepted_at = CASE WHEN b.gone_at IS NULL THEN b.accepted_at END`.execute(trx)
    // Held plans may go on now.
    await notify(trx, 'plans')
  })
}

/** Accepts these breaches at the operator's word, so that payments go on in spite of them. */
export async function acceptBreaches(
  db: Db,
  breaches: readonly Pick<Standing, 'invariant' | 'kind' | 'id' | 'fields'>[],
): Promise<void> {
  for (const { invariant, kind, id, ...breach } of breaches) {
    const fields = JSON.stringify(breach.fields)
    await db
      .insertInto('money_breaches')
      .values({ invariant, kind, id, fields, accepted_at: new Date() })
      .onConflict((conflict) =>
        conflict
          .columns(['invariant', 'kind', 'id'])
          .doUpdateSet({ fields, accepted_at: new Date(), gone_at: null }),
      )
      .execute()
  }
  await notify(db, 'plans')
}
