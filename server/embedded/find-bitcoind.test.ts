import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findBitcoind } from './find-bitcoind.ts'

let dir: string
const log = { info: vi.fn(), warn: vi.fn() }
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'quincena-find-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

/** Says that it is this bitcoind, which is all that the search asks. */
function fake(folder: string, banner: string): string {
  mkdirSync(join(dir, folder), { recursive: true })
  const file = join(dir, folder, 'bitcoind')
  writeFileSync(file, `#!/bin/sh\necho '${banner}'\n`)
  chmodSync(file, 0o755)
  return file
}
const core = (version: string) => `Bitcoin Core daemon version v${version}`

test('the BITCOIND variable comes before the path', async () => {
  const chosen = fake('asked', core('31.1.0'))
  fake('path', core('30.0.0'))
  const machine = { BITCOIND: chosen, PATH: join(dir, 'path') }
  expect(await findBitcoind(log, machine)).toEqual({
    file: chosen,
    args: [],
    version: '31.1.0',
    isKnots: false,
  })
})

test('a BITCOIND that is too old, or none, is said and not passed over', async () => {
  const chosen = fake('asked', core('27.2.0'))
  const machine = { BITCOIND: chosen, PATH: dir }
  await expect(findBitcoind(log, machine)).rejects.toThrow(/not a bitcoind of version 28 or newer/)
})

test('one on the path that is too old is passed over', async () => {
  fake('old', core('27.2.0'))
  const good = fake('good', 'Bitcoin Knots daemon version v29.4.3.knots20260508')
  const machine = { PATH: `${join(dir, 'old')}:${join(dir, 'good')}` }
  expect(await findBitcoind(log, machine)).toMatchObject({ file: good, isKnots: true })
})

test('no bitcoind and a read-only cache → one sentence says what to do', async () => {
  // A file where the cache should be a folder.
  writeFileSync(join(dir, 'cache'), '')
  const machine = { PATH: dir, XDG_CACHE_HOME: join(dir, 'cache') }
  await expect(findBitcoind(log, machine)).rejects.toThrow(
    /^No bitcoind .* could be fetched .*: install Bitcoin Core .* or set BITCOIND to its path\.$/,
  )
  expect(existsSync(join(dir, 'cache/quincena'))).toBe(false)
})
