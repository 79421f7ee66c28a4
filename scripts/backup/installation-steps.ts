import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { connect } from '#server/platform/db/database.ts'
import { openWallet, type Wallet } from '#server/signer/wallet.ts'
import { urlOfDatabase } from '#server/testing/global-setup.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import { inheritedSettings, type ProgramSettings } from '#server/testing/process.ts'
import { drop, inSession } from './throwaway.ts'

const signerSecret = 'ab'.repeat(32)

/** A database with a company, money and addresses in it, a place for its backups, and the commands. */
export async function prepareBackupsForFile(more: ProgramSettings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-backups-'))
  const store = join(folder, 'store')
  mkdirSync(store)
  const database = await testDatabase()
  const name = new URL(database.ownerUrl).pathname.slice(1)
  const query = async <Row extends object>(
    sql: string,
    values: unknown[] = [],
    url = database.ownerUrl,
  ) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<Row & pg.QueryResultRow>(sql, values)).rows
    } finally {
      await client.end()
    }
  }
  const beside = urlOfDatabase(database.ownerUrl, 'postgres')
  /** The installation's database and those that its commands made beside it. */
  const databases = async () =>
    (
      await query<{ datname: string }>(
        'SELECT datname FROM pg_database WHERE starts_with(datname, $1) ORDER BY datname',
        [name],
        beside,
      )
    ).map(({ datname }) => datname.slice(name.length))
  afterAll(async () => {
    const names = await databases()
    await inSession(beside, async (admin) => {
      for (const rest of names) await drop(admin, name + rest)
    })
    rmSync(folder, { recursive: true })
  })
  const macKeyFile = join(folder, 'mac.key')
  writeFileSync(macKeyFile, randomBytes(32).toString('hex'), { mode: 0o400 })
  const signerKeyFile = join(folder, 'signer.key')
  writeFileSync(signerKeyFile, signerSecret, { mode: 0o400 })
  const settings: ProgramSettings = {
    MAC_KEY_FILE: macKeyFile,
    SIGNER_KEY_FILE: signerKeyFile,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.appUrl,
    WORKER_DATABASE_URL: database.workerUrl,
    SIGNER_DATABASE_URL: database.signerUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    BACKUP_DIR: store,
    ...more,
  }
  /** A command's output and its exit code; null: it was killed. */
  async function run(
    script: string,
    args: string[] = [],
    changed: ProgramSettings = {},
    typed = '',
  ) {
    const { HOME, XDG_CACHE_HOME } = process.env
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '..', `${script}.ts`), ...args],
      { env: { ...inheritedSettings, HOME, XDG_CACHE_HOME, ...settings, ...changed } },
    )
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        said += part
      })
    }
    child.stdin.end(typed)
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    return { code, said }
  }
  const files = () => readdirSync(store).toSorted()
  return { folder, store, database, settings, query, databases, run, files }
}

type BackedUp = Awaited<ReturnType<typeof prepareBackupsForFile>>

/** A company with a payroll at receiving address 4, a wallet and one signature. */
export async function fillDatabase({ database, query }: BackedUp): Promise<Wallet> {
  const [company, payroll] = [randomUUID(), randomUUID()]
  await query(
    `INSERT INTO companies (id, name, sector, approval_over_usd_cents)
     VALUES ($1, 'Café Ñandú', 'Comercio', 150000)`,
    [company],
  )
  await query(
    `INSERT INTO payrolls (id, company_id, name, description, type, address)
     VALUES ($1, $2, 'Quincena', '', 'REGULAR', 'bcrt1qplay')`,
    [payroll, company],
  )
  await query(
    `INSERT INTO addresses (script_pubkey, company_id, payroll_id, branch, index)
     VALUES ('\\x0014', $1, $2, 0, 4)`,
    [company, payroll],
  )
  await query(`SELECT setval('receive_index', 4)`)
  const signer = connect(database.signerUrl, { poolSize: 1, onError: () => undefined })
  return openWallet(signer, 'regtest', signerSecret).finally(() => signer.destroy())
}
