import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import type { PayrollBalance } from '#contract/payrolls.ts'
import type { Transaction } from '#contract/transactions.ts'
import { createChain } from './adapters/bitcoind/chain.ts'
import { connect } from './platform/database.ts'
import type { Failpoint } from './platform/failpoint.ts'
import { type TestBitcoind, testBitcoind } from './testing/bitcoind.ts'
import { Client } from './testing/client.ts'
import { anAddress } from './testing/engine.ts'
import { breachesAtRest } from './testing/money-at-rest.ts'
import { type TestDatabase, testDatabase } from './testing/postgres.ts'
import { ServerProcess } from './testing/process.ts'

/** Kill −9 while a payment is being bumped or cancelled; then the same request comes again. */

let folder: string
let database: TestDatabase
let node: TestBitcoind
let server: ServerProcess
let client: Client

async function restart(failpoint: Failpoint | '' = ''): Promise<void> {
  await server?.end('SIGTERM')
  server = await ServerProcess.start({
    DATA_DIR: folder,
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    SIGNER_DATABASE_URL: database.signerUrl,
    BITCOIND_RPC_URL: node.rpcUrl,
    BITCOIND_COOKIE_FILE: node.cookieFile,
    FAILPOINT: failpoint,
  })
  client ??= new Client(server.baseUrl)
  client.baseUrl = server.baseUrl
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quincena-bump-crash-'))
  database = await testDatabase()
  node = await testBitcoind()
  await restart()
  await client.signUp()
}, 60_000)
afterAll(async () => {
  await server.end('SIGTERM')
  await node.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function anUnconfirmedRun() {
  const payroll = await client.payroll([anAddress(), anAddress()], 50)
  const sandbox = (what: string, body: Record<string, unknown>) =>
    client.call('POST', `/api/sandbox/${what}`, body)
  await sandbox('faucet', { address: payroll.cryptoAddress, btc: '0.1' })
  await sandbox('mine', { blocks: 1 })
  const spendable = async () => {
    const path = `/api/v1/payrolls/${payroll._id}/balance`
    return (await client.call<PayrollBalance>('GET', path)).spendableBalanceString
  }
  await expect.poll(spendable, { timeout: 30_000, interval: 100 }).toBe('10000000')
  const path = `/api/v1/companies/payrolls/${payroll._id}/run-payment`
  const { payment } = await client.call<{ payment: Payment }>('POST', path)
  expect(payment.state).toBe('unconfirmed')
  return { paymentId: payment._id, id: payment.transactions[0]?._id ?? '' }
}

const press = (id: string, what: 'bump' | 'cancel') =>
  client.ask<{ transaction: Transaction }>('POST', `/api/v1/transactions/${id}/${what}`, {
    body: what === 'bump' ? { feeRate: 9 } : {},
    key: `${what}-${id}`,
  })
const mempool = () => node.rpc<string[]>('getrawmempool')

/** What is wrong with the money once all has settled, by the checker that also runs in production. */
async function breaches() {
  const db = connect(database.ownerUrl, { onError: (cause) => expect.fail(cause.message) })
  const { rpcUrl, cookieFile } = node
  try {
    return await breachesAtRest(db, createChain({ rpcUrl, cookieFile, user: null, password: null }))
  } finally {
    await db.destroy()
  }
}

test.each(['bump', 'cancel'] as const)(
  'killed between planning and signing a %s, it is signed once after the restart, and pressing again makes no other',
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
  60_000,
)

test('a bump whose signer dies before it has stored its bytes is carried out all the same', async () => {
  const { id, paymentId } = await anUnconfirmedRun()
  await restart('signed-in-memory')
  expect((await press(id, 'bump')).status).toBe(200)
  await expect.poll(mempool, { timeout: 30_000 }).toHaveLength(2)
  await endsAs(paymentId, 'confirmed')
}, 60_000)

/** Mined, everybody is paid once or nobody at all, and the money is as it has to be. */
async function endsAs(paymentId: string, state: 'confirmed' | 'rejected') {
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  const shown = async () =>
    (await client.call<{ payment: Payment }>('GET', `/api/v1/companies/payments/${paymentId}`))
      .payment
  await expect.poll(async () => (await shown()).state, { timeout: 30_000 }).toBe(state)
  expect((await shown()).paidLines).toBe(state === 'confirmed' ? 2 : 0)
  expect(await breaches()).toEqual([])
}
