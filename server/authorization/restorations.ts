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

/** Whether the signing record said whose dollars were released before the last restore. */
export async function areDollarsKnown(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('restorations')
    .select('dollars_known')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.dollars_known ?? true
}
