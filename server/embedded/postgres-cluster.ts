import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { readPrivateJson, writePrivateJson } from './data-dir.ts'
import type { PlainLog } from './log.ts'
import { type Binaries, clusterHome, type RunAs } from './postgres-home.ts'
import { stopPostmaster } from './postmaster.ts'

export const database = 'quincena'

/** The login roles of the program; `postgres` is used here only, to make them. */
const programRoles = [
  'quincena_owner',
  'quincena_app',
  'quincena_worker',
  'quincena_signer',
] as const
type Role = 'postgres' | (typeof programRoles)[number]

export interface Cluster {
  readonly dir: string
  readonly runAs: RunAs
  readonly passwords: Readonly<Record<Role, string>>
  /** The port of the last start. */
  readonly port?: number
}

/** DATA_DIR/postgres.json: what the next start must know. */
type Saved = Omit<Cluster, 'runAs'>

const savedFile = (dataDir: string) => join(dataDir, 'postgres.json')

export function saveCluster(dataDir: string, { dir, passwords }: Cluster, port: number): void {
  writePrivateJson(savedFile(dataDir), { dir, passwords, port } satisfies Saved)
}

export async function openCluster(
  dataDir: string,
  { user, binaries, log }: { user: RunAs; binaries: Binaries; log: PlainLog },
): Promise<Cluster> {
  const saved = readPrivateJson<Saved>(savedFile(dataDir))
  if (saved && existsSync(saved.dir)) {
    const passwords = { ...newPasswords(), ...saved.passwords }
    // A role that came with a newer program has none yet.
    if (Object.keys(passwords).length > Object.keys(saved.passwords).length) {
      writePrivateJson(savedFile(dataDir), { ...saved, passwords } satisfies Saved)
    }
    return { ...saved, passwords, runAs: ownerOf(saved.dir, user) }
  }
  const dir = join(clusterHome(user, dataDir), 'postgres')
  if (existsSync(dir)) {
    if (dir.startsWith(dataDir))
      throw new Error(`${dir} is there but its passwords, ${savedFile(dataDir)}, are not`)
    await setAside(dir, log)
  }
  const passwords = newPasswords()
  log.info('Creating the database (first start).')
  // Saved first: a cluster whose password was never written down could not be opened again.
  writePrivateJson(savedFile(dataDir), { dir, passwords } satisfies Saved)
  initialise(dir, { user, binaries, password: passwords.postgres })
  return { dir, passwords, runAs: user }
}

/** Started first as one user and later as root, the cluster still belongs to the first. */
function ownerOf(dir: string, user: RunAs): RunAs {
  if (!('uid' in user)) return user
  const { uid, gid } = statSync(dir)
  return { uid, gid }
}

const newPassword = () => randomBytes(24).toString('hex')
const newPasswords = (): Cluster['passwords'] => ({
  postgres: newPassword(),
  quincena_owner: newPassword(),
  quincena_app: newPassword(),
  quincena_worker: newPassword(),
  quincena_signer: newPassword(),
})

/**
 * A person who deletes DATA_DIR can't know of a cluster outside it; money data is never deleted.
 */
async function setAside(dir: string, log: PlainLog): Promise<void> {
  await stopPostmaster(dir)
  const aside = `${dir}.orphaned-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  renameSync(dir, aside)
  log.warn(`DATA_DIR was deleted without its database: that is kept in ${aside}.`)
}

/** Made aside and renamed: after a crash half-way the next start begins again. */
function initialise(
  dir: string,
  { user, binaries, password }: { user: RunAs; binaries: Binaries; password: string },
): void {
  const unfinished = `${dir}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const passwordFile = join(unfinished, 'password')
  const cluster = join(unfinished, 'cluster')
  mkdirSync(cluster, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if ('uid' in user) {
    for (const path of [unfinished, passwordFile, cluster]) chownSync(path, user.uid, user.gid)
  }
  const { error, status, stderr } = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${cluster}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      ...localeFlags,
      '--auth=scram-sha-256',
    ],
    { ...user, cwd: '/', env: { PATH: process.env.PATH, TZ: 'UTC' }, encoding: 'utf8' },
  )
  if (error || status !== 0) {
    throw new Error(`initdb could not make the database: ${error?.message ?? stderr.trim()}`)
  }
  renameSync(cluster, dir)
  rmSync(unfinished, { recursive: true })
}

/**
 * ICU's Spanish as the default order: people's names sort right (Muñoz after Munguía, Álvarez among the
 * A) without a COLLATE in each query, and by the library that ships with these binaries, so a system
 * update can't silently reorder an index. The C library is still asked which characters are letters
 * (pg_trgm does), which under plain C would be ASCII only.
 */
const localeFlags = [
  '--encoding=UTF8',
  '--locale-provider=icu',
  '--icu-locale=es',
  '--lc-collate=C',
  `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
  '--lc-messages=C',
  '--lc-monetary=C',
  '--lc-numeric=C',
  '--lc-time=C',
]

/** Every step may already have been done: the last start can have died after any of them. */
export async function createRolesAndDatabase(admin: Client, { passwords }: Cluster): Promise<void> {
  const { rows } = await admin.query<{ rolname: string }>('SELECT rolname FROM pg_roles')
  const there = new Set(rows.map((row) => row.rolname))
  for (const role of programRoles) {
    if (there.has(role)) continue
    // The owner makes the databases of the tests from their template.
    const rights = role === 'quincena_owner' ? 'CREATEDB' : 'NOCREATEDB'
    await admin.query(
      `CREATE ROLE ${role} LOGIN ${rights} PASSWORD ${admin.escapeLiteral(passwords[role])}`,
    )
  }
  await admin.query('GRANT quincena_app TO quincena_worker')
  const databases = await admin.query('SELECT FROM pg_database WHERE datname = $1', [database])
  if (databases.rowCount === 0)
    await admin.query(`CREATE DATABASE ${database} OWNER quincena_owner`)
  await admin.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`)
  await admin.query(
    `GRANT CONNECT ON DATABASE ${database} TO quincena_app, quincena_worker, quincena_signer`,
  )
}

export function roleUrl(
  { passwords }: Cluster,
  role: Role,
  port: number,
  name: string = database,
): string {
  return `postgres://${role}:${passwords[role]}@127.0.0.1:${port}/${name}`
}
