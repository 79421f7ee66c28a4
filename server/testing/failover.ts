import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '#server/embedded/ports.ts'
import { startPostgres } from '#server/embedded/postgres.ts'
import { type Cluster, openCluster, roleUrl } from '#server/embedded/postgres-cluster.ts'
import { postgresBinaries, postgresUser } from '#server/embedded/postgres-home.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { tempDataDir } from './temp-data-dir.ts'

const quiet = { info: () => undefined, warn: () => undefined }
/**
 * Synchronous, another server has what a COMMIT that was answered wrote; disks are left out. A standby that
 * is behind finds what it lacks: the primary keeps its last 256 MB.
 */
const settings = (isSynchronous: boolean) => `
fsync = off
full_page_writes = off
synchronous_commit = on
synchronous_standby_names = '${isSynchronous ? 'ANY 1 (*)' : ''}'
max_connections = 200
wal_keep_size = 256MB
shared_buffers = 32MB
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
`

/** The port of the program's addresses, which leads where it is told, as a proxy in front of a cluster. */
class Leader {
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((client) => this.#pass(client))
  #target = 0

  static async at(port: number): Promise<Leader> {
    const proxy = new Leader()
    await new Promise<void>((resolve) => proxy.#server.listen(port, '127.0.0.1', resolve))
    return proxy
  }

  #pass(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1')
    for (const [one, other] of [[client, server] as const, [server, client] as const]) {
      this.#sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.#sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }

  leadTo(port: number): void {
    this.#target = port
    for (const socket of this.#sockets) socket.destroy()
  }

  stop(): void {
    this.leadTo(0)
    this.#server.close()
  }
}

type Member = { port: number; dir: string; process: ChildProcess }

async function asSuperuser<T>(cluster: Cluster, port: number, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: roleUrl(cluster, 'postgres', port, 'postgres') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/**
 * A PostgreSQL with two standbys, and an address that leads to it. A standby has each COMMIT before it
 * is answered, or not (`isSynchronous: false`), and then a failover may lose the last ones.
 */
export async function testFailover({ isSynchronous = true } = {}) {
  const folder = tempDataDir()
  const user = postgresUser()
  const binaries = await postgresBinaries(user)
  const first = await startPostgres({ dataDir: folder.path, log: quiet })
  await migrate(first.ownerUrl)
  await first.stop()
  const cluster = await openCluster(folder.path, { user, binaries, log: quiet })
  const members: Member[] = []
  const abandoned: string[] = []

  async function start(dir: string, port: number): Promise<void> {
    const log = openSync(join(folder.path, `member-${port}.log`), 'a')
    const flags = ['-D', dir, '-p', String(port)]
    const process = spawn(binaries.postgres, flags, {
      ...cluster.runAs,
      cwd: '/',
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    members.push({ port, dir, process })
    await ready(port, process)
  }

  async function ready(port: number, process: ChildProcess): Promise<void> {
    for (;;) {
      if (process.exitCode !== null) throw new Error(`the server at ${port} ended`)
      const isUp = await asSuperuser(cluster, port, 'SELECT').then(
        () => true,
        () => false,
      )
      if (isUp) return
      await sleep(50)
    }
  }

  /** A folder with the data of another, that follows the server at `leader`. */
  async function copy(from: string, leader: number): Promise<{ dir: string; port: number }> {
    const port = await freePort()
    const dir = `${cluster.dir}-${port}`
    // The copy keeps owner and rights, which the server is strict about. A file that goes meanwhile
    // is in the WAL.
    await once(spawn('cp', ['-a', from, dir], { stdio: 'ignore' }), 'exit')
    const conninfo = `host=127.0.0.1 port=${leader} user=postgres password=${cluster.passwords.postgres}`
    appendFileSync(join(dir, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
    writeFileSync(join(dir, 'standby.signal'), '')
    return { dir, port }
  }

  appendFileSync(join(cluster.dir, 'postgresql.auto.conf'), settings(isSynchronous))
  let primary = await freePort()
  // The primary is copied while it stands still.
  const standbys = [await copy(cluster.dir, primary), await copy(cluster.dir, primary)]
  const ports = [primary, ...standbys.map(({ port }) => port)]
  await start(cluster.dir, primary)
  for (const { dir, port } of standbys) await start(dir, port)
  const proxyPort = await freePort()
  const proxy = await Leader.at(proxyPort)
  proxy.leadTo(primary)

  /** Cuts the standbys off, with all that is written by now: later COMMITs are on the primary alone. */
  async function cutOff(): Promise<void> {
    const [now] = await asSuperuser<{ lsn: string }>(
      cluster,
      primary,
      'SELECT pg_current_wal_lsn() AS lsn',
    )
    for (const { port } of members.filter((one) => one.port !== primary)) {
      for (;;) {
        const sql = `SELECT pg_last_wal_replay_lsn() >= '${now?.lsn}' AS has`
        const [row] = await asSuperuser<{ has: boolean }>(cluster, port, sql)
        if (row?.has) break
        await sleep(20)
      }
      await asSuperuser(cluster, port, `ALTER SYSTEM SET primary_conninfo = ''`)
      await asSuperuser(cluster, port, 'SELECT pg_reload_conf()')
      for (;;) {
        const receivers = await asSuperuser(cluster, port, 'SELECT FROM pg_stat_wal_receiver')
        if (receivers.length === 0) break
        await sleep(20)
      }
    }
  }

  /** Kills the primary as its machine dies. */
  async function kill(): Promise<void> {
    const dead = members.findIndex(({ port }) => port === primary)
    const [member] = members.splice(dead, 1)
    if (!member) throw new Error('no primary')
    const ended = once(member.process, 'exit')
    member.process.kill('SIGKILL')
    await ended
    proxy.leadTo(0)
    abandoned.push(member.dir)
  }

  /** Promotes the standby that has received the most, and leads the address there. */
  async function promote(): Promise<void> {
    const received = await Promise.all(
      members.map(async ({ port }) => {
        const sql = `SELECT pg_last_wal_receive_lsn() - '0/0' AS bytes`
        const [row] = await asSuperuser<{ bytes: string }>(cluster, port, sql)
        return { port, bytes: Number(row?.bytes ?? 0) }
      }),
    )
    const [best] = received.sort((a, b) => b.bytes - a.bytes)
    if (!best) throw new Error('no standby is left')
    primary = best.port
    for (const { port } of members.filter((one) => one.port !== primary)) {
      const upstream = `port=${primary}`
      const [row] = await asSuperuser<{ primary_conninfo: string }>(
        cluster,
        port,
        'SHOW primary_conninfo',
      )
      const conninfo = row?.primary_conninfo.replace(/port=\d+/, upstream)
      await asSuperuser(cluster, port, `ALTER SYSTEM SET primary_conninfo = '${conninfo}'`)
      await asSuperuser(cluster, port, 'SELECT pg_reload_conf()')
    }
    // A server that is alone would wait for somebody to have each COMMIT.
    if (members.length === 1) {
      await asSuperuser(cluster, primary, `ALTER SYSTEM SET synchronous_standby_names = ''`)
      await asSuperuser(cluster, primary, 'SELECT pg_reload_conf()')
    }
    await asSuperuser(cluster, primary, 'SELECT pg_promote()')
    proxy.leadTo(primary)
  }

  /** A new standby in the place of the dead one, copied from the primary while that works. */
  async function rejoin(): Promise<void> {
    const leader = members.find(({ port }) => port === primary)
    if (!leader) throw new Error('no primary')
    for (const dir of abandoned.splice(0)) rmSync(dir, { recursive: true })
    const admin = new Client({
      connectionString: roleUrl(cluster, 'postgres', primary, 'postgres'),
    })
    await admin.connect()
    await admin.query(`SELECT pg_backup_start('rejoin', true)`)
    const { dir, port } = await copy(leader.dir, primary)
    rmSync(join(dir, 'postmaster.pid'), { force: true })
    const { rows } = await admin.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(false)',
    )
    await admin.end()
    const label = join(dir, 'backup_label')
    writeFileSync(label, rows[0]?.labelfile ?? '')
    const { uid, gid } = cluster.runAs
    if (uid !== undefined && gid !== undefined) chownSync(label, uid, gid)
    await start(dir, port)
  }

  const list = `?host=${ports.map(() => '127.0.0.1')}&port=${ports}`
  return {
    /** All servers of the beginning, without the proxy. */
    appListUrl: roleUrl(cluster, 'quincena_app', primary) + list,
    rejoin,
    cutOff,
    ownerUrl: roleUrl(cluster, 'quincena_owner', proxyPort),
    appUrl: roleUrl(cluster, 'quincena_app', proxyPort),
    workerUrl: roleUrl(cluster, 'quincena_worker', proxyPort),
    signerUrl: roleUrl(cluster, 'quincena_signer', proxyPort),
    kill,
    promote,
    /** Leads the address to a standby, as a proxy that has not noticed yet. */
    leadToStandby(): void {
      const standby = members.find(({ port }) => port !== primary)
      if (standby) proxy.leadTo(standby.port)
    },
    leadToPrimary: () => proxy.leadTo(primary),
    async stop(): Promise<void> {
      proxy.stop()
      for (const { process } of members) {
        if (process.exitCode !== null) continue
        const ended = once(process, 'exit')
        process.kill('SIGQUIT')
        await ended
      }
      folder.remove()
    },
  }
}
