import { createHash, randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

const contents = z.object({
  /** The account of the seed that the file counts for. */
  account: z.string(),
  signatures: z.string().regex(/^\d+$/).transform(BigInt),
  /** The file's own number on its disk: a copy has another. */
  inode: z.string(),
})

/** Names an account of a seed in its files. */
export const fingerprint = (xpub: string) =>
  createHash('sha256').update(xpub).digest('hex').slice(0, 16)

/** The signer may not read its file, or not write its folder; the message is for the operator. */
export class CountFileUnusable extends Error {
  override name = 'CountFileUnusable'

  readonly errno: string

  constructor(path: string, cause: unknown) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    super(
      `${path} cannot be read or written (${code}): let the signer write its folder, or set SIGNER_COUNT_FILE to a place where it may.`,
      { cause },
    )
    this.errno = code
  }
}

/**
 * How many signatures were made, beside the key of the seed: a database that is restored or copied does
 * not bring it along, so it is older than the file, or has none.
 */
export class CountFile {
  readonly path: string
  readonly #account: string

  constructor(path: string, xpub: string) {
    this.path = path
    this.#account = fingerprint(xpub)
  }

  /** Null where there is no file of this seed, or one that was copied here. */
  async read(): Promise<bigint | null> {
    const text = await readFile(this.path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return null
      throw new CountFileUnusable(this.path, cause)
    })
    if (text === null) return null
    const { success, data } = contents.safeParse(jsonOf(text))
    if (!success || data.account !== this.#account) return null
    const { ino } = await stat(this.path, { bigint: true })
    return data.inode === String(ino) ? data.signatures : null
  }

  /**
   * Writes the file whole or not at all; it is on the disk when this resolves. To be called after
   * the commit.
   */
  async write(signatures: bigint): Promise<void> {
    await this.#write(signatures).catch((cause: unknown) => {
      throw new CountFileUnusable(this.path, cause)
    })
  }

  async #write(signatures: bigint): Promise<void> {
    const folder = dirname(this.path)
    const unfinished = `${this.path}.${randomUUID()}`
    try {
      const file = await open(unfinished, 'wx', 0o600)
      try {
        const { ino } = await file.stat({ bigint: true })
        const account = this.#account
        const said = { account, signatures: String(signatures), inode: String(ino) }
        await file.writeFile(`${JSON.stringify(said)}\n`)
        // An operator's script may run as root; the file is for the signer, whose folder it is.
        const { uid, gid } = await stat(folder)
        if (process.getuid?.() === 0) await file.chown(uid, gid)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, this.path)
    } catch (cause) {
      await rm(unfinished, { force: true })
      throw cause
    }
    const opened = await open(folder, 'r')
    await opened.sync().finally(() => opened.close())
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Half a file, or a file of somebody's own, is as good as none.
    return null
  }
}
