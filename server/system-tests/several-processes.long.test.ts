import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import { Client } from '../testing/client.ts'
import {
  type Installation,
  makeAndFundPayroll,
  readSentStates,
  runPath,
  testInstallation,
  until,
} from '../testing/installation.ts'

let installation: Installation

beforeAll(async () => {
  installation = await testInstallation()
})
afterAll(() => installation.stop())

test('200 presses on two processes make one payment; one is killed, the other goes on', async () => {
  const first = await installation.start('first', 'api,worker,signer')
  const second = await installation.start('second', 'api,worker')
  const client = new Client(first.baseUrl)
  await client.signUp()

  const payroll = await makeAndFundPayroll(client)
  const presses = await Promise.all(
    Array.from({ length: 200 }, (_, press) =>
      client.ask<{ payment: Payment }>('POST', runPath(payroll._id), {
        baseUrl: press % 2 ? first.baseUrl : second.baseUrl,
      }),
    ),
  )
  const paid = presses.filter(({ status }) => status === 200)
  expect(paid).toHaveLength(1)
  const paymentId = paid[0]?.answer.data.payment._id
  for (const { status, answer } of presses) {
    // BUSY is a slow machine's: no connection came free in time, and nothing was done.
    if (status === 200 || answer.code === 'BUSY') continue
    expect(answer).toMatchObject({
      code: 'PAYMENT_IN_PROGRESS',
      data: { payment: { _id: paymentId } },
    })
  }
  const { transactions } = await client.call<{ transactions: { type: string }[] }>(
    'GET',
    `/api/v1/payrolls/${payroll._id}/transactions`,
  )
  expect(transactions.map(({ type }) => type).toSorted()).toEqual(['receive', 'send'])

  const another = await makeAndFundPayroll(client)
  await first.end('SIGKILL')
  client.baseUrl = second.baseUrl
  await installation.start('third', 'signer')
  // Leadership over the chain and the payments has to move before this can be paid.
  const key = 'payday of November'.replaceAll(' ', '-')
  const press = () => client.ask<{ payment: Payment }>('POST', runPath(another._id), { key })
  await until('the second process leads', async () => (await press()).status === 200)
  // A request that is sent again, as after a lost answer, gets the first one's answer and pays
  // nobody.
  const again = await Promise.all([press(), press()])
  for (const { status, replayed } of again) expect([status, replayed]).toEqual([200, true])
  expect(again[0]?.answer).toEqual(again[1]?.answer)
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  await until('both payments are confirmed', async () => {
    const sends = await readSentStates(client)
    return sends.length === 2 && sends.every((state) => state === 'confirmed')
  })
})
