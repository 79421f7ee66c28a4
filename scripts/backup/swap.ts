import type pg from 'pg'
import { drop, inSession, nameIn } from './throwaway.ts'

/** Puts one database in the place of another, of which nothing is lost. */

/** Renamed under other users, a database would go on being written by them. */
export async function refuseUsers(admin: pg.Client, ownerUrl: string): Promise<void> {
  const { rows } = await admin.query<{ who: string }>(
    `SELECT usename || coalesce(' (' || nullif(application_name, '') || ')', '') AS who
     FROM pg_stat_activity
     WHERE datname = $1 AND usename IS NOT NULL GROUP BY 1 ORDER BY 1`,
    [nameIn(ownerUrl)],
  )
  if (rows.length === 0) return
  throw new Error(
    `The program still runs, or somebody is connected (${rows.map(({ who }) => who).join(', ')}). Stop every process first.`,
  )
}

/** The companies in the database now; null where it holds no company and may go. */
export async function contentOf(admin: pg.Client, ownerUrl: string): Promise<string | null> {
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [
    nameIn(ownerUrl),
  ])
  if (rowCount === 0) return null
  return inSession(ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ there: boolean }>(
      `SELECT to_regclass('companies') IS NOT NULL AS there`,
    )
    if (!tables[0]?.there) return null
    const { rows } = await client.query<{ companies: number }>(
      'SELECT count(*)::integer AS companies FROM companies',
    )
    const companies = rows[0]?.companies ?? 0
    return companies === 0 ? null : `${companies} ${companies === 1 ? 'company' : 'companies'}`
  })
}

/**
 * Gives `name` the name of the installation's database, and the one that had it a name with the time,
 * both or neither. Answers that name; null where there was nothing to keep.
 */
export async function takePlace(
  admin: pg.Client,
  { ownerUrl, name, keeps }: { ownerUrl: string; name: string; keeps: boolean },
): Promise<string | null> {
  const own = nameIn(ownerUrl)
  const [from, to] = [admin.escapeIdentifier(name), admin.escapeIdentifier(own)]
  const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const before = `${own}_before_${stamp}`
  await admin.query(
    `GRANT CONNECT ON DATABASE ${from} TO quincena_app, quincena_worker, quincena_signer`,
  )
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [own])
  const isThere = rowCount === 1
  await admin.query('BEGIN')
  try {
    if (isThere) {
      await admin.query(`ALTER DATABASE ${to} RENAME TO ${admin.escapeIdentifier(before)}`)
    }
    await admin.query(`ALTER DATABASE ${from} RENAME TO ${to}`)
    await admin.query('COMMIT')
  } catch (error) {
    await admin.query('ROLLBACK')
    throw new Error('Nothing was changed', { cause: error })
  }
  if (!isThere) return null
  if (keeps) return before
  await drop(admin, before)
  return null
}
