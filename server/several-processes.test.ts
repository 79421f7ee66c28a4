import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import type { PayrollBalance } from '#contract/payrolls.ts'
import { type TestBitcoind, testBitcoind } from './testing/bitcoind.ts'
import { Client } from './testing/client.ts'
import { anAddress } from './testing/engine.ts'
import { type TestDatabase, testDatabase } from './testing/postgres.ts'
import { ServerProcess } from './testing/process.ts'

/** One installation of several processes: they meet in the database alone. */

let folder: string
let database: TestDatabase
let node: TestBitcoind
const running = new Set<ServerProcess>()

async function start(name: string, roles: string): Promise<ServerProcess> {
  const server = await ServerProcess.start({
    DATA_DIR: join(folder, name),
    ROLES: roles,
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SIGNER_DATABASE_URL: database.signerUrl,
    SIGNER_KEY_FILE: join(folder, 'signer.key'),
    MAC_KEY_FILE: join(folder, 'mac.key'),
    BITCOIND_RPC_URL: node.rpcUrl,
    BITCOIND_COOKIE_FILE: node.cookieFile,
  })
  running.add(server)
  return server
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quincena-several-'))
  for (const key of ['signer.key', 'mac.key']) {
    writeFileSync(join(folder, key), 'ab'.repeat(32), { mode: 0o400 })
  }
  database = await testDatabase()
  node = await testBitcoind()
}, 60_000)

afterAll(async () => {
  await Promise.all([...running].map((server) => server.end('SIGTERM')))
  await node.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen within 20 s`)
    await sleep(100)
  }
}

async function fundedPayroll(client: Client) {
  const payroll = await client.payroll([anAddress(), anAddress(), anAddress()], 100)
  await client.call('POST', '/api/sandbox/faucet', { address: payroll.cryptoAddress, btc: '0.1' })
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  await until('the deposit is spendable', async () => {
    const balance = await client.call<PayrollBalance>(
      'GET',
      `/api/v1/payrolls/${payroll._id}/balance`,
    )
    return balance.spendableBalanceString === '10000000'
  })
  return payroll
}

const runPath = (id: string) => `/api/v1/companies/payrolls/${id}/run-payment`

test('200 presses at once on two processes make one payment; when one process is killed the other goes on', async () => {
  const first = await start('first', 'api,worker,signer')
  const second = await start('second', 'api,worker')
  const client = new Client(first.baseUrl)
  await client.signUp()

  const payroll = await fundedPayroll(client)
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
    if (status === 200) continue
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

  const another = await fundedPayroll(client)
  await first.end('SIGKILL')
  running.delete(first)
  client.baseUrl = second.baseUrl
  await start('third', 'signer')
  // Leadership over the chain and the payments has to move before this can be paid.
  const key = 'payday of November'.replaceAll(' ', '-')
  const press = () => client.ask<{ payment: Payment }>('POST', runPath(another._id), { key })
  await until('the second process leads', async () => (await press()).status === 200)
  // The same request again, as after a lost answer, gets the first one's answer and pays nobody.
  const again = await Promise.all([press(), press()])
  for (const { status, replayed } of again) expect([status, replayed]).toEqual([200, true])
  expect(again[0]?.answer).toEqual(again[1]?.answer)
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  await until('both payments are confirmed', async () => {
    const { lastTransactions } = await client.call<{
      lastTransactions: { type: string; state: string }[]
    }>('GET', '/api/v1/users/dashboard')
    const sends = lastTransactions.filter(({ type }) => type === 'send')
    return sends.length === 2 && sends.every(({ state }) => state === 'confirmed')
  })
}, 120_000)
