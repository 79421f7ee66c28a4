import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmployeeList } from '#contract/employees.ts'
import { connect } from '../platform/db/database.ts'
import { Client } from '../testing/client.ts'
import { anAddress } from '../testing/engine.ts'
import {
  type Installation,
  makeAndFundPayroll,
  runPath,
  testInstallation,
  until,
  waitUntilSent,
} from '../testing/installation.ts'
import { aList, aListForm } from '../testing/lists.ts'
import { testPgbouncer } from '../testing/pgbouncer.ts'
import { inheritedSettings } from '../testing/process.ts'

const address = anAddress()
let installation: Installation
let pooler: Awaited<ReturnType<typeof testPgbouncer>>

beforeAll(async () => {
  installation = await testInstallation()
  pooler = await testPgbouncer(installation.database.appUrl)
})
afterAll(async () => {
  await installation.endAll()
  await pooler.stop()
  await installation.stop()
})

/** More than are saved before the answer. */
const longList = Array.from({ length: 5_001 }, (_, n) => ({
  identification: String(10_000 + n),
  address,
}))

test('a company signs up, hires, uploads lists and pays through PgBouncer', async () => {
  const { database } = installation
  const api = await installation.start('api', 'api', {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.appUrl,
  })
  await installation.start('engine', 'worker,signer')
  const client = new Client(api.baseUrl)
  await client.signUp()
  const payroll = await makeAndFundPayroll(client)

  const fields = { name: 'Planilla de campo', description: 'Cortadores' }
  const body = aListForm({ file: aList(...longList), fields })
  const { status } = await client.ask('POST', '/api/v1/companies/payrolls/bulk', { body })
  expect(status).toBe(202)
  const people = () => client.call<EmployeeList>('GET', '/api/v1/employees?page=1&limit=10')
  await until('the list is saved', async () => (await people()).employeesMatched === 5_004)
  // More requests at once than the pooler has connections.
  const pages = await Promise.all(Array.from({ length: 60 }, people))
  expect(new Set(pages.map(({ employeesMatched }) => employeesMatched))).toEqual(new Set([5_004]))

  const key = 'payday-of-november'
  const press = () => client.ask('POST', runPath(payroll._id), { key })
  const [first, second] = await Promise.all([press(), press()])
  expect([first.status, second.status]).toEqual([200, 200])
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  await waitUntilSent(client, 'confirmed', 1)
})

test('what an operator runs does its work beside the pooler, as often as it is run', async () => {
  const pooled = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: installation.database.appUrl }
  const env = { ...inheritedSettings, ...installation.settingsOf('operator', 'api'), ...pooled }
  const run = (script: string) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../scripts', script)], {
      env,
    })
  for (let times = 0; times < 3; times++) {
    expect((await run('check-money.ts')).stdout).toContain('No breach.')
    expect((await run('check-audit.ts')).stdout).toContain('broken chains: 0.')
  }
})

test('the time-outs of a connection hold behind the pooler too', async () => {
  const db = connect(pooler.url, {
    pooled: true,
    onError: (cause) => expect.fail(cause.message),
  })
  const timeOut = (name: string) =>
    db
      .selectNoFrom(({ fn, val }) => fn<string>('current_setting', [val(name)]).as('value'))
      .executeTakeFirstOrThrow()
  expect(await timeOut('statement_timeout')).toEqual({ value: '10s' })
  expect(await timeOut('lock_timeout')).toEqual({ value: '5s' })
  expect(await timeOut('idle_in_transaction_session_timeout')).toEqual({ value: '15s' })
  await db.destroy()
})
