import type { Employee } from '#contract/employees.ts'
import { connect } from '#server/platform/db/database.ts'
import { Client } from '#server/testing/client.ts'
import { sealRows } from '#server/testing/seal-rows.ts'
import { type BenchInstallation, withInstallation } from './installation.ts'
import { fillPeople } from './people.ts'
import { fillRuns } from './runs.ts'
import { atMost, formatMilliseconds, quantile, reportRow } from './table.ts'

/**
 * Searches one person among 100,000, by name, identification, phone and e-mail address, 60 times
 * each, and reads the dashboard of a company with 1,000 payrolls and 100,000 transactions, 200
 * times.
 */
const people = 100_000
const searches = 60
const looks = 200
const warmUps = 3

await withInstallation(async (it) => {
  const found = await searchOnePerson(it)
  const shown = await lookAtDashboard(it)
  reportRow({
    what: 'one person among 100,000, p99 · dashboard with 100,000 transactions, p95',
    figures: [
      atMost(quantile(found, 0.99), 100, formatMilliseconds),
      atMost(quantile(shown, 0.95), 100, formatMilliseconds),
    ],
  })
})

async function searchOnePerson(it: BenchInstallation): Promise<number[]> {
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  await fillPeople(it, client, people)
  const { firstName, lastName, identification, phone, email } = await readPersonInTheMiddle(client)
  const times: number[] = []
  for (const text of [`${firstName} ${lastName}`, identification, phone.slice(1), email]) {
    const path = `/api/v1/employees?search=${encodeURIComponent(text)}`
    times.push(...(await measureTimes(client, path, searches)))
  }
  return times
}

async function readPersonInTheMiddle(client: Client): Promise<Employee> {
  const path = `/api/v1/employees?page=${people / 20}`
  const { employees } = await client.call<{ employees: Employee[] }>('GET', path)
  const [one] = employees
  if (!one) throw new Error('there is nobody in the middle')
  return one
}

async function lookAtDashboard(it: BenchInstallation): Promise<number[]> {
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  const { _id } = await client.call<{ _id: string }>('GET', '/api/v1/companies/company')
  await it.sql((owner) => fillRuns(owner, _id, { payrolls: 1_000, transactions: 100_000 }))
  const db = connect(it.connections().postgres, { onError: () => undefined })
  await sealRows(db, await it.readMacKey(), 'payrolls')
  await db.destroy()
  return measureTimes(client, '/api/v1/users/dashboard', looks)
}

async function measureTimes(client: Client, path: string, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = -warmUps; round < rounds; round++) {
    const start = performance.now()
    await client.call('GET', path)
    // The first ones plan and warm up.
    if (round >= 0) times.push(performance.now() - start)
  }
  return times
}
