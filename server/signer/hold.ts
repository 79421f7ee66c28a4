import { heldUntilHeight } from '#server/authorization/restorations.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import { type CountFile, CountFileUnusable } from './count-file.ts'

type HoldDeps = { db: Db; countFile: CountFile }

/** How many signatures the database has, as its signer counted them. */
export async function countSignatures(db: Db): Promise<bigint> {
  const row = await db.selectFrom('signer.signature_count').select('signatures').executeTakeFirst()
  return row?.signatures ?? 0n
}

/**
 * Compares what database and file count. `held` says why nothing may be signed and what to do; null
 * where nothing says so. It names no path: `/readyz` shows it to anybody.
 */
export async function compareCounts({ db, countFile }: HoldDeps) {
  const signatures = await countSignatures(db)
  const counted = await countFile.read()
  return { signatures, counted, held: heldBecause(signatures, counted) }
}

function heldBecause(signatures: bigint, counted: bigint | null): string | null {
  const stored = `The database has ${signatures} ${signatures === 1n ? 'signature' : 'signatures'}`
  if (counted === null && signatures > 0n) {
    return `${stored} and the signer's count file is missing or was copied there: stop the program and run npm run restored if a backup was restored, or run npm run signer:adopt if this database moved here and is the newest.`
  }
  if (counted !== null && counted > signatures) {
    return `${stored} and the signer's count file says ${counted}, so an older database was restored: stop the program and run npm run restored.`
  }
  return null
}

/** The file is brought up to the database: a signer may have died before it wrote it. */
async function whyHeld(deps: HoldDeps): Promise<string | null> {
  const { db, countFile } = deps
  try {
    const { signatures, counted, held } = await compareCounts(deps)
    if (held) return held
    if (counted !== signatures) await countFile.write(signatures)
  } catch (error) {
    if (error instanceof CountFileUnusable) return error.message
    throw error
  }
  const height = await heldUntilHeight(db)
  return height === null
    ? null
    : `A backup was restored, and nothing is paid until block ${height}: wait for it.`
}

/** The reason why nothing is signed, written to the database and the log whenever it changes. */
export class Hold {
  #said: string | null | undefined

  async stands(deps: HoldDeps & { log: Log }): Promise<boolean> {
    const held = await whyHeld(deps)
    if (held !== this.#said) {
      const row = { held, at: new Date() }
      await deps.db
        .insertInto('signer_status')
        .values(row)
        .onConflict((conflict) => conflict.column('singleton').doUpdateSet(row))
        .execute()
      if (held) deps.log.error({ held }, 'nothing is signed, and payments wait')
      else if (this.#said) deps.log.info('payments are signed again')
      this.#said = held
    }
    return held !== null
  }

  /** The sentence for the person who started the signer. */
  get says(): string | null {
    return this.#said ?? null
  }
}
