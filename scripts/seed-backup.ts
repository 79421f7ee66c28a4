import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { readPrivateJson } from '#server/embedded/data-dir.ts'
import { connect } from '#server/platform/database.ts'
import { revealSeed } from '#server/signer/backup.ts'

/** Shows the seed's 24 words to the operator, once. The program may run meanwhile. */

const say = (text = ''): void => void process.stdout.write(`${text}\n`)

function databaseUrl(config: ReturnType<typeof readConfig>): string {
  if (config.database) return config.database.signerUrl
  const connections = readPrivateJson<{ postgres: string }>(
    join(config.dataDir, 'connections.json'),
  )
  if (!connections)
    throw new Error(`Nothing was started on ${config.dataDir} yet: npm start first.`)
  return connections.postgres
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const secret = (await readFile(config.signerKeyFile, 'utf8')).trim()
  const failed = (cause: Error) => say(cause.message)
  const db = connect(databaseUrl(config), { poolSize: 1, onError: failed })
  try {
    const result = await revealSeed(db, config.network, secret)
    if ('shownAt' in result) {
      throw new Error(
        `The words were shown on ${result.shownAt.toISOString()} and are shown only once.`,
      )
    }
    const { words, path, highestIndex } = result.backup
    say(
      'Write these words down on paper, in this order. They are shown only this once; whoever has',
    )
    say('them has all the funds.')
    say()
    for (const [index, word] of words.entries()) say(`${String(index + 1).padStart(3)}. ${word}`)
    say()
    say(`BIP 39 without a passphrase, account ${path} (BIP 84), network ${config.network}.`)
    say(
      `Addresses in use: receiving up to ${highestIndex.receive}, change up to ${highestIndex.change}.`,
    )
    say('A wallet that restores from the words needs a gap limit above these.')
  } finally {
    await db.destroy()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
})
