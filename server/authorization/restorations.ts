import { sql } from 'kysely'
import type { RestoreHold } from '#domain/plan-expiry.ts'
import type { Db } from '../platform/db/database.ts'

/** After a restore nothing is paid before the chain has reached this height; null where it has. */
export async function readHoldUntilHeight(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('restorations as r')
    .select(({ fn }) => fn.max('r.hold_until_height').as('height'))
    .where(({ eb, selectFrom }) =>
      eb(
        'r.hold_until_height',
        '>',
        selectFrom('blocks').select(({ fn, val }) =>
          fn.coalesce(fn.max('height'), val(0)).as('height'),
        ),
      ),
    )
    .executeTakeFirst()
  return row?.height ?? null
}

/**
 * The hold after the last restore, for the time that orders have. It ends with its last block, whose
 * miner says when that was; null where nothing was restored.
 */
export async function readHold(db: Db): Promise<RestoreHold | null> {
  const { rows } = await sql<RestoreHold>`
    SELECT r.at AS since, CASE
      WHEN r.hold_until_height > (SELECT coalesce(max(height), 0) FROM blocks) THEN NULL
      -- Blocks are kept for days, and orders live for hours.
      ELSE greatest(b.at, r.at) END AS until
    FROM restorations r LEFT JOIN blocks b ON b.height = r.hold_until_height
    ORDER BY r.at DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}
