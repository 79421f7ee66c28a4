import { sql } from 'kysely'
import { finalDepth } from '#domain/block-depths.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Tip } from './blocks.ts'

/**
 * How many blocks a reorganisation is about to disconnect, where they are more than 6; else null.
 * `isOnBestChain` asks the node about a block that we followed.
 */
async function findDepth(
  db: Db,
  tip: Tip,
  isOnBestChain: (hash: string) => Promise<boolean>,
): Promise<number | null> {
  const rows = await db
    .selectFrom('blocks')
    .select(['height', 'hash'])
    .where('height', '<=', tip.height - finalDepth)
    .orderBy('height', 'desc')
    .execute()
  for (const { height, hash } of rows) {
    const depth = tip.height - height
    if (await isOnBestChain(hash.toString('hex'))) return depth > finalDepth ? depth : null
  }
  return null
}

/**
 * Notes payments and withdrawals that are more than 6 blocks deep and leave their block, before the
 * first block is disconnected. Returns the depth, or null for 6 blocks or fewer.
 */
export async function noteDeepReorganisation(
  db: Db,
  tip: Tip,
  isOnBestChain: (hash: string) => Promise<boolean>,
): Promise<number | null> {
  const depth = await findDepth(db, tip, isOnBestChain)
  if (!depth) return null
  await sql`
    INSERT INTO money_events (company_id, payroll_id, transaction_id, kind)
    SELECT company_id, payroll_id, id, 'reorganised' FROM transactions
    WHERE height > ${tip.height - depth} AND height <= ${tip.height - finalDepth}
      AND type IN ('send', 'withdrawal')
    ORDER BY id`.execute(db)
  return depth
}
