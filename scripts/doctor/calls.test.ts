import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls, playCalls } from './calls.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const namesIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

const adapter = 'server/adapters/bitcoind'
const ofPlay = /^(play|faucet)-/

/** The methods that the sources name, each where it is called. */
function namedIn(files: string[]): string[] {
  const text = files.map((file) => textOf(join(adapter, file))).join('\n')
  const called = namesIn(text, /\brpc\.(?:call|bytes)\(\s*'([a-z]+)'/g)
  expect(called, 'each call names its method').toHaveLength(
    text.match(/\brpc\.(?:call|bytes)\(/g)?.length ?? 0,
  )
  return [...called, ...namesIn(text, /\bmethod: '([a-z]+)'/g)]
}

const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

test('the doctor tries what the adapter calls, and where calls are allowed those are', () => {
  const files = readdirSync(join(root, adapter)).filter((file) => !file.endsWith('.test.ts'))
  const own = namedIn(files.filter((file) => !ofPlay.test(file)))
  const play = namedIn(files.filter((file) => ofPlay.test(file)))
  expect(sorted(Object.keys(calls))).toEqual(sorted(own))
  expect(sorted(Object.keys(playCalls))).toEqual(sorted(play.filter((name) => !(name in calls))))

  const line = /^.*`-rpcwhitelist`.*$/m.exec(textOf('docs/operating/bitcoind.md'))?.[0] ?? ''
  const [always = '', inSandbox = ''] = line.split('in the sandbox also')
  expect(sorted(namesIn(always, /`([a-z]+)`/g))).toEqual(sorted(Object.keys(calls)))
  expect(sorted(namesIn(inSandbox, /`([a-z]+)`/g))).toEqual(sorted(Object.keys(playCalls)))

  const [, shipped = ''] =
    /^rpcwhitelist=quincena:(\S+)$/m.exec(textOf('deploy/bitcoin.conf')) ?? []
  expect(shipped.split(',')).toEqual(expect.arrayContaining(Object.keys(calls)))
})
