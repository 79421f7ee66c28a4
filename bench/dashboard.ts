import { Client } from '#server/testing/client.ts'
import { withInstallation } from './installation.ts'
import { fillRuns } from './runs.ts'
import { middle, reportFigure } from './table.ts'

/**
 * The dashboard of a company with PAYROLLS (1,000) and TRANSACTIONS (100,000), ROUNDS (200) times.
 */
const payrolls = Number(process.env.PAYROLLS ?? 1_000)
const transactions = Number(process.env.TRANSACTIONS ?? 100_000)
const rounds = Number(process.env.ROUNDS ?? 200)
const warmUps = 20

await withInstallation(async (it) => {
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  const { _id } = await client.call<{ _id: string }>('GET', '/api/v1/companies/company')
  await it.sql((owner) => fillRuns(owner, _id, { payrolls, transactions }))
  const times: number[] = []
  for (let round = -warmUps; round < rounds; round++) {
    const ms = await timeOf(client)
    if (round >= 0) times.push(ms)
  }
  times.sort((a, b) => a - b)
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
  reportFigure({
    what: `dashboard, ${payrolls} payrolls, ${transactions} transactions`,
    against: '–',
    goal: 'p95 ≤ 50 ms',
    measured: `p95 ${p95.toFixed(0)} ms (middle ${middle(times).toFixed(0)} ms)`,
  })
})

async function timeOf(client: Client): Promise<number> {
  const start = performance.now()
  await client.call('GET', '/api/v1/users/dashboard')
  return performance.now() - start
}
