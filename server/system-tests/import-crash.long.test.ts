import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Employee } from '#contract/employees.ts'
import { Client } from '../testing/client.ts'
import { anAddress } from '../testing/engine.ts'
import { type Installation, testInstallation } from '../testing/installation.ts'
import { aLine, aListForm, listHeader } from '../testing/lists.ts'

let installation: Installation

beforeEach(async () => {
  installation = await testInstallation()
})
afterEach(() => installation.stop())

async function silentFor31s(): Promise<void> {
  await installation.owner
    .updateTable('imports')
    .set({ alive_at: new Date(Date.now() - 31_000) })
    .execute()
}

test('killed in the middle of a file → no row of it, and the same file is taken later', async () => {
  const armed = await installation.startWhole('csv-mid-copy')
  const client = new Client(armed.baseUrl)
  await client.signUp()
  const address = anAddress()
  const lines = Array.from({ length: 20_000 }, (_, n) =>
    aLine({ identification: String(10_000 + n), address, lastName: 'Campos' }),
  )
  const file = [listHeader, ...lines].join('\n')
  const upload = () =>
    client.ask('POST', '/api/v1/companies/payrolls/bulk', {
      body: aListForm({ file, fields: { name: 'Campo', description: 'Cortadores' } }),
    })
  // fetch throws a TypeError where the connection broke.
  await expect(upload()).rejects.toThrow(TypeError)
  const { DATA_DIR = '' } = installation.settingsOf('whole', 'api')
  const uploads = () => readdirSync(join(DATA_DIR, 'uploads'))
  expect(uploads()).toHaveLength(1)

  client.baseUrl = (await installation.startWhole()).baseUrl
  expect(uploads()).toEqual([])
  const people = async () => {
    const path = '/api/v1/employees?limit=1'
    return client.call<{ employees: Employee[]; employeesMatched: number }>('GET', path)
  }
  expect((await people()).employeesMatched).toBe(0)
  // The one that died holds the company's turn until it has been silent for a while.
  expect((await upload()).answer.code).toBe('IMPORT_IN_PROGRESS')
  await silentFor31s()
  expect((await upload()).status).toBe(202)
  await expect
    .poll(async () => (await people()).employeesMatched, { timeout: 120_000, interval: 200 })
    .toBe(20_000)
})
