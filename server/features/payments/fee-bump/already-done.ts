import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { Transaction } from '#contract/transactions.ts'
import type { TransactionState } from '#domain/transaction-state.ts'
import { currentTransaction, findTransaction } from '#server/features/transactions/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { whenUnderWay } from '#server/platform/db/when-under-way.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { rootIds } from './versions.ts'

type Made = { id: string; root: string; state: TransactionState }

/**
 * Reads the newest version or child of each transaction; with `cancels`, the newest cancellation.
 * The first version counts last, even where it is the mined one.
 */
async function readMadeLast(
  db: Db,
  companyId: string,
  roots: readonly string[],
  cancels: boolean,
): Promise<Made[]> {
  const { rows } = await sql<Made>`
    SELECT DISTINCT ON (1) coalesce(parent.root_id, t.root_id) AS root, t.id, t.state
    FROM transactions t LEFT JOIN transactions parent ON parent.id = t.cpfp_parent_id
    WHERE t.company_id = ${companyId} AND (t.type = 'cancel' OR NOT ${cancels}::boolean)
      AND (t.root_id = ANY(${roots}::uuid[]) OR t.cpfp_parent_id IN (
        SELECT id FROM transactions WHERE root_id = ANY(${roots}::uuid[])))
    ORDER BY 1, t.cpfp_parent_id IS NULL AND t.id = t.root_id,
      coalesce(parent.version, t.version) DESC, t.cpfp_parent_id IS NULL, t.version DESC`.execute(
    db,
  )
  return rows
}

/**
 * Waits until the node has the transactions that `look` returns. Throws `code` where the signer
 * refused one: nothing was sent then, and the transactions to be replaced go on.
 */
async function readMadeMeanwhile(
  deps: Deps,
  look: () => Promise<Made[]>,
  code: ErrorCode,
): Promise<Made[]> {
  let made: Made[] = []
  await whenUnderWay(deps, async () => {
    made = await look()
    if (made.some(({ state }) => state === 'failed' || state === 'rejected')) {
      throw new Refusal(code)
    }
    return made.every(({ state }) => state !== 'pendingApproval' && state !== 'signed')
  })
  return made
}

/** The transaction as people see it after a bump, once the node has the child or replacement. */
export async function answerDoneBump(
  deps: Deps,
  companyId: string,
  id: string,
): Promise<{ transaction: Transaction }> {
  const [root = id] = await ownRoot(deps.db, companyId, id)
  const look = () => readMadeLast(deps.db, companyId, [root], false)
  await readMadeMeanwhile(deps, look, 'CANNOT_BE_BUMPED')
  const transaction = await currentTransaction(deps.db, companyId, id)
  if (!transaction) throw new Error('A transaction that was bumped is gone')
  return { transaction }
}

/**
 * Answers the cancellation, once the node has every transaction of it. In a run the answer is the
 * replacement of the named transaction. A transaction that was never signed has none: the answer is
 * then the replacement of another one, or else the dropped transaction itself.
 */
export async function answerDoneCancellation(
  deps: Deps,
  companyId: string,
  id: string,
): Promise<{ transaction: Transaction }> {
  const { db } = deps
  const roots = await rootIds(db, companyId, id)
  const own = await ownRoot(db, companyId, id)
  const look = () => readMadeLast(db, companyId, roots, true)
  const made = await readMadeMeanwhile(deps, look, 'NOT_CANCELLABLE')
  const back = made.find(({ root }) => own.includes(root)) ?? made[0]
  const transaction = back
    ? await findTransaction(db, companyId, back.id)
    : await currentTransaction(db, companyId, id)
  if (!transaction) throw new Error('A transaction that was cancelled is gone')
  return { transaction }
}

async function ownRoot(db: Db, companyId: string, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('root_id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  return rows.map(({ root_id }) => root_id)
}
