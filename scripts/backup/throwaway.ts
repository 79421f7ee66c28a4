import pg from 'pg'
import { PrimaryClient } from '#server/platform/db/primary.ts'

/** Databases beside the installation's own, made and dropped as its owner. */

export const withName = (address: string, name: string): string => {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}
export const nameIn = (address: string): string =>
  decodeURIComponent(new URL(address).pathname.slice(1))

/** Any number, the same everywhere: one of these commands at a time for each database. */
const backupLock = 730_512_026

async function connected(address: string): Promise<pg.Client> {
  const client = new PrimaryClient({ connectionString: address })
  // A connection lost while idle is an event that would end the program; its next query fails anyway.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Does `work` in the one session of a database. */
export async function inSession<T>(
  address: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connected(address)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * A session outside the installation's database, with the lock of these commands, in which what an
 * earlier one left behind when it was killed is dropped.
 */
export async function besideDatabase<T>(
  ownerUrl: string,
  work: (admin: pg.Client) => Promise<T>,
): Promise<T> {
  const name = nameIn(ownerUrl)
  return inSession(withName(ownerUrl, 'postgres'), async (admin) => {
    const { rows } = await admin.query<{ held: boolean }>(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS held',
      [backupLock, name],
    )
    if (!rows[0]?.held) throw new Error('Another backup, proof or restore is under way.')
    const { rows: left } = await admin.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [asideName(name, '')],
    )
    for (const { datname } of left) await drop(admin, datname)
    return work(admin)
  })
}

const asideName = (name: string, rest: string) => `${name}_unfinished_${rest}`

/**
 * Ends what a killed command left running in a database, and drops it. Not `WITH (FORCE)`: only superusers
 * may use that while the server vacuums there, and without it DROP ends a vacuum by itself.
 */
export async function drop(admin: pg.Client, name: string): Promise<void> {
  await admin.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
     WHERE datname = $1 AND usename = current_user`,
    [name],
  )
  await admin.query(`DROP DATABASE IF EXISTS ${admin.escapeIdentifier(name)}`)
}

type Locale = { provider: string; locale: string | null; collate: string; ctype: string }

/** The locale that docs/operating/machines.md uses, where there is no database to be like. */
const usual: Locale = { provider: 'i', locale: 'es', collate: 'C', ctype: 'C.UTF-8' }

/** An empty database that sorts and reads letters like the installation's own, and nobody else enters. */
export async function makeAside(admin: pg.Client, ownerUrl: string): Promise<string> {
  const own = nameIn(ownerUrl)
  const { rows } = await admin.query<Locale>(
    `SELECT datlocprovider AS provider, datlocale AS locale, datcollate AS collate, datctype AS ctype
     FROM pg_database WHERE datname = $1`,
    [own],
  )
  const { provider, locale, collate, ctype } = rows[0] ?? usual
  const name = asideName(own, Date.now().toString(36))
  const text = (value: string) => admin.escapeLiteral(value)
  const [kind, option] = provider === 'i' ? ['icu', 'ICU_LOCALE'] : ['builtin', 'BUILTIN_LOCALE']
  const ofProvider =
    provider === 'c' || locale === null
      ? 'LOCALE_PROVIDER libc'
      : `LOCALE_PROVIDER ${kind} ${option} ${text(locale)}`
  try {
    await admin.query(
      `CREATE DATABASE ${admin.escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8'
       ${ofProvider} LC_COLLATE ${text(collate)} LC_CTYPE ${text(ctype)}`,
    )
  } catch (error) {
    const mayNot = '42501'
    if (!(error instanceof pg.DatabaseError) || error.code !== mayNot) throw error
    const { user } = admin
    throw new Error(
      `The role of DATABASE_OWNER_URL may make no database to restore into: as superuser, ALTER ROLE ${user} CREATEDB;`,
      { cause: error },
    )
  }
  await admin.query(`REVOKE ALL ON DATABASE ${admin.escapeIdentifier(name)} FROM PUBLIC`)
  return name
}

/** Does `work` with a new database's address, and drops it whatever comes of it. */
export async function inThrowaway<T>(
  admin: pg.Client,
  ownerUrl: string,
  work: (address: string) => Promise<T>,
): Promise<T> {
  const name = await makeAside(admin, ownerUrl)
  try {
    return await work(withName(ownerUrl, name))
  } finally {
    await drop(admin, name)
  }
}
