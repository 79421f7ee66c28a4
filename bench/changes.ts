import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from '#contract/changes.ts'
import type { Payment } from '#contract/payments.ts'
import { Client } from '#server/testing/client.ts'
import { type BenchInstallation, cpuBetween, withInstallation } from './installation.ts'
import { mineUntilSpendable, personLine, unspendableAddress, uploadedPayroll } from './payroll.ts'
import { middle, reportFigure } from './table.ts'

/**
 * `GET …/changes` and the pay dialog's preview for PEOPLE (10,000) who were paid before, ROUNDS (40) times
 * each: where nothing changed, where 1 of 50 has another address and 1 of 50 another salary, and where all
 * have both.
 */
const people = Number(process.env.PEOPLE ?? 10_000)
const rounds = Number(process.env.ROUNDS ?? 40)
const warmUps = 5
const salaryUsd = 10

const stories: [string, (n: number) => { moves: boolean; isRaised: boolean }][] = [
  ['nothing changed', () => ({ moves: false, isRaised: false })],
  ['400 changed', (n) => ({ moves: n % 50 === 0, isRaised: n % 50 === 1 })],
  ['all changed', () => ({ moves: true, isRaised: true })],
]

await withInstallation(async (it) => {
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  const addresses = Array.from({ length: people }, unspendableAddress)
  const lines = addresses.map((address, n) => personLine(n, salaryUsd, address))
  const payroll = await uploadedPayroll(client, lines)
  await client.call('POST', '/api/sandbox/faucet', { address: payroll.cryptoAddress, btc: '10' })
  await mineUntilSpendable(client, payroll._id)
  await pay(client, payroll._id)
  for (const [name, changeOf] of stories) {
    const changed = addresses.map((address, n) => {
      const { moves, isRaised } = changeOf(n)
      return personLine(
        n,
        isRaised ? salaryUsd + 1 : salaryUsd,
        moves ? unspendableAddress() : address,
      )
    })
    await uploadedPayroll(client, changed, payroll)
    for (const call of ['changes', 'payment-preview']) {
      const path = `/api/v1/companies/payrolls/${payroll._id}/${call}`
      const { p95, median, cpu } = await timesOf(it, client, path)
      reportFigure({
        what: `${call}, ${people} people paid before, ${name}`,
        against: '–',
        goal: 'p95 ≤ 300 ms',
        measured: `p95 ${p95.toFixed(0)} ms (middle ${median.toFixed(0)} ms)`,
        growth: `processor ms: ${cpu}`,
      })
    }
  }
  const path = `/api/v1/companies/payrolls/${payroll._id}/changes`
  const { counts, since } = await client.call<Changes>('GET', path)
  if (!since || counts.addresses !== people || counts.salaries !== people) {
    throw new Error(`Not everybody was compared: ${JSON.stringify({ counts, since })}`)
  }
})

/** Until everybody's payment is in a block. */
async function pay(client: Client, payrollId: string): Promise<void> {
  const { payment } = await client.call<{ payment: Payment }>(
    'POST',
    `/api/v1/companies/payrolls/${payrollId}/run-payment`,
    {},
  )
  for (;;) {
    await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
    const path = `/api/v1/companies/payments/${payment._id}`
    const { payment: now } = await client.call<{ payment: Payment }>('GET', path)
    if (now.transactions.every(({ state }) => state === 'confirmed')) return
    await sleep(200)
  }
}

async function timesOf(it: BenchInstallation, client: Client, path: string) {
  const times: number[] = []
  let before = it.cpu()
  for (let round = -warmUps; round < rounds; round++) {
    if (round === 0) before = it.cpu()
    const start = performance.now()
    await client.call('GET', path)
    if (round >= 0) times.push(performance.now() - start)
  }
  const { program, database } = cpuBetween(before, it.cpu())
  times.sort((a, b) => a - b)
  const each = (ms: number) => (ms / rounds).toFixed(0)
  return {
    p95: times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN,
    median: middle(times),
    cpu: `${each(program)} program, ${each(database)} PostgreSQL`,
  }
}
