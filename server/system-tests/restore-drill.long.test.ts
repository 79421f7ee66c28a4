import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentPreview } from '#contract/payments.ts'
import type { Transaction, TransactionDetails, TransactionList } from '#contract/transactions.ts'
import { Client } from '../testing/client.ts'
import { anAddress } from '../testing/engine.ts'
import { urlOfDatabase } from '../testing/global-setup.ts'
import {
  fund,
  type Installation,
  runPath,
  testInstallation,
  until,
  waitUntilSent,
} from '../testing/installation.ts'

/** A restore drill: the database of before two payments takes the place of the one that knows them. */

let installation: Installation
let backup: string

beforeAll(async () => {
  installation = await testInstallation()
})
afterAll(async () => {
  await installation.endAll()
  await asOwner(`DROP DATABASE IF EXISTS ${backup}`)
  await installation.stop()
})

async function asOwner(sql: string): Promise<void> {
  const client = new pg.Client({
    connectionString: urlOfDatabase(installation.database.ownerUrl, 'postgres'),
  })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** Copies the database like a dump of this moment, once the processes' connections are gone. */
async function backUp(): Promise<string> {
  const name = new URL(installation.database.ownerUrl).pathname.slice(1)
  await until('the database is copied', () =>
    asOwner(`CREATE DATABASE ${name}_backup TEMPLATE ${name}`).then(
      () => true,
      (cause: Error) => {
        if (/being accessed by other users/.test(cause.message)) return false
        throw cause
      },
    ),
  )
  return `${name}_backup`
}

const transactionsOf = async (client: Client, payrollId: string): Promise<Transaction[]> =>
  (await client.call<TransactionList>('GET', `/api/v1/payrolls/${payrollId}/transactions`))
    .transactions

test('an old backup is restored → later payments are found, nobody is paid again', async () => {
  const { node, database } = installation
  const first = await installation.start('first', 'api,worker,signer')
  const client = new Client(first.baseUrl)
  await client.signUp()
  const people = [anAddress(), anAddress(), anAddress()]
  const quiet = await client.payroll(people.slice(0, 2), 100)
  const underWay = await client.payroll(people.slice(2), 100)
  await fund(client, quiet)
  await fund(client, underWay)
  await first.end('SIGTERM')

  // Planned and not signed when the backup is made: the worst moment.
  const unsigned = await installation.start('without a signer', 'api,worker')
  client.baseUrl = unsigned.baseUrl
  await until('the payment waits for the signer', async () => {
    // Refused while the price is old; once it was planned, its answer would wait for the signer.
    const answered = client.ask('POST', runPath(underWay._id)).catch(() => null)
    await Promise.race([answered, sleep(500)])
    const transactions = await transactionsOf(client, underWay._id)
    return transactions.some(({ waitingFor }) => waitingFor === 'signature')
  })
  await unsigned.end('SIGKILL')
  backup = await backUp()

  const present = await installation.start('present', 'api,worker,signer')
  client.baseUrl = present.baseUrl
  await until('the other payroll is paid', async () => {
    const { status } = await client.ask('POST', runPath(quiet._id))
    return status === 200
  })
  await waitUntilSent(client, 'unconfirmed', 2)
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  await waitUntilSent(client, 'confirmed', 2)
  await present.end('SIGTERM')

  const restored = await installation.start('restored', 'api,worker,signer', {
    DATABASE_URL: urlOfDatabase(database.appUrl, backup),
    WORKER_DATABASE_URL: urlOfDatabase(database.workerUrl, backup),
    SIGNER_DATABASE_URL: urlOfDatabase(database.signerUrl, backup),
  })
  client.baseUrl = restored.baseUrl
  const found = async (payrollId: string) =>
    (await transactionsOf(client, payrollId)).filter(
      ({ type, state }) => type === 'send' && state === 'confirmed',
    )
  await until('both payments are found on the chain', async () =>
    (await Promise.all([found(quiet._id), found(underWay._id)])).every(
      ({ length }) => length === 1,
    ),
  )
  const [unknown] = await found(quiet._id)
  const { details } = await client.call<TransactionDetails>(
    'GET',
    `/api/v1/transactions/${unknown?._id}/details`,
  )
  const { recipients } = details
  expect(recipients.map(({ cryptoAddress }) => cryptoAddress).toSorted()).toEqual(
    people.slice(0, 2).toSorted(),
  )
  expect(recipients.map(({ userId }) => userId)).not.toContain('')

  const again = await client.ask('POST', runPath(quiet._id))
  expect(again.answer.code, 'who was paid since is not paid again by a press').toBe('ALREADY_PAID')
  await until('the price of the restored database is fresh', async () => {
    const { answer } = await client.ask('POST', runPath(quiet._id), {
      body: { after: unknown?._id },
    })
    return answer.code === 'WALLET_AHEAD_OF_RECORDS'
  })
  const { unspents } = await node.rpc<{ unspents: { desc: string }[] }>(
    'scantxoutset',
    'start',
    people.map((address) => `addr(${address})`),
  )
  expect(
    unspents.map(({ desc }) => desc.slice('addr('.length, desc.indexOf(')'))).toSorted(),
  ).toEqual(people.toSorted())
  expect(await node.rpc('getrawmempool')).toEqual([])

  const path = `/api/v1/companies/payrolls/${quiet._id}`
  const problems = async () => {
    const preview = await client.call<PaymentPreview>('GET', `${path}/payment-preview`)
    return preview.problems.map(({ code }) => code)
  }
  expect(await problems()).toContain('WALLET_AHEAD_OF_RECORDS')
  await client.call('POST', `${path}/acknowledge-records`, { transactions: [unknown?._id] })
  expect(await problems()).not.toContain('WALLET_AHEAD_OF_RECORDS')
})
