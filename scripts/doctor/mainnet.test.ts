import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '#server/startup/config.ts'
import { inheritedSettings } from '#server/testing/process.ts'
import { tempDataDir } from '#server/testing/temp-data-dir.ts'

const nowhere = 'https://127.0.0.1:9'
const remote = 'postgres://quincena@db.example/quincena?sslmode=require'
/** Settings that the start refuses on main, and a node and exchanges that answer nobody. */
const open = {
  BITCOIN_NETWORK: 'main',
  BITCOIND_RPC_URL: 'http://127.0.0.1:9',
  BITCOIND_RPC_USER: 'quincena',
  MAC_KEY_FILE: '/nowhere/mac.key',
  SIGNER_KEY_FILE: '/nowhere/signer.key',
  PUBLIC_URL: 'http://nominas.example',
  DATABASE_URL: remote,
  WORKER_DATABASE_URL: remote,
  SIGNER_DATABASE_URL: remote,
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'nominas@example.com',
  TRUST_PROXY: '0.0.0.0/1',
  COINBASE_URL: nowhere,
  KRAKEN_URL: nowhere,
  BITSTAMP_URL: nowhere,
  COINGECKO_URL: nowhere,
}

test('settings that main refuses → the doctor says the same and asks no service', () => {
  const folder = tempDataDir()
  const settings = { ...open, DATA_DIR: folder.path }
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../doctor.ts')],
    { env: { ...inheritedSettings, ...settings }, encoding: 'utf8' },
  )
  folder.remove()
  expect(status).toBe(1)
  const said = stdout.split('\n')
  const { refusals } = readSettings(settings)
  expect(refusals).toHaveLength(7)
  expect(said.slice(0, 7)).toEqual(refusals.map(({ says }) => `✗ ${says}`))
  const names = ['SIGNER_MAX_USD_PER_DAY', 'PUBLIC_URL', 'SMTP_URL', 'TRUST_PROXY']
  for (const name of [...names, 'DATABASE_URL']) {
    expect(
      said.filter((line) => line.startsWith(`✗ ${name}`)),
      name,
    ).toHaveLength(1)
  }
  // The rest is looked at all the same.
  expect(stdout).toContain('The node at 127.0.0.1:9 cannot be used')
  expect(stdout).not.toContain('DATABASE_URL cannot be used')
  expect(stdout).not.toContain('does not let us in')
})
