import type pg from 'pg'
import { decryptStream } from './encryption.ts'
import { type Manifest, readManifest, type Sums } from './manifest.ts'
import { restoreInto } from './postgres-programs.ts'
import { differences, sumsOf } from './sums.ts'
import { inSession } from './throwaway.ts'

export type Opened = Awaited<ReturnType<typeof openBackup>>

/** The manifest of a backup, and the dump behind it, which can be read once. */
export const openBackup = (file: AsyncIterable<Uint8Array>, identities: readonly string[]) =>
  readManifest(decryptStream(file, identities))

/** Restores it into the empty database of `address`, and compares what is there with what was. */
export async function restoreAndCompare(address: string, opened: Opened): Promise<Manifest> {
  await restoreInto(address, opened.dump())
  const { manifest } = opened
  const wrong = await inSession(address, async (client) => {
    await client.query('SET statement_timeout = 0')
    const found = await sumsOf(client)
    return [...differences(manifest.sums, found), ...(await sequencesBehind(client, found))]
  })
  if (wrong.length > 0) {
    throw new Error(`The restored database is not what was backed up: ${wrong.join(' ')}`)
  }
  return manifest
}

/** No address may be given out a second time. */
async function sequencesBehind(client: pg.Client, { addresses }: Sums): Promise<string[]> {
  const { rows } = await client.query<{ receive: string; change: string }>(
    `SELECT (SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM receive_index)::text
       AS receive,
     (SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM change_index)::text
       AS change`,
  )
  const [last] = rows
  return (['receive', 'change'] as const).flatMap((branch) =>
    Number(last?.[branch]) >= addresses[branch].highest
      ? []
      : [`The ${branch} addresses would begin again before ${addresses[branch].highest}.`],
  )
}
