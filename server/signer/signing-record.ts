import type { KeyObject } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import {
  type RecordedNote,
  type RecordedSignature,
  recordedDollars,
  recordedMark,
  recordedSignature,
} from '#server/authorization/signing-record.ts'
import { fingerprint } from './count-file.ts'
import { hashLine, openLine, sealLine } from './sealed-line.ts'

/** The file lies beside the count file, one for each seed. */
export const recordPathOf = (countFilePath: string, xpub: string): string =>
  join(dirname(countFilePath), `signer-${fingerprint(xpub)}.record`)

/**
 * `begin`: the memory had so many signatures, of which the record need not have any. `void`: the
 * signature of this number was never given away, and another one has the number.
 */
const chained = { format: z.literal(1), before: z.string() }
const number = z.string().regex(/^\d+$/).transform(BigInt)
const line = z.discriminatedUnion('is', [
  z.object({ ...chained, is: z.literal('begin'), number }),
  z.object({ ...chained, is: z.literal('void'), number }),
  z.object({ ...chained, is: z.literal('signature'), signed: recordedSignature }),
  z.object({ ...chained, is: z.literal('dollars'), dollars: recordedDollars }),
  z.object({ ...chained, is: z.literal('mark'), mark: recordedMark }),
])
type Line = z.infer<typeof line>
type NewLine =
  | { is: 'begin' | 'void'; number: bigint }
  | { is: 'signature'; signed: RecordedSignature }
  | RecordedNote

/** The file was changed by another hand, or is of another seed. */
export class RecordUnusable extends Error {
  override name = 'RecordUnusable'
}

/** A signature in the record, without its bytes and lines. */
export type SignatureInRecord = Pick<RecordedSignature, 'number' | 'txid' | 'transaction'>

/** The sheet and the dollars of an order in the record; null: a mark. */
export type NoteInRecord = { sheetSha256: Buffer; usdCents: bigint } | null

/** `from`: the signatures of the memory before the record begins. `noted`: by order or mark. */
export type RecordState = {
  from: bigint
  signatures: SignatureInRecord[]
  noted: Map<string, NoteInRecord>
}

const firstBefore = '0'.repeat(64)

/**
 * The signer's record of its own signatures and of released dollars, beside its key: a restored
 * database learns from it who was paid since. It only grows, and each line holds the hash of the one before it.
 */
export class SigningRecord {
  readonly path: string
  readonly #key: KeyObject
  #offset = 0
  #before = firstBefore
  #state: RecordState | null = null

  constructor(path: string, key: KeyObject) {
    this.path = path
    this.#key = key
  }

  /** Reads the lines that were added since the last time; null where there is no record. */
  async read(): Promise<RecordState | null> {
    try {
      for await (const read of this.#readOn()) this.#take(read)
    } catch (error) {
      // The next look reads all of it.
      this.#offset = 0
      this.#before = firstBefore
      this.#state = null
      throw error
    }
    return this.#state
  }

  /** Every signature of the record, with all that it says. */
  async readSignatures(): Promise<RecordedSignature[]> {
    const whole = new SigningRecord(this.path, this.#key)
    const signed: RecordedSignature[] = []
    for await (const read of whole.#readOn()) {
      whole.#take(read)
      if (read.is === 'signature') signed.push(read.signed)
      else if (read.is === 'void') signed.pop()
    }
    return signed
  }

  /** All that the record says of dollars. */
  async readNotes(): Promise<RecordedNote[]> {
    const whole = new SigningRecord(this.path, this.#key)
    const notes: RecordedNote[] = []
    for await (const read of whole.#readOn()) {
      whole.#take(read)
      if (read.is === 'dollars' || read.is === 'mark') notes.push(read)
    }
    return notes
  }

  /** Begins a record for a memory that has so many signatures already, or says that some are missing. */
  begin = (number: bigint): Promise<void> => this.#append({ is: 'begin', number })

  /** Records a signature before it is given away; it is on the disk when this resolves. */
  append = (signed: RecordedSignature): Promise<void> => this.#append({ is: 'signature', signed })

  /** Records what is said of dollars, before a list may hold them. */
  note = (note: RecordedNote): Promise<void> => this.#append(note)

  /** The newest signature was never given away. */
  void = (number: bigint): Promise<void> => this.#append({ is: 'void', number })

  async #append(added: NewLine): Promise<void> {
    await this.read()
    const chained = { format: 1, before: this.#before, ...added }
    const sealed = sealLine(this.#key, JSON.stringify(chained, plain))
    // The mask of its service decides whether the group of the user who backs up reads it.
    const file = await open(this.path, 'a', 0o640)
    try {
      // Bytes of a line that a dead signer did not finish.
      await file.truncate(this.#offset)
      await file.write(`${sealed}\n`)
      await file.sync()
      if (process.getuid?.() === 0) {
        const { uid, gid } = await stat(dirname(this.path))
        await file.chown(uid, gid)
      }
    } finally {
      await file.close()
    }
    if (this.#offset === 0) await syncFolder(dirname(this.path))
    await this.read()
  }

  /** Reads whole lines from where the last reading ended, and proves their chain. */
  async *#readOn(): AsyncGenerator<Line> {
    const added = await readFrom(this.path, this.#offset)
    for (const sealed of added.split('\n').slice(0, -1)) {
      const read = this.#opened(sealed)
      if (read.before !== this.#before) throw new RecordUnusable(`${this.path} lacks a line`)
      this.#before = hashLine(sealed)
      this.#offset += Buffer.byteLength(sealed) + 1
      yield read
    }
  }

  #opened(sealed: string): Line {
    try {
      return line.parse(JSON.parse(openLine(this.#key, sealed)))
    } catch (cause) {
      throw new RecordUnusable(`${this.path} was changed, or is of another seed`, { cause })
    }
  }

  #take(read: Line): void {
    if (read.is === 'begin') {
      // Notes of dollars stand.
      this.#state = {
        from: read.number,
        signatures: [],
        noted: this.#state?.noted ?? new Map(),
      }
    } else if (!this.#state) throw new RecordUnusable(`${this.path} has no beginning`)
    else if (read.is === 'void') this.#state.signatures.pop()
    else if (read.is === 'mark') this.#state.noted.set(read.mark.mark, null)
    else if (read.is === 'dollars') {
      const { order, sheetSha256, pay } = read.dollars
      const usdCents = pay.lines.reduce((sum, line) => sum + line.dollarsUsdCents, 0n)
      this.#state.noted.set(order, { sheetSha256: Buffer.from(sheetSha256, 'hex'), usdCents })
    } else {
      const { number, txid, transaction } = read.signed
      this.#state.signatures.push({ number, txid, transaction })
    }
  }
}

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

async function readFrom(path: string, offset: number): Promise<string> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    if (offset > 0) throw new RecordUnusable(`${path} is gone`)
    return null
  })
  if (!file) return ''
  try {
    const { size } = await file.stat()
    if (size < offset) throw new RecordUnusable(`${path} lacks its end`)
    const bytes = Buffer.alloc(size - offset)
    await file.read(bytes, 0, bytes.length, offset)
    return bytes.toString('utf8')
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
