import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/embedded/ports.ts'
import { tempDataDir } from './temp-data-dir.ts'

const shipped = join(import.meta.dirname, '../../deploy/pgbouncer.ini')
/** nobody: PgBouncer refuses to run as root. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Finds PgBouncer on the path, or where Debian puts it, which is on root's path only. */
export function findPgbouncer(): string | undefined {
  const folders = [...(process.env.PATH?.split(delimiter) ?? []), '/usr/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file))
}

/** The file of deploy/ with another database, port and list of users. */
function configured(url: URL, port: number, userList: string): string {
  const changes: [RegExp, string][] = [
    [
      /^quincena = host=\S+ port=\d+ dbname=\S+/m,
      `${url.pathname.slice(1)} = host=${url.hostname} port=${url.port} dbname=${url.pathname.slice(1)}`,
    ],
    [/^listen_port = .*/m, `listen_port = ${port}`],
    [/^auth_file = .*/m, `auth_file = ${userList}\nunix_socket_dir =`],
  ]
  return changes.reduce(
    (text, [line, changed]) => {
      if (!line.test(text)) throw new Error(`${shipped} has no ${line}`)
      return text.replace(line, changed)
    },
    readFileSync(shipped, 'utf8'),
  )
}

/** PgBouncer as deploy/pgbouncer.ini has it, in front of the database of `appUrl`. */
export async function testPgbouncer(appUrl: string) {
  const program = findPgbouncer()
  if (!program) {
    throw new Error(
      'PgBouncer is not installed: apt-get install pgbouncer, or put one on the PATH.',
    )
  }
  const folder = tempDataDir()
  const url = new URL(appUrl)
  const port = await freePort()
  const userList = join(folder.path, 'userlist.txt')
  const config = join(folder.path, 'pgbouncer.ini')
  writeFileSync(userList, `"${url.username}" "${decodeURIComponent(url.password)}"\n`)
  writeFileSync(config, configured(url, port, userList))
  // The database is thrown away after this run.
  chmodSync(folder.path, 0o755)
  let printed = ''
  const child = spawn(program, [config], { ...unprivileged, stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr.on('data', (part) => {
    printed += part
  })
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${printed}`)
    await sleep(20)
  }
  url.port = String(port)
  return {
    url: url.href,
    /** Output of PgBouncer, refused start-up parameters included. */
    printed: () => printed,
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      folder.remove()
    },
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
