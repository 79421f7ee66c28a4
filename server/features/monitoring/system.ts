import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { SystemCheck } from '#contract/system.ts'
import { fill } from '#contract/texts/fill.ts'
import { texts } from '#contract/texts/index.ts'
import type { Db } from '#server/platform/db/database.ts'
import { migrationFiles } from '#server/platform/db/schema-version.ts'
import type { Deps } from '#server/startup/deps.ts'
import { ago, type BackupTimes, backupState, readBackups, shortDay } from './backups.ts'
import { type Health, readHealth } from './health.ts'

type Texts = (typeof texts)['es']['system']
type Said = Pick<SystemCheck, 'state' | 'message' | 'at'>

/** Less room than this is reported; less than a tenth of it stops a database. */
const roomyBytes = 10n * 1024n ** 3n

/** All checks of the installation for its administrators, each in one sentence. */
export async function systemChecksOf(
  {
    watching,
    clock,
    config,
    uploadsDir,
  }: Pick<Deps, 'watching' | 'clock' | 'config' | 'uploadsDir'>,
  language: Language,
): Promise<SystemCheck[]> {
  const said = texts[language].system
  const now = clock.now()
  const health = await readHealth(watching, config.network, now)
  return [
    { name: 'database', ...ok(said.database) },
    { name: 'migrations', ...(await migrationsOf(watching, said)) },
    { name: 'node', ...nodeOf(health, said) },
    { name: 'price', ...priceOf(health, said) },
    { name: 'money', ...(health.areStopped ? bad(said.money.stopped) : ok(said.money.ok)) },
    { name: 'signer', ...signerOf(health, said) },
    { name: 'mail', ...mailOf(health, config, said) },
    { name: 'backup', ...backupOf(await readBackups(watching), { config, now, language }) },
    { name: 'disk', ...(await diskOf(uploadsDir, said)) },
  ]
}

const as =
  (state: SystemCheck['state']) =>
  (message: string, at: Date | null = null): Said => ({
    state,
    message,
    at: at?.toISOString() ?? null,
  })
const ok = as('ok')
const warn = as('warn')
const bad = as('bad')

async function migrationsOf(db: Db, { migrations }: Texts): Promise<Said> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  const pending = (await migrationFiles()).filter((name) => !applied.has(name)).length
  return pending === 0
    ? ok(migrations.ok)
    : bad(fill(migrations.pending, { count: String(pending) }))
}

function nodeOf({ node: { at, trouble, isUsable } }: Health, { node }: Texts): Said {
  if (at === null) return warn(node.starting)
  if (trouble === 'block_fails') return bad(node.block, at)
  return isUsable ? ok(node.ok, at) : bad(node.quiet, at)
}

function priceOf({ price: { at, isUsable }, isHeldForOperator }: Health, { price }: Texts): Said {
  if (isHeldForOperator) return bad(price.operator, at)
  if (at === null) return warn(price.starting)
  return isUsable ? ok(price.ok, at) : bad(price.old, at)
}

/** The command is written like in the doctor, for the person who looks after the machine. */
function signerOf({ hasSigner, signerHold: hold }: Health, { signer }: Texts): Said {
  if (!hasSigner) return bad(signer.away)
  if (!hold) return ok(signer.ok)
  const untilHeight = hold.code === 'RESTORED' ? String(hold.untilHeight) : ''
  return bad(fill(signer[hold.code], { height: untilHeight }))
}

function mailOf({ mailIsLate }: Health, { smtp, sandbox }: Deps['config'], { mail }: Texts): Said {
  if (!smtp) return sandbox ? ok(mail.sandbox) : bad(mail.missing)
  return mailIsLate ? bad(mail.late) : ok(mail.ok)
}

/** The sentence includes the age, so no other is shown beside it. */
function backupOf(
  backups: BackupTimes | null,
  { config, now, language }: { config: Deps['config']; now: Date; language: Language },
): Said {
  const { backup } = texts[language].system
  const state = backupState(backups, now)
  if (!backups) return config.sandbox ? ok(backup.sandbox) : warn(backup.none)
  const { lastAt, provenAt } = backups
  const message = fill(backup[state], {
    ago: ago(lastAt, now, language),
    day: provenAt ? shortDay(provenAt, language) : '',
  })
  return state === 'ok' || state === 'unproven' ? ok(message) : warn(message)
}

async function diskOf(folder: string, { disk }: Texts): Promise<Said> {
  const { bavail, bsize } = await statfs(folder, { bigint: true })
  const free = bavail * bsize
  const values = { free: (Number(free) / 1024 ** 3).toFixed(1) }
  if (free >= roomyBytes) return ok(fill(disk.ok, values))
  return (free >= roomyBytes / 10n ? warn : bad)(fill(disk.little, values))
}
