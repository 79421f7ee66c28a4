import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leaveBehind } from '#server/testing/orphan-process.ts'
import { openDataDir, writeConnections } from './data-dir.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'quincena-data-dir-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

test('the data folder is made where it is missing, and nobody else can list it', () => {
  const dataDir = openDataDir(join(parent, 'new/data'))
  expect(statSync(dataDir.path).mode & 0o066).toBe(0)
  dataDir.release()
})

test('a second start on the same folder is refused and names the process that has it', () => {
  const first = openDataDir(parent)
  expect(() => openDataDir(parent, { waitMs: 0 })).toThrow(
    new RegExp(`already running on .*${parent} \\(process ${process.pid}\\)`),
  )
  first.release()
  openDataDir(parent).release()
})

test('a start that was killed leaves no lock', async () => {
  await leaveBehind('lock', parent)
  openDataDir(parent, { waitMs: 0 }).release()
})

test('the connections are for the administrator alone', () => {
  const connections = {
    postgres: 'postgres://owner@127.0.0.1/quincena',
    bitcoind: { rpcUrl: 'http://127.0.0.1:18443', cookieFile: '/x/.cookie' },
  }
  writeConnections(parent, connections)
  const file = join(parent, 'connections.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(connections)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(existsSync(`${file}.new`)).toBe(false)
})
