import type { Db, Trx } from '#server/platform/db/database.ts'
import type { RecordState, SigningRecord } from './signing-record.ts'

type Deps = { db: Db; record: SigningRecord }

/** How many signatures the database has, as its signer counted them. */
export async function countSignatures(db: Db): Promise<bigint> {
  const row = await db.selectFrom('signer.signature_count').select('signatures').executeTakeFirst()
  return row?.signatures ?? 0n
}

/**
 * The newest signature of the record, where the memory lacks it alone: its signer died before the
 * commit, and nobody was given its bytes.
 */
export async function findPendingSignature({ db, record }: Deps) {
  const newest = (await record.read())?.signatures.at(-1)
  return newest?.number === (await countSignatures(db)) + 1n ? newest : null
}

/** Makes the pending signature void where its plan ended unsigned. Called under the signer's lock. */
export async function endPending(trx: Trx, record: SigningRecord): Promise<void> {
  const pending = await findPendingSignature({ db: trx, record })
  if (!pending) return
  const plan = await trx
    .selectFrom('transactions')
    .select('ended')
    .where('id', '=', pending.transaction)
    .executeTakeFirst()
  if (plan?.ended) await record.void(pending.number)
}

/**
 * Whether record and memory are of one history: the record goes as far as the memory, or one signature
 * further, and both have the same one where they meet.
 */
export async function fitsMemory(db: Db, state: RecordState): Promise<boolean> {
  const signatures = await countSignatures(db)
  const newest = state.signatures.at(-1)?.number ?? state.from
  if (newest !== signatures && newest !== signatures + 1n) return false
  const last = state.signatures.findLast(({ number }) => number <= signatures)
  if (!last) return state.from <= signatures
  const row = await db
    .selectFrom('signer.signatures')
    .select('txid')
    .where('number', '=', last.number)
    .executeTakeFirst()
  return last.number === signatures && row?.txid.toString('hex') === last.txid
}
