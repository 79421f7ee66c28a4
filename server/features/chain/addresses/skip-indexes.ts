import type { Db } from '#server/platform/db/database.ts'
import { refuseWhileRunning } from '#server/platform/db/still-running.ts'
import { changeBranch, moveIndexBeyond, readLastIndexes, receiveBranch } from './account.ts'

/** More addresses than are handed out between a backup and its restore. */
const usualSkip = 10_000
/** Blocks after which the lost database's payments have most likely appeared. */
const holdBlocks = 6

/**
 * Prepares a restored database. It skips all addresses that the lost database may have handed out,
 * and pays nothing until the chain has had time to show the lost one's payments. `dollarsKnown`:
 * the signing record says whose dollars were released since. `db` is the owner of the database, and the
 * program does not run.
 */
export async function skipIndexes(
  db: Db,
  nodeHeight: number,
  { skip = usualSkip, dollarsKnown = false } = {},
) {
  return db.transaction().execute(async (trx) => {
    await refuseWhileRunning(trx, 'they give out addresses.')
    const last = await readLastIndexes(trx)
    const restoration = {
      first_receive_index: last[receiveBranch] + 1,
      last_receive_index: last[receiveBranch] + skip,
      first_change_index: last[changeBranch] + 1,
      last_change_index: last[changeBranch] + skip,
      hold_until_height: nodeHeight + holdBlocks,
      dollars_known: dollarsKnown,
    }
    await trx.insertInto('restorations').values(restoration).execute()
    await moveIndexBeyond(trx, receiveBranch, restoration.last_receive_index)
    await moveIndexBeyond(trx, changeBranch, restoration.last_change_index)
    return restoration
  })
}
