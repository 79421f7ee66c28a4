import { z } from 'zod'
import { networks } from '#domain/address.ts'
import { settingNames } from '#server/startup/environment.ts'
import { Unreadable } from './encryption.ts'

/**
 * A backup, once it is decrypted: one line of JSON, this, and after it what pg_dump wrote in its custom
 * format. Standard tools open both (docs/operating/keys.md).
 */

const branch = z.object({ given: z.number(), highest: z.number() })

const sums = z.object({
  /** Sums by table: its rows, and the sum of each column of money. */
  tables: z.record(z.string(), z.record(z.string(), z.string())),
  lastBlock: z.object({ height: z.number(), hash: z.string() }).nullable(),
  addresses: z.object({ receive: branch, change: branch }),
  /** A hash over the heads of the audit chains of all companies. */
  auditHeads: z.string(),
})
export type Sums = z.infer<typeof sums>

const manifest = z.object({
  format: z.literal(1),
  at: z.iso.datetime(),
  network: z.enum(networks),
  migrations: z.array(z.string()),
  settings: z.record(z.string(), z.string()),
  sums,
  /** See manifest-mac.ts; missing in backups of an installation without a key for it. */
  mac: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .optional(),
})
export type Manifest = z.infer<typeof manifest>

const newline = 10
const longestLine = 16 * 1024 * 1024

export const manifestLine = (value: Manifest): Uint8Array =>
  Buffer.from(`${JSON.stringify(value)}\n`)

/** The first line, and an iterator of the bytes after it. */
export async function readManifest(
  plain: AsyncIterator<Uint8Array>,
): Promise<{ manifest: Manifest; dump: () => AsyncGenerator<Uint8Array> }> {
  let line = Buffer.alloc(0)
  let end = -1
  while (end < 0) {
    const { value, done } = await plain.next()
    if (done || line.length > longestLine) throw new Unreadable('This is no backup of Quincena.')
    line = Buffer.concat([line, value])
    end = line.indexOf(newline)
  }
  const rest = line.subarray(end + 1)
  return {
    manifest: parsed(line.subarray(0, end).toString()),
    async *dump() {
      if (rest.length > 0) yield rest
      for (;;) {
        const { value, done } = await plain.next()
        if (done) return
        yield value
      }
    },
  }
}

function parsed(line: string): Manifest {
  try {
    return manifest.parse(JSON.parse(line))
  } catch (cause) {
    throw new Unreadable('This is no backup of Quincena, or one of a newer release.', { cause })
  }
}

const secret = /PASSWORD|TOKEN|SECRET/

/** The settings that are set, without what is secret in them: a reader of the backup signs in nowhere. */
export function settingsOf(env: Record<string, string | undefined>): Record<string, string> {
  const set = settingNames.flatMap((name) => {
    const value = env[name]
    return value && !secret.test(name) ? [[name, withoutPassword(value)]] : []
  })
  return Object.fromEntries(set)
}

function withoutPassword(value: string): string {
  if (!URL.canParse(value)) return value
  const url = new URL(value)
  if (!url.password && !/pass|token|key/i.test(url.search)) return value
  url.password = ''
  if (/pass|token|key/i.test(url.search)) url.search = ''
  return url.href
}
