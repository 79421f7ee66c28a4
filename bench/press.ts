import { setTimeout as sleep } from 'node:timers/promises'
import type { Payment } from '#contract/payments.ts'
import type { Payroll, PayrollBalance } from '#contract/payrolls.ts'
import { Client } from '#server/testing/client.ts'
import type { BenchInstallation } from './installation.ts'
import { personLine, unspendableAddress, uploadPayroll } from './payroll.ts'

/** Mines a block and waits until the payroll's UTXOs are spendable again. */
export async function mineUntilSpendable(client: Client, payrollId: string): Promise<void> {
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  for (;;) {
    const balance = await client.call<PayrollBalance>(
      'GET',
      `/api/v1/payrolls/${payrollId}/balance`,
    )
    if (balance.balance > 0 && balance.spendableBalanceString === balance.balanceString) return
    await sleep(50)
  }
}

const salaryUsd = 10

/** A company with a payroll of so many people, and 10 BTC for it, which a block has yet to confirm. */
export async function createFundedPayroll({ program }: BenchInstallation, people: number) {
  const client = new Client(program.baseUrl)
  const email = await client.signUp()
  const addresses = Array.from({ length: people }, unspendableAddress)
  const lines = addresses.map((address, n) => personLine(n, salaryUsd, address))
  const payroll = await uploadPayroll(client, lines)
  await client.call('POST', '/api/sandbox/faucet', { address: payroll.cryptoAddress, btc: '10' })
  return { client, email, payroll, addresses }
}

/** Receipts are work of their own, which begins with the block of a payment. */
export async function waitForReceipts(it: BenchInstallation): Promise<void> {
  for (;;) {
    const { rowCount } = await it.sql((client) => client.query('SELECT FROM receipts_due LIMIT 1'))
    if (rowCount === 0) return
    await sleep(100)
  }
}

export type Paid = { payment: Payment; ms: number; delayMs: number }

/** Measures from the request until all that needs no block is in the mempool. */
export async function pressForPayment(
  it: BenchInstallation,
  client: Client,
  { _id }: Payroll,
  after: string,
): Promise<Paid> {
  await it.longestDelayMs()
  const start = performance.now()
  const { payment } = await client.call<{ payment: Payment }>(
    'POST',
    `/api/v1/companies/payrolls/${_id}/run-payment`,
    { after },
  )
  const ms = performance.now() - start
  const sent = payment.transactions.filter(({ waitingFor }) => waitingFor !== 'feeder')
  if (sent.some(({ state }) => state !== 'unconfirmed')) {
    throw new Error(`The payment is ${payment.state}`)
  }
  return { payment, ms, delayMs: await it.longestDelayMs() }
}

/** Measures from the next block until the batches that waited for it are in the mempool. */
export async function sendRest(it: BenchInstallation, client: Client, { _id }: Payment) {
  await it.longestDelayMs()
  const start = performance.now()
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  const path = `/api/v1/companies/payments/${_id}`
  for (;;) {
    const { payment } = await client.call<{ payment: Payment }>('GET', path)
    const isSent = payment.transactions.every(
      ({ state }) => state === 'unconfirmed' || state === 'confirmed',
    )
    if (isSent) return { ms: performance.now() - start, delayMs: await it.longestDelayMs() }
    await sleep(50)
  }
}
