import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import type { Transaction } from '#contract/transactions.ts'
import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { connect, type Db } from '../platform/db/database.ts'
import { Client, newestCode } from '../testing/client.ts'
import { anAddress } from '../testing/engine.ts'
import { testFailover } from '../testing/failover.ts'
import {
  type Installation,
  makeAndFundPayroll,
  runPath,
  testInstallation,
  until,
} from '../testing/installation.ts'
import { breachesAtRest } from '../testing/money-at-rest.ts'
import type { ServerProcess } from '../testing/process.ts'

let cluster: Awaited<ReturnType<typeof testFailover>>
let installation: Installation
let program: ServerProcess
let owner: Db

beforeAll(async () => {
  cluster = await testFailover()
  installation = await testInstallation({
    DATABASE_URL: cluster.appUrl,
    WORKER_DATABASE_URL: cluster.workerUrl,
    SIGNER_DATABASE_URL: cluster.signerUrl,
  })
  program = await installation.startWhole()
  owner = connect(cluster.ownerUrl, { poolSize: 2, onError: () => undefined })
})
afterAll(async () => {
  await installation.endAll()
  await owner.destroy()
  await cluster.stop()
  await installation.stop()
})

type Answer = Awaited<ReturnType<Client['ask']>>

/** Asks again under the same key for as long as the database is away, as the web app does. */
async function askUntilDone(
  ask: () => Promise<Answer>,
): Promise<{ last: Answer; codes: string[] }> {
  const codes: string[] = []
  for (;;) {
    const last = await ask()
    if (last.status < 400) return { last, codes }
    codes.push(last.answer.code ?? '')
    await sleep(200)
  }
}

/** Refusals that say to ask again a moment later. */
const askAgain = [
  'DATABASE_UNAVAILABLE',
  ...['REQUEST_IN_PROGRESS', 'BUSY', 'IN_USE', 'PRICE_UNAVAILABLE', 'NODE_UNAVAILABLE'],
]

/** Two standbys take two deaths. With more rounds a new one takes the place of each dead server. */
const rounds = Number(process.env.FAILOVER_RUNS ?? 1)
const patienceMs = 180_000 + rounds * 60_000
const imported = 20

function aList(name: string): FormData {
  const rows = Array.from(
    { length: imported },
    (_, index) => `Lista,${name} ${index},,,,450,${anAddress()}`,
  )
  const head = 'Nombre,Apellido,DUI/NIT,Email,Teléfono,Salario Base USD,Bitcoin Address'
  const form = new FormData()
  form.append('file', new Blob([[head, ...rows].join('\n')]), 'lista.csv')
  return form
}

/** A company in which each payment waits for a code. */
async function aCarefulCompany(): Promise<{ client: Client; email: string }> {
  const client = new Client(program.baseUrl)
  const email = await client.signUp()
  const approval = { overUsd: 0, changedAddresses: true }
  await client.call('PUT', '/api/v1/companies', { approval })
  return { client, email }
}

/** The transaction of a run that waits for its code. */
async function payUntilDone(client: Client, payrollId: string): Promise<string> {
  const { payment } = await client.call<{ payment: Payment }>('POST', runPath(payrollId))
  return payment.transactions[0]?._id ?? expect.unreachable('nothing was planned')
}

/** Until each of these payrolls has one payment, in this state. */
async function paysAre(state: string, ...payrolls: [Client, string][]): Promise<void> {
  for (const [client, id] of payrolls) {
    await until(`the payment is ${state}`, async () => {
      const path = `/api/v1/payrolls/${id}/transactions?type=send`
      const { transactions } = await client.call<{ transactions: Transaction[] }>('GET', path)
      return transactions.length === 1 && transactions[0]?.state === state
    })
  }
}

const mine = (client: Client) => client.call('POST', '/api/sandbox/mine', { blocks: 1 })
/** A machine too busy to connect to a database in time is no outage of it. */
const outages = () =>
  program.output
    .split('\n')
    .filter((line) => line.includes('the database is away') && !line.includes('connection timeout'))
    .length

test(
  'the primary dies while people are paid, approved, imported, hired → each once',
  async () => {
    const client = new Client(program.baseUrl)
    await client.signUp()
    const careful = await aCarefulCompany()
    let hired = 0
    for (let round = 1; round <= rounds; round++) {
      const [payroll, held] = [
        await makeAndFundPayroll(client),
        await makeAndFundPayroll(careful.client),
      ]
      const waiting = await payUntilDone(careful.client, held._id)
      const code = await newestCode(careful.client, careful.email)
      const approveKey = randomUUID()
      const approve = () =>
        careful.client.ask('POST', `/api/v1/transactions/${waiting}/approve`, {
          body: { code },
          key: approveKey,
        })
      const payKey = randomUUID()
      const pay = () => client.ask('POST', runPath(payroll._id), { key: payKey })
      const hire = (key: string) => {
        const person = { firstName: 'Persona', lastName: 'Nueva', baseSalary: 450 }
        const body = { ...person, cryptoAddress: anAddress() }
        return () => client.ask('POST', '/api/v1/companies/employees', { body, key })
      }
      const hires = Array.from({ length: 10 }, () => hire(randomUUID()))
      const [list, listKey] = [aList(`Ronda ${round}`), randomUUID()]
      const read = () =>
        client.ask('POST', '/api/v1/companies/employees/bulk', { body: list, key: listKey })
      const requests = [pay, approve, read, ...hires].map(askUntilDone)
      await cluster.kill()
      const duringOutage = await client.ask('GET', '/api/v1/users/dashboard')
      expect(duringOutage).toMatchObject({ status: 503, answer: { code: 'DATABASE_UNAVAILABLE' } })
      await cluster.promote()
      const answers = await Promise.all(requests)
      hired += 3 + hires.length + imported
      const codes = new Set(answers.flatMap((one) => one.codes))
      for (const code of askAgain) codes.delete(code)
      expect([...codes], 'what else was answered').toEqual([])
      await paysAre('unconfirmed', [client, payroll._id], [careful.client, held._id])
      await mine(client)
      await paysAre('confirmed', [client, payroll._id], [careful.client, held._id])
      expect(outages(), 'lines about an outage, of program and signer').toBeLessThanOrEqual(
        2 * round,
      )
      if (rounds > 2 && round < rounds) await cluster.rejoin()
    }
    const list = await client.call<{ employeesMatched: number }>(
      'GET',
      '/api/v1/employees?page=1&limit=10',
    )
    expect(list.employeesMatched).toBe(hired)
    const { rpcUrl, cookieFile } = installation.node
    const chain = createChain({ rpcUrl, cookieFile, user: null, password: null })
    expect(await breachesAtRest(owner, chain, [], null)).toEqual([])
    expect(program.output).toContain('the database is back')
    for (const also of ['a request failed', 'the jobs report trouble']) {
      expect(program.output).not.toContain(also)
    }
  },
  patienceMs,
)
