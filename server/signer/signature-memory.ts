import type { KeyObject } from 'node:crypto'
import type { Db, Trx } from '#server/platform/db/database.ts'
import {
  advanceHead,
  type Head,
  MemoryChanged,
  type MemoryFault,
  newSeed,
  type SignatureEntry,
  verifyMemory,
  versionsOfRows,
  writeHead,
} from './signature-chain.ts'

const atOneMoment = <T>(db: Db, read: (snapshot: Trx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** The proven state: how far the chain goes, and which versions of its rows that were. */
type Proven = { head: Head; versions: string }

const readsAtMost = 3

/**
 * A process's knowledge of the signer's memory: it is read whole and proven at the start, and again
 * whenever anybody but this process has changed a row.
 */
export class SignatureMemory {
  readonly #key: KeyObject
  readonly #seed = newSeed()
  #proven: Proven | null = null
  #fault: MemoryFault | null = null

  constructor(key: KeyObject) {
    this.#key = key
  }

  /** The fault of the memory as it was last read whole; null: none. */
  get fault(): MemoryFault | null {
    return this.#fault
  }

  /** Throws a MemoryChanged where a row is not as it was written, or is gone. */
  async prove(db: Db): Promise<Head> {
    try {
      const head = await this.#readProven(db)
      this.#fault = null
      return head
    } catch (error) {
      if (error instanceof MemoryChanged) this.#fault = error.fault
      throw error
    }
  }

  async #readProven(db: Db): Promise<Head> {
    const { versions, head } = await atOneMoment(db, async (snapshot) => ({
      versions: await versionsOfRows(snapshot, this.#seed),
      head: await verifyMemory(snapshot, this.#key),
    }))
    const known = this.#proven?.head.signatures ?? 0n
    if (head.signatures < known) {
      throw new MemoryChanged({
        code: 'SIGNATURES_GONE',
        signatures: String(head.signatures),
        signed: String(known),
      })
    }
    this.#proven = { head, versions }
    return head
  }

  /** Reads at one moment at which every row of the memory is one that was proven. */
  async read<T>(db: Db, read: (snapshot: Trx) => Promise<T>): Promise<T> {
    for (let reads = 1; reads <= readsAtMost; reads++) {
      const found = await atOneMoment(db, async (snapshot) =>
        (await versionsOfRows(snapshot, this.#seed)) === this.#proven?.versions
          ? { read: await read(snapshot) }
          : null,
      )
      if (found) return found.read
      await this.prove(db)
    }
    throw new Error('the memory of the signer changes all the time')
  }

  /** The head of the chain once `entry` is added. */
  next(entry: SignatureEntry): Head {
    if (!this.#proven) throw new Error('nothing is added to a memory that was not proven')
    return advanceHead(this.#key, this.#proven.head, entry)
  }

  /** Once all rows of an entry are written; what is answered is called after they are committed. */
  async keep(trx: Trx, head: Head): Promise<() => void> {
    await writeHead(trx, this.#key, head)
    const versions = await versionsOfRows(trx, this.#seed)
    return () => {
      this.#proven = { head, versions }
    }
  }
}
