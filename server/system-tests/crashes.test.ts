import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import type { PayrollBalance } from '#contract/payrolls.ts'
import type { Transaction, TransactionList } from '#contract/transactions.ts'
import { type Failpoint, moneyFailpoints } from '../platform/observe/failpoint.ts'
import { Client } from '../testing/client.ts'
import { anAddress } from '../testing/engine.ts'
import { type Installation, runPath, testInstallation } from '../testing/installation.ts'
import type { ServerProcess } from '../testing/process.ts'

/** Kill −9 at each step of a payment and of following the chain; then an impatient person presses on. */

let installation: Installation
let server: ServerProcess
let starts = 0

async function start(failpoint: Failpoint | '' = ''): Promise<void> {
  starts++
  server = await installation.startWhole(failpoint)
}

beforeEach(async () => {
  starts = 0
  installation = await testInstallation()
})
afterEach(() => installation.stop())

/** Asks until there is an answer of a living server: one that died is started again, unarmed. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      // fetch throws a TypeError where the connection broke.
      if (!(error instanceof TypeError) || tries > 20) throw error
      await sleep(100)
      if (server.hasEnded()) await start()
    }
  }
}

async function until<T>(what: string, look: () => Promise<T | false>): Promise<T> {
  const deadline = Date.now() + 180_000
  for (;;) {
    const found = await insist(look)
    if (found !== false) return found
    if (Date.now() > deadline) throw new Error(`${what} did not happen within 180 s`)
    await sleep(100)
  }
}

const amounts = (rows: Transaction[], type: string) => rows.filter((row) => row.type === type)

/** Before anything is signed, before it is stored, and in the middle of a block. */
const everyRun: Failpoint[] = ['plan-committed', 'signed-and-recorded', 'block-before-commit']
const failpoints = process.env.FAILPOINTS === 'all' ? moneyFailpoints : everyRun

test.each(failpoints)('killed at %s, everybody is paid exactly once', async (failpoint) => {
  const { node } = installation
  await start(failpoint)
  const client = new Client(server.baseUrl)
  const ask = <T>(method: string, path: string, body?: Record<string, unknown>) => {
    client.baseUrl = server.baseUrl
    return client.ask<T>(method, path, body ? { body } : {})
  }
  await client.signUp()
  const payroll = await client.payroll([anAddress(), anAddress()], 50)
  const path = runPath(payroll._id)
  await ask('POST', '/api/sandbox/faucet', { address: payroll.cryptoAddress, btc: '0.1' })
  await insist(() => node.rpc('generatetoaddress', 1, anAddress()))
  await until('the deposit is spendable', async () => {
    const { answer } = await ask<PayrollBalance>('GET', `/api/v1/payrolls/${payroll._id}/balance`)
    return answer.data.spendableBalanceString === '10000000'
  })

  const answers: (string | undefined)[] = []
  for (let press = 0; press < 3; press++) {
    const { answer } = await insist(() => ask<{ payment: Payment }>('POST', path))
    answers.push(answer.code ?? answer.data.payment.state)
  }
  expect(answers.slice(1)).toEqual(['PAYMENT_IN_PROGRESS', 'PAYMENT_IN_PROGRESS'])

  const list = () => ask<TransactionList>('GET', `/api/v1/payrolls/${payroll._id}/transactions`)
  const sent = (state: string) => async () => {
    const sends = amounts((await list()).answer.data.transactions, 'send')
    return sends.length === 1 && sends[0]?.state === state && sends
  }
  await until('the payment is sent', sent('unconfirmed'))
  const [hash] = await node.rpc<string[]>('generatetoaddress', 1, anAddress())
  await until('the payment is confirmed', sent('confirmed'))
  await node.rpc('invalidateblock', hash)
  await node.rpc('generatetoaddress', 2, anAddress())
  // The transaction went back to the mempool and into the first of two new blocks.
  await until('the payment is confirmed in another block', async () => {
    const [send] = (await sent('confirmed')()) || []
    return send?.confirmations === 2
  })
  expect(await installation.breaches()).toEqual([])
  // The signer's death is its parent's to mend; every other failpoint ended the process.
  const isOfSigner = failpoint.startsWith('signed-')
  expect(starts).toBe(isOfSigner ? 1 : 2)
  expect(server.killedSigners()).toBe(isOfSigner ? 1 : 0)
})
