import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { Rpc } from '#server/adapters/bitcoind/rpc.ts'
import { freePort } from '#server/embedded/ports.ts'
import { openCluster, roleUrl } from '#server/embedded/postgres-cluster.ts'
import { postgresBinaries, postgresUser } from '#server/embedded/postgres-home.ts'
import { runServer } from '#server/embedded/postgres-server.ts'
import { endPostmaster } from '#server/embedded/postmaster.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { testBitcoind } from '#server/testing/bitcoind.ts'
import { urlOfDatabase } from '#server/testing/global-setup.ts'
import { longTest } from '#server/testing/long-test.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import { linkPostgresTools } from '#server/testing/postgres-tools.ts'
import { tempDataDir } from '#server/testing/temp-data-dir.ts'
import { examineCalls } from './doctor/calls.ts'
import { examineDatabase } from './doctor/database.ts'

/** The files of deploy/ with the programs that they are for. */

const root = join(import.meta.dirname, '..')
const shipped = (name: string) => join(root, 'deploy', name)
const log = { info: () => {}, warn: () => {} }
const has = (program: string) => spawnSync(program, ['--version']).status === 0

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-deploy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** A server in which nothing was made yet; the address of its superuser. */
async function emptyServer(more: Record<string, string> = {}): Promise<string> {
  const folder = tempDataDir()
  const user = postgresUser()
  const binaries = await postgresBinaries(user)
  const cluster = await openCluster(folder.path, { user, binaries, log })
  const settings = { fsync: 'off', ...more }
  const start = { cluster, binaries, dataDir: folder.path, log, settings, port: freePort }
  const server = await runServer(start)
  await server.admin.end()
  onTestFinished(async () => {
    await endPostmaster(server.pid)
    folder.remove()
  })
  return roleUrl(cluster, 'postgres', server.port, 'postgres')
}

const passwords = {
  owner: 'la de la dueña',
  app: "O'Higgins",
  worker: 'del trabajo',
  signer: 'f1rmante\\',
}

/** A folder of PostgreSQL's client tools. */
function tools(): string {
  const folder = aFolder()
  linkPostgresTools(folder)
  return folder
}

/** Roles and an empty database by deploy/postgres.sql; the address that each of them takes. */
async function preparedServer(settings: Record<string, string> = {}) {
  const superuser = await emptyServer(settings)
  const variables = Object.entries(passwords).flatMap(([name, value]) => ['-v', `${name}=${value}`])
  const file = shipped('postgres.sql')
  execFileSync(join(tools(), 'psql'), ['-X', '-q', superuser, ...variables, '-f', file])
  const as = (role: keyof typeof passwords) =>
    Object.assign(new URL(urlOfDatabase(superuser, 'quincena')), {
      username: `quincena_${role}`,
      password: encodeURIComponent(passwords[role]),
    }).href
  const urls = {
    url: as('app'),
    directUrl: as('app'),
    workerUrl: as('worker'),
    ownerUrl: as('owner'),
    signerUrl: as('signer'),
  }
  return { superuser, ...urls }
}

test('the program works with the roles of deploy/postgres.sql, and no others get in', async () => {
  const { superuser, ...urls } = await preparedServer()
  await migrate(urls.ownerUrl)
  const findings = await examineDatabase(urls)
  expect(findings.filter(({ level }) => level !== 'fine')).toEqual([])

  const admin = new pg.Client({ connectionString: superuser })
  await admin.connect()
  await admin.query(`CREATE ROLE somebody LOGIN PASSWORD 'else'`)
  await admin.end()
  const owner = new pg.Client({ connectionString: urls.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ name: string }>(
    `SELECT name FROM unnest('{Muñoz,Zelaya,Álvarez,Munguía}'::text[]) AS name ORDER BY name`,
  )
  await owner.end()
  expect(rows.map(({ name }) => name)).toEqual(['Álvarez', 'Munguía', 'Muñoz', 'Zelaya'])

  const somebody = Object.assign(new URL(urls.url), { username: 'somebody', password: 'else' })
  await expect(new pg.Client({ connectionString: somebody.href }).connect()).rejects.toThrow(
    'permission denied for database "quincena"',
  )
})

test('deploy/pg_hba.conf at the socket → the program works, no entry without password', async () => {
  const folder = aFolder()
  chmodSync(folder, 0o777)
  const hba = join(folder, 'pg_hba.conf')
  writeFileSync(hba, readFileSync(shipped('pg_hba.conf')), { mode: 0o644 })
  const { superuser, ...urls } = await preparedServer({
    hba_file: hba,
    unix_socket_directories: folder,
  })
  const atSocket = (url: string) => url.replace('127.0.0.1', encodeURIComponent(folder))
  const { ownerUrl, ...others } = Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [name, atSocket(url)]),
  ) as typeof urls
  await migrate(ownerUrl)
  const findings = await examineDatabase({ ownerUrl, ...others })
  expect(findings.filter(({ level }) => level !== 'fine')).toEqual([])

  for (const url of [atSocket(superuser), others.url]) {
    const another = Object.assign(new URL(url), { password: 'otra' }).href
    await expect(new pg.Client({ connectionString: another }).connect()).rejects.toThrow(
      'password authentication failed',
    )
  }
})

test('docs/operating/machines.md shows the same statements', () => {
  const statements = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const page = readFileSync(join(root, 'docs/operating/machines.md'), 'utf8')
  const shown = /```sql\n(CREATE ROLE[^`]*)```/.exec(page)?.[1] ?? ''
  const run = readFileSync(shipped('postgres.sql'), 'utf8').replaceAll(/^(\\|--).*$/gm, '')
  expect(statements(shown)).toBe(statements(run).replaceAll(/:'\w+'/g, "'…'"))
})

/** Tables by name with all their rows, in an order of their own. */
async function contentsOf(url: string): Promise<Map<string, unknown>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  )
  const contents = new Map<string, unknown>()
  for (const { name } of tables) {
    const { rows } = await client.query(`SELECT t::text AS row FROM ${name} t ORDER BY 1`)
    contents.set(name, rows)
  }
  await client.end()
  return contents
}

longTest('a dump made by docs/operating/keys.md is restored on another server', async () => {
  const page = readFileSync(join(root, 'docs/operating/keys.md'), 'utf8')
  const [dump, restore] = [/`(\(umask 077; pg_dump .+?)`/, /`(pg_restore .+?)`/].map(
    (pattern) => pattern.exec(page)?.[1] ?? '',
  )
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query(`INSERT INTO companies (name, sector)
    SELECT 'Café Ñandú ' || n, 'Agroindustria' FROM generate_series(1, 50) AS n`)
  await client.query(
    `INSERT INTO prices (at, usd_cents_per_btc, sources) VALUES (now(), 9911122, 3)`,
  )
  await client.end()

  const { superuser: _, ...urls } = await preparedServer()
  const { ownerUrl } = urls
  const folder = aFolder()
  const env = { ...process.env, PATH: [tools(), process.env.PATH].join(delimiter) }
  const run = (command: string | undefined, url: string) =>
    spawnSync('sh', ['-ec', command ?? ''], {
      cwd: folder,
      env: { ...env, DATABASE_OWNER_URL: url },
      encoding: 'utf8',
    })
  const well = { status: 0, stdout: '', stderr: '' }
  expect(run(dump, database.ownerUrl)).toMatchObject(well)
  expect(statSync(join(folder, 'quincena.dump')).mode & 0o777).toBe(0o600)
  expect(run(restore, ownerUrl)).toMatchObject(well)

  expect(await contentsOf(ownerUrl)).toEqual(await contentsOf(database.ownerUrl))
  const findings = await examineDatabase(urls)
  expect(findings.filter(({ level }) => level !== 'fine')).toEqual([])
})

test("deploy/bitcoin.conf → the node allows the program's calls and nothing else", async () => {
  const file = join(aFolder(), 'bitcoin.conf')
  const text = readFileSync(shipped('bitcoin.conf'), 'utf8')
  expect(text).toContain('<salt>$<hash>')
  const hash = createHmac('sha256', '5a17').update('secreta').digest('hex')
  writeFileSync(file, text.replace('<salt>$<hash>', `5a17$${hash}`))
  const node = await testBitcoind({ extraArgs: [`-conf=${file}`] })
  onTestFinished(() => node.stop())

  const { rpcUrl } = node
  const rpc = new Rpc({ rpcUrl, cookieFile: null, user: 'quincena', password: 'secreta' })
  expect(await examineCalls(rpc, false)).toMatchObject([{ level: 'fine' }])
  await expect(rpc.call('stop', [], z.unknown())).rejects.toThrow('HTTP 403')
  // A caller with the cookie keeps all calls.
  expect(await node.rpc('getblockchaininfo')).toMatchObject({ pruned: true, blocks: 0 })
  expect(await node.rpc('uptime')).toEqual(expect.any(Number))
})

const units = [
  'quincena@.service',
  'quincena-worker.service',
  'quincena-signer.service',
  'quincena-migrate.service',
]
const otherUnits = [
  ...['quincena-backup.service', 'quincena-backup.timer'],
  ...['quincena-backup-verify.service', 'quincena-backup-verify.timer'],
  ...['quincena-postgres.service', 'quincena-bitcoind.service'],
]
/** Stands for programs that install.sh fetches. */
const anyProgram = process.execPath

/** A tool of Debian that `npm test` installs where it may; the title of a test without it says so. */
const testWith = (tool: string, title: string, run: () => void) =>
  has(tool) ? test(title, run) : test.skip(`${title}: left out, ${tool} is missing`, run)

testWith('systemd-analyze', 'systemd has nothing to say against the units', () => {
  const folder = aFolder()
  const files = [...units, ...otherUnits].map((name) => {
    const file = join(folder, name)
    const text = readFileSync(shipped(name), 'utf8')
      .replaceAll('/opt/quincena', root)
      .replaceAll(/^ExecStart=\/usr\/local\/lib\/quincena\/\S+/gm, `ExecStart=${anyProgram}`)
    writeFileSync(file, text)
    return file
  })
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...files], {
    encoding: 'utf8',
  })
  expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' })
})

testWith('shellcheck', 'shellcheck has nothing to say against the scripts', () => {
  const scripts = readdirSync(join(root, 'deploy')).filter((name) => name.endsWith('.sh'))
  const files = [...scripts.map(shipped), join(root, '.ci/run')]
  const { status, stdout } = spawnSync('shellcheck', files, { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
})

test.each([
  ['--nonsense', '', 'Not known: --nonsense'],
  ['--domain', 'pay example', "'pay example' is no name of a server"],
  ['--email', 'nobody', "'nobody' is no e-mail"],
  ['--network', 'mainnet', "'mainnet' is none of the networks"],
  ['--usd-per-day', '5,000', "'5,000' are no whole dollars"],
])('install.sh %s %s → says so, and does nothing', (name, value, said) => {
  const result = spawnSync('bash', [shipped('install.sh'), name, value], { encoding: 'utf8' })
  expect(result).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(said) })
})

test('the backups’ user reads the signing record → BACKUP_RECORD_TO works as installed', () => {
  const signer = readFileSync(shipped('quincena-signer.service'), 'utf8')
  const installer = readFileSync(shipped('install.sh'), 'utf8')
  // The signer's group reads it, and the installer puts that user into the group.
  expect(signer).toMatch(/^StateDirectoryMode=0750\nUMask=0027$/m)
  expect(installer).toMatch(/^usermod -aG quincena-signer quincena-backup$/m)
  const [, counted] = /^\tSIGNER_COUNT_FILE=(\S+)$/m.exec(installer) ?? []
  expect(installer).toMatch(new RegExp(`^add backup.env SIGNER_COUNT_FILE ${counted}$`, 'm'))
})

test('each role has a user of its own, and no unit that serves is given the owner', () => {
  const [serving = '', worker = '', signer = '', migrate = ''] = units.map((name) =>
    readFileSync(shipped(name), 'utf8'),
  )
  const of = (name: string, text: string) =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value)
  expect([serving, worker, signer].map((text) => of('User', text))).toEqual([
    ['quincena'],
    ['quincena-worker'],
    ['quincena-signer'],
  ])
  expect(of('EnvironmentFile', migrate)).toEqual([
    '/etc/quincena/quincena.env',
    '/etc/quincena/owner.env',
  ])
  for (const text of [serving, worker, signer]) {
    expect(of('EnvironmentFile', text)).not.toContain('/etc/quincena/owner.env')
    expect(of('Wants', text)[0]).toContain('quincena-migrate.service')
  }
})
