import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

test('without any setting it is the sandbox on this machine alone', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    network: 'regtest',
    sandbox: true,
    roles: ['api', 'worker', 'signer'],
    database: null,
    bitcoind: null,
  })
})

test('an empty setting counts as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, database: null })
})

test('every wrong setting is named, all at once', () => {
  const faults = faultsOf({ PORT: 'no', ROLES: 'api,cook', PUBLIC_URL: 'izalco.sv' })
  expect(faults.map((fault) => fault.split(/[.:]/)[0])).toEqual(['PORT', 'PUBLIC_URL', 'ROLES'])
})

test('no real coins: the price is a simulated one', () => {
  for (const network of ['main', 'test', 'testnet4', 'signet']) {
    const faults = faultsOf({ BITCOIN_NETWORK: network, SANDBOX: 'on' })
    expect(faults.some((fault) => fault.startsWith('BITCOIN_NETWORK must be regtest'))).toBe(true)
    expect(faults.some((fault) => fault.startsWith('SANDBOX'))).toBe(true)
  }
})

test('the main network is not started with keys that were made for play money', () => {
  const faults = faultsOf({ BITCOIN_NETWORK: 'main' })
  expect(faults.some((fault) => fault.startsWith('SIGNER_KEY_FILE and MAC_KEY_FILE'))).toBe(true)
})

test("one's own database needs the signer's own role beside it", () => {
  const url = 'postgres://quincena_app@127.0.0.1/quincena'
  expect(faultsOf({ DATABASE_URL: url })).toHaveLength(1)
  expect(faultsOf({ DATABASE_URL: url, ROLES: 'api,worker' })).toEqual([])
  const { database } = readConfig({ DATABASE_URL: url, SIGNER_DATABASE_URL: `${url}-signer` })
  expect(database).toMatchObject({ url, directUrl: url, ownerUrl: url })
})
