import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { Tip } from './blocks.ts'
import { finalDepth } from './conflicts.ts'

/** The subject of its breach, and what it says: the rows of server/features/invariants say the same. */
export const reorganisationSubject = sql<string>`'reorganisation above block ' || fork || ' at '
  || encode(abandoned, 'hex')`
export const reorganisationMessage = sql<string>`'it took back ' || depth
  || ' blocks: what counted as final may not be'`

/**
 * Whether anything failed because of a block above `fork`, and counts as never to be mined: its people
 * may have been paid by what shares no coin with it.
 */
async function hasFailedFor(db: Db, fork: number): Promise<boolean> {
  const row = await db
    .selectFrom('transactions')
    .select('id')
    .where('conflict_height', '>', fork)
    .where('state', '=', 'failed')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Notes, before the first block is taken back, that more than 6 will be, or 6 of which the lowest was
 * final for something: payments stop, and go on when the operator has accepted it. `isOnBestChain` asks
 * the node of a block of ours.
 */
export async function noteDeepReorganisation(
  db: Db,
  tip: Tip,
  isOnBestChain: (hash: string) => Promise<boolean>,
): Promise<number | null> {
  const rows = await db
    .selectFrom('blocks')
    .select(['height', 'hash'])
    .where('height', '<=', tip.height - finalDepth + 1)
    .orderBy('height', 'desc')
    .execute()
  let abandoned: Buffer | null = null
  for (const { height, hash } of rows) {
    if (await isOnBestChain(hash.toString('hex'))) {
      const depth = tip.height - height
      if (!abandoned || (depth === finalDepth && !(await hasFailedFor(db, height)))) return null
      await keep(db, abandoned, height, depth)
      return depth
    }
    abandoned = hash
  }
  return null
}

async function keep(db: Db, abandoned: Buffer, fork: number, depth: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      INSERT INTO deep_reorganisations AS r (abandoned, fork, depth) VALUES (${abandoned}, ${fork}, ${depth})
      ON CONFLICT (abandoned) DO UPDATE
        SET depth = greatest(r.depth, excluded.depth), accepted_at = NULL`.execute(trx)
    await sql`
      INSERT INTO money_breaches (invariant, subject, message)
      SELECT 'I2', ${reorganisationSubject}, ${reorganisationMessage}
      FROM deep_reorganisations WHERE abandoned = ${abandoned}
      ON CONFLICT (invariant, subject) DO UPDATE
        SET gone_at = NULL, accepted_at = NULL, message = excluded.message`.execute(trx)
  })
}

/** The operator has looked at these. */
export async function acceptReorganisations(db: Db, subjects: readonly string[]): Promise<void> {
  await sql`UPDATE deep_reorganisations SET accepted_at = now()
    WHERE accepted_at IS NULL AND ${reorganisationSubject} = ANY(${subjects}::text[])`.execute(db)
}
