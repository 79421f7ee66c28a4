import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import type { Failpoint } from '#server/platform/observe/failpoint.ts'
import { Client } from '#server/testing/client.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  fund,
  type Installation,
  runPath,
  testInstallation,
  until,
} from '#server/testing/installation.ts'

const steps: readonly Failpoint[] = ['sweep-before-commit', 'sweep-planned']
let installation: Installation
beforeAll(async () => {
  installation = await testInstallation()
})
afterAll(() => installation.stop())

const startWorker = (name: string, FAILPOINT: Failpoint | '' = '') =>
  installation.start(name, 'worker', { FAILPOINT })

/** The sweeps that a payroll's orders asked for, in order. */
const sweepsOf = (payrollId: string) =>
  installation.owner
    .selectFrom('orders as o')
    .leftJoin('transactions as t', 't.order_id', 'o.id')
    .select(['o.claims_period as claim', 't.state'])
    .where('o.payroll_id', '=', payrollId)
    .where('o.change_order_id', 'is not', null)
    .orderBy('o.requested_at')
    .execute()

async function mined(client: Client, blocks: number): Promise<void> {
  await client.call('POST', '/api/sandbox/mine', { blocks })
  await installation.followed()
}

/** A company that paid a payroll 6 blocks ago, and sweeps it to its own address. */
async function sweptPayroll(client: Client) {
  const email = await client.signUp()
  const worker = await startWorker('worker')
  // The program follows the chain from its first look on, so it has to have looked.
  await installation.followed()
  const payroll = await client.payroll([anAddress()], 50)
  await fund(client, payroll)
  const { payment } = await client.call<{ payment: Payment }>('POST', runPath(payroll._id))
  const stateOf = async () => {
    const path = `/api/v1/companies/payments/${payment._id}`
    return (await client.call<{ payment: Payment }>('GET', path)).payment.state
  }
  await until('it is sent', async () => (await stateOf()) === 'unconfirmed')
  await mined(client, 6)
  await until('it is confirmed', async () => (await stateOf()) === 'confirmed')
  await worker.end('SIGKILL')
  const put = async (path: string, body: Record<string, unknown> = {}) => {
    const { pending } = await client.call<{ pending: { _id: string } }>('PUT', path, body)
    await client.approve(pending._id, email)
  }
  await put('/api/v1/companies/sweep-address', { address: anAddress() })
  await put(`/api/v1/companies/payrolls/${payroll._id}/sweep`)
  return payroll._id
}

test('2 workers, killed before and after the commit of a sweep → swept once', async () => {
  const server = await installation.start('house', 'api,signer')
  const client = new Client(server.baseUrl)
  const payrollId = await sweptPayroll(client)
  for (const [nth, step] of steps.entries()) {
    const first = await startWorker('worker', step)
    const second = await startWorker('second')
    if (nth === 1) {
      // The look sweeps nothing, because nobody has confirmed the trial yet.
      await mined(client, 1)
      await client.call('POST', '/api/v1/companies/sweep-address/arrived')
      await mined(client, 1)
    }
    await until(`a worker dies at ${step}`, async () => first.hasEnded())
    const is = (state: string) => async () => (await sweepsOf(payrollId))[nth]?.state === state
    await until('it is sent', is('unconfirmed'))
    await mined(client, 1)
    await until('it is confirmed', is('confirmed'))
    await second.end('SIGKILL')
  }
  await startWorker('worker')
  await mined(client, 1)
  expect(await installation.breaches()).toEqual([])
  const state = 'confirmed'
  expect(await sweepsOf(payrollId)).toEqual([
    { claim: expect.stringMatching(/^sweep-trial-/), state },
    { claim: expect.stringMatching(/^sweep-(?!trial-)/), state },
  ])
})
