import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { connect, type Db } from '../platform/db/database.ts'
import { Client } from '../testing/client.ts'
import { anAddress } from '../testing/engine.ts'
import { testFailover } from '../testing/failover.ts'
import {
  fundedPayroll,
  type Installation,
  runPath,
  sentAre,
  sentStates,
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

const mine = (client: Client) => client.call('POST', '/api/sandbox/mine', { blocks: 1 })
const outages = () => program.output.split('the database is away').length - 1

test('the primary dies twice while people are paid and hired → each once', async () => {
  const client = new Client(program.baseUrl)
  await client.signUp()
  const rounds = [await fundedPayroll(client), await fundedPayroll(client)]
  let hired = rounds.length * 3
  for (const [round, payroll] of rounds.entries()) {
    const payKey = randomUUID()
    const pay = () => client.ask('POST', runPath(payroll._id), { key: payKey })
    const hire = (key: string) => {
      const person = { firstName: 'Persona', lastName: 'Nueva', baseSalary: 450 }
      const body = { ...person, cryptoAddress: anAddress() }
      return () => client.ask('POST', '/api/v1/companies/employees', { body, key })
    }
    const hires = Array.from({ length: 10 }, () => hire(randomUUID()))
    const asked = [pay, ...hires].map(askUntilDone)
    await cluster.kill()
    const duringOutage = await client.ask('GET', '/api/v1/users/dashboard')
    expect(duringOutage).toMatchObject({ status: 503, answer: { code: 'DATABASE_UNAVAILABLE' } })
    await cluster.promote()
    const answers = await Promise.all(asked)
    hired += hires.length
    const codes = new Set(answers.flatMap((one) => one.codes))
    for (const code of askAgain) codes.delete(code)
    expect([...codes], 'what else was answered').toEqual([])
    await until('the run is sent', async () => (await sentStates(client)).length === round + 1)
    await mine(client)
    await sentAre(client, 'confirmed', round + 1)
    expect(outages(), 'lines about an outage, of program and signer').toBeLessThanOrEqual(
      2 * (round + 1),
    )
  }
  const list = await client.call<{ employeesMatched: number }>(
    'GET',
    '/api/v1/employees?page=1&limit=10',
  )
  expect(list.employeesMatched).toBe(hired)
  const { rpcUrl, cookieFile } = installation.node
  const chain = createChain({ rpcUrl, cookieFile, user: null, password: null })
  expect(await breachesAtRest(owner, chain)).toEqual([])
  expect(program.output).toContain('the database is back')
  expect(program.output).not.toContain('a request failed')
})
