import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { Rpc } from '#server/adapters/bitcoind/rpc.ts'
import { openCluster, roleUrl } from '#server/embedded/postgres-cluster.ts'
import { postgresBinaries, postgresUser } from '#server/embedded/postgres-home.ts'
import { runServer } from '#server/embedded/postgres-server.ts'
import { endPostmaster } from '#server/embedded/postmaster.ts'
import { migrate } from '#server/platform/migrate.ts'
import { testBitcoind } from '#server/testing/bitcoind.ts'
import { withDatabase } from '#server/testing/global-setup.ts'
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
async function emptyServer(): Promise<string> {
  const folder = tempDataDir()
  const user = postgresUser()
  const binaries = await postgresBinaries(user)
  const cluster = await openCluster(folder.path, { user, binaries, log })
  const settings = { fsync: 'off' }
  const start = { cluster, binaries, dataDir: folder.path, log, settings, port: undefined }
  const server = await runServer(start)
  await server.admin.end()
  onTestFinished(async () => {
    await endPostmaster(server.pid)
    folder.remove()
  })
  return roleUrl(cluster, 'postgres', server.port, 'postgres')
}

const passwords = { owner: 'la de la dueña', app: "O'Higgins", signer: 'f1rmante\\' }

/** By psql where there is one; else its statements alone, with the passwords put in. */
async function runPostgresSql(superuser: string): Promise<void> {
  const file = shipped('postgres.sql')
  if (has('psql')) {
    const variables = Object.entries(passwords).flatMap(([name, value]) => [
      '-v',
      `${name}=${value}`,
    ])
    execFileSync('psql', ['-X', '-q', superuser, ...variables, '-f', file])
    return
  }
  const client = new pg.Client({ connectionString: superuser })
  await client.connect()
  const sql = readFileSync(file, 'utf8')
    .replaceAll(/^(\\|--).*$/gm, '')
    .replaceAll(/:'(\w+)'/g, (_, name: keyof typeof passwords) =>
      client.escapeLiteral(passwords[name]),
    )
  for (const statement of sql.split(';').filter((part) => part.trim() !== '')) {
    await client.query(statement)
  }
  await client.end()
}

test('deploy/postgres.sql makes roles with which the program works, and nobody else gets in', async () => {
  const superuser = await emptyServer()
  await runPostgresSql(superuser)
  const as = (role: keyof typeof passwords) => {
    const url = new URL(withDatabase(superuser, 'quincena'))
    return Object.assign(url, {
      username: `quincena_${role}`,
      password: encodeURIComponent(passwords[role]),
    }).href
  }
  await migrate(as('owner'))
  const findings = await examineDatabase({
    url: as('app'),
    directUrl: as('app'),
    ownerUrl: as('owner'),
    signerUrl: as('signer'),
  })
  expect(findings.filter(({ level }) => level !== 'fine')).toEqual([])

  const admin = new pg.Client({ connectionString: superuser })
  await admin.connect()
  await admin.query(`CREATE ROLE somebody LOGIN PASSWORD 'else'`)
  await admin.end()
  const owner = new pg.Client({ connectionString: as('owner') })
  await owner.connect()
  const { rows } = await owner.query<{ name: string }>(
    `SELECT name FROM unnest('{Muñoz,Zelaya,Álvarez,Munguía}'::text[]) AS name ORDER BY name`,
  )
  await owner.end()
  expect(rows.map(({ name }) => name)).toEqual(['Álvarez', 'Munguía', 'Muñoz', 'Zelaya'])

  const somebody = Object.assign(new URL(as('app')), { username: 'somebody', password: 'else' })
  await expect(new pg.Client({ connectionString: somebody.href }).connect()).rejects.toThrow(
    'permission denied for database "quincena"',
  )
})

test('docs/operating/machines.md shows the same statements', () => {
  const statements = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const page = readFileSync(join(root, 'docs/operating/machines.md'), 'utf8')
  const shown = /```sql\n(CREATE ROLE[^`]*)```/.exec(page)?.[1] ?? ''
  const run = readFileSync(shipped('postgres.sql'), 'utf8').replaceAll(/^(\\|--).*$/gm, '')
  expect(statements(shown)).toBe(statements(run).replaceAll(/:'\w+'/g, "'…'"))
})

test('with deploy/bitcoin.conf a node lets the program call what it needs and nothing else', async () => {
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
  // Whoever has the cookie does as before.
  expect(await node.rpc('getblockchaininfo')).toMatchObject({ pruned: true, blocks: 0 })
  expect(await node.rpc('uptime')).toEqual(expect.any(Number))
})

test.runIf(has('systemd-analyze'))(
  'systemd has nothing to say against deploy/quincena@.service',
  () => {
    const file = join(aFolder(), 'quincena@.service')
    const text = readFileSync(shipped('quincena@.service'), 'utf8')
    writeFileSync(file, text.replaceAll('/opt/quincena', root))
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], {
      encoding: 'utf8',
    })
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' })
  },
)
