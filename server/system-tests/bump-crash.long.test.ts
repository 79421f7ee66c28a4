import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import type { Transaction } from '#contract/transactions.ts'
import type { Failpoint } from '../platform/observe/failpoint.ts'
import { Client } from '../testing/client.ts'
import {
  type Installation,
  makeAndFundPayroll,
  runPath,
  testInstallation,
} from '../testing/installation.ts'
import { askUntilFresh } from '../testing/operator-steps.ts'
import type { ServerProcess } from '../testing/process.ts'

/** Kill −9 while a payment is being bumped or cancelled; then the same request comes again. */

let installation: Installation
let client: Client
let server: ServerProcess

async function restart(failpoint: Failpoint | '' = ''): Promise<void> {
  await installation.endAll()
  server = await installation.startWhole(failpoint)
  client ??= new Client(server.baseUrl)
  client.baseUrl = server.baseUrl
}

beforeAll(async () => {
  installation = await testInstallation()
  await restart()
  await client.signUp()
})
afterAll(() => installation.stop())

async function anUnconfirmedRun() {
  const payroll = await makeAndFundPayroll(client)
  const path = runPath(payroll._id)
  const { payment } = await client.call<{ payment: Payment }>('POST', path)
  await shownAs(payment._id, 'unconfirmed')
  return { paymentId: payment._id, id: payment.transactions[0]?._id ?? '' }
}

/** Once the node is fresh after the start. */
const press = (id: string, what: 'bump' | 'cancel') =>
  askUntilFresh(() =>
    client.ask<{ transaction: Transaction }>('POST', `/api/v1/transactions/${id}/${what}`, {
      body: what === 'bump' ? { feeRate: 9 } : {},
      key: `${what}-${id}`,
    }),
  )

const shownAs = (paymentId: string, state: Payment['state']) =>
  expect.poll(async () => (await shown(paymentId)).state, { timeout: 120_000 }).toBe(state)
const shown = async (paymentId: string) =>
  (await client.call<{ payment: Payment }>('GET', `/api/v1/companies/payments/${paymentId}`))
    .payment
const mempool = () => installation.node.rpc<string[]>('getrawmempool')

test.each(['bump', 'cancel'] as const)(
  'killed between planning and signing a %s → signed once after the restart',
  async (what) => {
    const { id, paymentId } = await anUnconfirmedRun()
    await restart('replacement-planned')
    // fetch throws a TypeError where the connection broke.
    await expect(press(id, what)).rejects.toThrow(TypeError)
    await restart()
    const { status, answer, replayed } = await press(id, what)
    expect([status, replayed]).toEqual([200, true])
    const { transaction } = answer.data
    expect(transaction.state).toBe('unconfirmed')
    if (what === 'bump') {
      expect(transaction).toMatchObject({ _id: id, type: 'send' })
      expect(transaction.feeRate).toBeGreaterThanOrEqual(9)
      // The payment and one child.
      expect(await mempool()).toHaveLength(2)
    } else {
      expect(transaction.type).toBe('cancel')
      expect(await mempool()).toEqual([transaction.txid])
    }
    expect((await press(id, what)).answer).toEqual(answer)
    await endsAs(paymentId, what === 'bump' ? 'confirmed' : 'rejected')
  },
)

test('a bump whose signer dies before storing its bytes still happens', async () => {
  const { id, paymentId } = await anUnconfirmedRun()
  await restart('signed-in-memory')
  expect((await press(id, 'bump')).status).toBe(200)
  await expect.poll(mempool, { timeout: 120_000 }).toHaveLength(2)
  expect(server.killedSigners()).toBe(1)
  await endsAs(paymentId, 'confirmed')
})

/** Mined, everybody is paid once or nobody at all, and the money is as it has to be. */
async function endsAs(paymentId: string, state: 'confirmed' | 'rejected') {
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  await shownAs(paymentId, state)
  expect((await shown(paymentId)).paidLines).toBe(state === 'confirmed' ? 3 : 0)
  expect(await installation.breaches()).toEqual([])
}
