import { Client } from '#server/testing/client.ts'
import { cpuBetween, type Installation, withInstallation } from './installation.ts'
import { fillRuns } from './runs.ts'
import { measured, middle } from './table.ts'

/**
 * The dashboard of a company with PAYROLLS (1,000) and TRANSACTIONS (100,000) against that of an empty
 * company of the same installation, one answer of each in turn, ROUNDS (200) times.
 */
const payrolls = Number(process.env.PAYROLLS ?? 1_000)
const transactions = Number(process.env.TRANSACTIONS ?? 100_000)
const rounds = Number(process.env.ROUNDS ?? 200)
const warmUps = 20

await withInstallation(async (it) => {
  const [empty, busy] = [new Client(it.program.baseUrl), new Client(it.program.baseUrl)]
  await empty.signUp()
  await busy.signUp()
  const { _id } = await busy.call<{ _id: string }>('GET', '/api/v1/companies/company')
  await it.sql((owner) => fillRuns(owner, _id, { payrolls, transactions }))
  const few: number[] = []
  const many: number[] = []
  for (let round = -warmUps; round < rounds; round++) {
    const times = [await timeOf(empty), await timeOf(busy)] as const
    if (round < 0) continue
    few.push(times[0])
    many.push(times[1])
  }
  const cpu = [await processorOf(it, empty), await processorOf(it, busy)] as const
  measured({
    what: `dashboard, ${payrolls} payrolls, ${transactions} transactions`,
    against: 'an empty company',
    goal: '≤ 1.5',
    measured: `${(middle(many) / middle(few)).toFixed(2)} (${middle(many).toFixed(1)} ms : ${middle(few).toFixed(1)} ms)`,
    growth: `processor ${(cpu[1] / cpu[0]).toFixed(2)} (${cpu[1].toFixed(1)} ms : ${cpu[0].toFixed(1)} ms)`,
  })
})

async function timeOf(client: Client): Promise<number> {
  const start = performance.now()
  await client.call('GET', '/api/v1/users/dashboard')
  return performance.now() - start
}

/** CPU time of program and database together, for one answer. */
async function processorOf(it: Installation, client: Client): Promise<number> {
  const before = it.cpu()
  for (let round = 0; round < rounds; round++) await timeOf(client)
  const { program, database } = cpuBetween(before, it.cpu())
  return (program + database) / rounds
}
