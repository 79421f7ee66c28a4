import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaveBehind } from '#server/testing/orphan-process.ts'
import { type TempDataDir, tempDataDir } from '#server/testing/temp-data-dir.ts'
import { type EmbeddedPostgres, startPostgres } from './postgres.ts'
import { isRunning } from './process.ts'

let dataDir: TempDataDir
let running: EmbeddedPostgres[]
const log = { info: vi.fn(), warn: vi.fn() }
beforeEach(() => {
  dataDir = tempDataDir()
  running = []
  log.warn.mockClear()
})
afterEach(async () => {
  for (const server of running) await server.stop()
  dataDir.remove()
})

async function start(): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir: dataDir.path, log })
  running.push(server)
  return server
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

/** Listens as soon as the other listener is gone. */
async function listenAt(port: number): Promise<Server> {
  for (;;) {
    const server = createServer()
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening')
      return server
    } catch (error) {
      expect(error).toMatchObject({ code: 'EADDRINUSE' })
    }
  }
}

test('it stops for good, and a later start has the same address and data', async () => {
  const first = await start()
  await ask(first.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer')
  await first.stop()
  expect(isRunning(first.pid)).toBe(false)
  const second = await start()
  expect(second.ownerUrl).toBe(first.ownerUrl)
  expect(await ask(second.ownerUrl, 'SELECT answer FROM kept')).toBe(42)
})

test('each role signs in with a password of its own, kept where only we read it', async () => {
  const { ownerUrl, appUrl, signerUrl } = await start()
  const [owner, app, signer] = [ownerUrl, appUrl, signerUrl].map((url) => new URL(url))
  expect(await ask(signerUrl, 'SELECT current_user')).toBe('quincena_signer')
  expect(await ask(ownerUrl, 'SELECT rolcreatedb FROM pg_roles WHERE rolname = current_user')).toBe(
    true,
  )
  expect(new Set([owner, app, signer].map((url) => url?.password)).size).toBe(3)
  await expect(ask(appUrl.replace(app?.password ?? '', 'wrong'), 'SELECT 1')).rejects.toThrow(
    /password/,
  )
  expect(statSync(join(dataDir.path, 'postgres.json')).mode & 0o777).toBe(0o600)
})

test('the server that a killed start left running is adopted', async () => {
  const survivor = await leaveBehind('postgres', dataDir.path)
  const server = await start()
  expect(server.pid).toBe(survivor)
  await server.stop()
  expect(isRunning(survivor)).toBe(false)
})

test('a server that dies is started again at the same address', async () => {
  const server = await start()
  const before = server.pid
  process.kill(before, 'SIGKILL')
  await vi.waitUntil(() => server.pid !== before, { timeout: 120_000 })
  expect(await ask(server.appUrl, 'SELECT 1')).toBe(1)
})

test('a server whose port is taken when it dies comes back at the same address', async () => {
  const server = await start()
  const before = server.pid
  process.kill(before, 'SIGKILL')
  const other = await listenAt(Number(new URL(server.appUrl).port))
  await vi.waitUntil(() => log.warn.mock.calls.length > 0, { timeout: 120_000 })
  await sleep(1_000)
  other.close()
  await vi.waitUntil(() => server.pid !== before, { timeout: 120_000 })
  expect(await ask(server.appUrl, 'SELECT 1')).toBe(1)
})

test('a pid file with the number of some other process does not keep it from starting', async () => {
  await (await start()).stop()
  const file = join(dataDir.path, 'postgres/postmaster.pid')
  writeFileSync(file, `${process.pid}\n${join(dataDir.path, 'postgres')}\n0\n5432\n`)
  const { ownerUrl } = await start()
  expect(await ask(ownerUrl, 'SELECT 1')).toBe(1)
  expect(readFileSync(file, 'utf8')).not.toContain(`${process.pid}\n`)
})
