import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { databaseHost, isDatabaseSafe } from './database-tls.ts'

/** How the pg library itself would connect; nothing is sent. */
function asLibrary(connectionString: string) {
  const { host, ssl } = new pg.Client({ connectionString })
  return { host, ssl: ssl as unknown }
}

const as = 'postgres://quincena_app:secret@'

test.each([
  [`${as}127.0.0.1:5432/quincena`, '127.0.0.1'],
  [`${as}[::1]/quincena`, '::1'],
  [`${as}localhost/quincena`, 'localhost'],
  [`${as}%2Fvar%2Frun%2Fpostgresql/quincena`, '/var/run/postgresql'],
  [`${as}db.example/quincena?host=/var/run/postgresql`, '/var/run/postgresql'],
  ['socket:/var/run/postgresql?db=quincena', '/var/run/postgresql'],
  ['postgres:///quincena', 'localhost'],
])('%s stays on this machine → safe without TLS', (url, host) => {
  expect(databaseHost(url, {})).toBe(host)
  expect(asLibrary(url).host).toBe(host)
  expect(isDatabaseSafe(url, {})).toBe(true)
})

test.each([
  [`${as}127.0.0.1/quincena?host=db.example`, 'db.example'],
  [`${as}localhost/quincena?host=127.0.0.1&host=10.0.0.7`, '10.0.0.7'],
  [`${as}0.0.0.0/quincena`, '0.0.0.0'],
  [`${as}127.0.0.1.example/quincena`, '127.0.0.1.example'],
])('%s leads elsewhere → not safe without TLS', (url, host) => {
  expect(databaseHost(url, {})).toBe(host)
  expect(asLibrary(url).host).toBe(host)
  expect(isDatabaseSafe(url, {})).toBe(false)
})

test('an address without a host while PGHOST names one → leads there', () => {
  vi.stubEnv('PGHOST', 'db.example')
  onTestFinished(() => void vi.unstubAllEnvs())
  const url = 'postgres:///quincena'
  expect(asLibrary(url).host).toBe('db.example')
  expect(isDatabaseSafe(url, { PGHOST: 'db.example' })).toBe(false)
})

test('sslmode=verify-full → certificate and name are checked, whatever PGSSLMODE says', () => {
  vi.stubEnv('PGSSLMODE', 'no-verify')
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const more of ['', '&ssl=no-verify', '&ssl=0', '&uselibpqcompat=true']) {
    const url = `${as}db.example/quincena?sslmode=verify-full${more}`
    expect(isDatabaseSafe(url, {})).toBe(true)
    expect(asLibrary(url).ssl, more).toEqual({})
  }
  expect(asLibrary(`${as}db.example/quincena`).ssl).toEqual({ rejectUnauthorized: false })
})
