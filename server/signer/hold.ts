import { isDeepStrictEqual } from 'node:util'
import { readHoldUntilHeight } from '#server/authorization/restorations.ts'
import type { SignerHold } from '#server/authorization/signer-hold.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { type CountFile, CountFileUnusable } from './count-file.ts'
import { countSignatures, fitsMemory } from './pending-record.ts'
import { MemoryChanged } from './signature-chain.ts'
import type { SignatureMemory } from './signature-memory.ts'
import { RecordUnusable, type SigningRecord } from './signing-record.ts'

type CountDeps = { db: Db; countFile: CountFile }
type HoldDeps = CountDeps & { record: SigningRecord; memory: SignatureMemory }

/** Compares what database and file count. `hold` is null where they let the signer sign. */
export async function compareCounts({ db, countFile }: CountDeps) {
  const signatures = await countSignatures(db)
  const counted = await countFile.read()
  return { signatures, counted, hold: holdOf(signatures, counted) }
}

function holdOf(signatures: bigint, counted: bigint | null): SignerHold | null {
  const stored = { signatures: String(signatures) }
  if (counted === null) return signatures > 0n ? { code: 'COUNT_FILE_MISSING', ...stored } : null
  if (counted <= signatures) return null
  return { code: 'DATABASE_IS_OLDER', ...stored, counted: String(counted) }
}

/** The file is brought up to the database: a signer may have died before it wrote it. */
async function findHold({ db, countFile, record, memory }: HoldDeps): Promise<SignerHold | null> {
  try {
    const { signatures, counted, hold } = await compareCounts({ db, countFile })
    if (hold) return hold
    if (counted !== signatures) await countFile.write(signatures)
    const recorded = await findRecordHold({ db, record }, signatures)
    if (recorded) return recorded
  } catch (error) {
    if (!(error instanceof CountFileUnusable)) throw error
    return { code: 'COUNT_FILE_UNUSABLE', errno: error.errno }
  }
  if (await isStillBroken(db, memory)) return { code: 'MEMORY_CHANGED' }
  const untilHeight = await readHoldUntilHeight(db)
  return untilHeight === null ? null : { code: 'RESTORED', untilHeight }
}

/** A memory that was found broken is read again, until it is as it was written. */
async function isStillBroken(db: Db, memory: SignatureMemory): Promise<boolean> {
  if (!memory.fault) return false
  try {
    await memory.prove(db)
    return false
  } catch (error) {
    if (error instanceof MemoryChanged) return true
    throw error
  }
}

/** The hold that the signing record asks for: it has every signature, or says since when. */
export async function findRecordHold(
  { db, record }: Pick<HoldDeps, 'db' | 'record'>,
  signatures: bigint,
): Promise<SignerHold | null> {
  try {
    const state = await record.read()
    const fits = state ? await fitsMemory(db, state) : signatures === 0n
    return fits ? null : { code: 'RECORD_INCOMPLETE', signatures: String(signatures) }
  } catch (error) {
    if (!(error instanceof RecordUnusable)) throw error
    return { code: 'RECORD_UNUSABLE' }
  }
}

/** Why nothing is signed, written to the database and the log whenever it changes. */
export class SignerHoldWatch {
  #current: SignerHold | null | undefined

  async stands(deps: HoldDeps & { log: Log }): Promise<boolean> {
    const hold = await findHold(deps)
    if (!isDeepStrictEqual(hold, this.#current)) {
      const row = { held: hold && JSON.stringify(hold), at: new Date() }
      await deps.db
        .insertInto('signer_status')
        .values(row)
        .onConflict((conflict) => conflict.column('singleton').doUpdateSet(row))
        .execute()
      if (hold)
        deps.log.error(
          { hold, countFile: deps.countFile.path },
          'nothing is signed, and payments wait',
        )
      else if (this.#current) deps.log.info('payments are signed again')
      this.#current = hold
    }
    return hold !== null
  }

  get current(): SignerHold | null {
    return this.#current ?? null
  }
}
