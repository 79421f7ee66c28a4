import { parseArgs } from 'node:util'
import type pg from 'pg'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrationFiles } from '#server/platform/db/schema-version.ts'
import { armFailpoint, failpoint } from '#server/platform/observe/failpoint.ts'
import { type Config, readConfig } from '#server/startup/config.ts'
import { openAnswers } from './ask.ts'
import { doubtsAbout } from './backup/doubts.ts'
import { keysFor } from './backup/keys.ts'
import { type Manifest, settingsOf } from './backup/manifest.ts'
import { openBackup, restoreAndCompare } from './backup/prove.ts'
import { withServer } from './backup/server.ts'
import { summary } from './backup/sums.ts'
import { contentOf, refuseUsers, takePlace } from './backup/swap.ts'
import { besideDatabase, drop, makeAside, withName } from './backup/throwaway.ts'
import { type BackupFile, whichFile } from './backup/which-file.ts'
import { command, withDatabase } from './command.ts'
import { whereOwner } from './installation-paths.ts'
import { countAsRestored, markRestored, sayRestored } from './mark-restored.ts'
import { print } from './print.ts'
import { nodeHeight } from './stopped-program.ts'

const usage = 'npm run backup:restore -- FILE [--key FILE]'

/**
 * Puts a backup in the place of the database, which is kept under another name. The backup is restored
 * beside it, compared and marked as restored before it takes its place.
 */
command(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' } },
  })
  if (!positionals[0]) throw new Error(`Which backup? ${usage}`)
  const config = readConfig(process.env)
  armFailpoint(config.failpoint)
  const file = await whichFile(positionals[0], config.backup)
  const { dataDir } = config
  const identities = await keysFor(file.name, { dataDir, keyFile: values.key })
  const owner = config.database ? whereOwner(config) : null
  await withServer({ dataDir, ownerUrl: owner }, { beside: false }, async (ownerUrl) => {
    saySettings(await restore(config, { ownerUrl, file, identities }))
  })
  print('Now npm run doctor, and start the program.')
  return true
})

type From = { ownerUrl: string; file: BackupFile; identities: string[] }

async function restore(config: Config, from: From): Promise<Manifest> {
  const { ownerUrl } = from
  return besideDatabase(ownerUrl, async (admin) => {
    await refuseUsers(admin, ownerUrl)
    const name = await makeAside(admin, ownerUrl)
    try {
      const prepared = await prepare(config, from, { admin, name }).catch((cause: unknown) => {
        throw new Error('Nothing was changed', { cause })
      })
      failpoint('restore-before-swap')
      const { keeps, restored, manifest } = prepared
      const before = await takePlace(admin, { ownerUrl, name, keeps })
      failpoint('restore-swapped')
      print(`The database is that of ${manifest.at}: ${summary(manifest.sums)}.`)
      if (before) print(`The one before is kept as ${before}; DROP DATABASE ${before} deletes it.`)
      if (restored) {
        await withDatabase(ownerUrl, (db) => countAsRestored(db, config))
        sayRestored(restored)
      }
      return manifest
    } finally {
      await drop(admin, name)
    }
  })
}

/** All of it happens beside the database, which is as it was if any of it fails. */
async function prepare(
  config: Config,
  { ownerUrl, file, identities }: From,
  { admin, name }: { admin: pg.Client; name: string },
) {
  const opened = await openBackup(file.bytes(), identities)
  const { manifest } = opened
  await requireFitting(manifest, config)
  const height = await nodeHeight(config)
  const content = await contentOf(admin, ownerUrl)
  const doubts = await doubtsAbout(config, file.name, manifest)
  for (const doubt of doubts) print(doubt)
  if (content || doubts.length > 0) await requireYes(content, manifest)
  const address = withName(ownerUrl, name)
  await restoreAndCompare(address, opened)
  await migrate(address)
  const restored = await withDatabase(address, (db) => markRestored(db, config, height))
  return { manifest, restored, keeps: content !== null }
}

async function requireFitting({ network, migrations }: Manifest, config: Config): Promise<void> {
  if (network !== config.network) {
    throw new Error(`The backup is of ${network}, and BITCOIN_NETWORK is ${config.network}.`)
  }
  const known = await migrationFiles()
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new Error(
      `The backup is of a newer release, with ${unknown.join(', ')}: restore it with that one.`,
    )
  }
}

async function requireYes(content: string | null, { at, sums }: Manifest): Promise<void> {
  print(`Inside is the database of ${at}: ${summary(sums)}.`)
  if (content) {
    print(`The database holds ${content}. It is kept under another name, and the backup takes its`)
    print('place.')
  }
  const { ask, close } = openAnswers()
  try {
    const answer = await ask('Type restore to go on: ')
    if (answer !== 'restore') throw new Error('it was not confirmed.')
  } finally {
    close()
  }
}

/** Says the settings of the old machine that the new one has otherwise, without passwords. */
function saySettings({ settings }: Manifest): void {
  const now = settingsOf(process.env)
  const others = Object.entries(settings).filter(([name, value]) => now[name] !== value)
  if (others.length === 0) return
  print('Settings when it was backed up, where they are not those of now (passwords left out):')
  for (const [name, value] of others) print(`  ${name}=${value}`)
}
