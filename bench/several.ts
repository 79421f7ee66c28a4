import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Payment } from '#contract/payments.ts'
import type { Payroll, PayrollBalance } from '#contract/payrolls.ts'
import { Client } from '#server/testing/client.ts'
import { withInstallation } from './installation.ts'
import { importedPayroll } from './payroll.ts'
import { startSecond } from './second.ts'
import { reportFigure } from './table.ts'

/**
 * COMPANIES (100) that pay PEOPLE (200) each at the same moment, by two processes that are api and worker
 * both, against the same payrolls paid one after another: from the first request until all is in the
 * mempool.
 */
const companies = Number(process.env.COMPANIES ?? 100)
const people = Number(process.env.PEOPLE ?? 200)
const salaryUsd = 10

type Paying = { client: Client; payroll: Payroll; after: string }

await withInstallation(async (it) => {
  const second = await startSecond(it, 'api,worker')
  try {
    const all: Paying[] = []
    for (let n = 0; n < companies; n++) {
      const client = new Client(n % 2 ? second.baseUrl : it.program.baseUrl)
      await client.signUp()
      const payroll = await importedPayroll(client, people, salaryUsd)
      await client.call('POST', '/api/sandbox/faucet', { address: payroll.cryptoAddress, btc: '1' })
      all.push({ client, payroll, after: '' })
    }
    const oneByOne = await timed(all, async () => {
      for (const company of all) await pay(company)
    })
    const atOnce = await timed(all, async () => void (await Promise.all(all.map(pay))))
    reportFigure({
      what: `${companies} companies pay ${people} people each at the same moment, 2 api and 2 workers`,
      against: 'one after another',
      goal: 'all in the mempool; ≤ 1',
      measured: `${(atOnce / oneByOne).toFixed(2)} (${(atOnce / 1_000).toFixed(1)} s : ${(oneByOne / 1_000).toFixed(1)} s)`,
    })
  } finally {
    await second.end('SIGTERM')
  }
})

/** From a block on which everything can be spent. */
async function timed(all: readonly Paying[], work: () => Promise<void>): Promise<number> {
  const [first] = all
  if (!first) throw new Error('there are companies')
  await first.client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  for (const { client, payroll } of all) await untilSpendable(client, payroll)
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function untilSpendable(client: Client, { _id }: Payroll): Promise<void> {
  for (;;) {
    const path = `/api/v1/payrolls/${_id}/balance`
    const balance = await client.call<PayrollBalance>('GET', path)
    if (balance.balance > 0 && balance.spendableBalanceString === balance.balanceString) return
    await sleep(50)
  }
}

/** Where the server is too busy the same press comes again, as its answer says, under its key. */
async function pressPay({ client, payroll, after }: Paying): Promise<Payment> {
  const key = randomUUID()
  const path = `/api/v1/companies/payrolls/${payroll._id}/run-payment`
  for (;;) {
    const input = { body: { after }, key }
    const { status, answer } = await client.ask<{ payment: Payment }>('POST', path, input)
    if (status < 400) return answer.data.payment
    if (answer.code !== 'BUSY') throw new Error(`${path}: ${JSON.stringify(answer)}`)
    await sleep(1_000)
  }
}

async function pay(company: Paying): Promise<void> {
  const { client } = company
  let payment = await pressPay(company)
  company.after = payment._id
  // The answer comes after 10 s at the latest, the payment when it is done.
  while (payment.state !== 'unconfirmed') {
    if (payment.state !== 'pendingApproval' && payment.state !== 'signed') {
      throw new Error(`The payment is ${payment.state}`)
    }
    await sleep(50)
    const answer = await client.call<{ payment: Payment }>(
      'GET',
      `/api/v1/companies/payments/${payment._id}`,
    )
    payment = answer.payment
  }
}
