import { afterAll, beforeAll, expect, test } from 'vitest'
import { dutyNames, readLeadingSessions } from '../platform/db/leader.ts'
import { Balancer } from '../testing/balancer.ts'
import { Client } from '../testing/client.ts'
import {
  type Installation,
  makeAndFundPayroll,
  readSentStates,
  runPath,
  testInstallation,
  until,
  waitUntilSent,
} from '../testing/installation.ts'
import { countEmployees, startLoad } from '../testing/load.ts'
import type { ServerProcess } from '../testing/process.ts'

const duties = dutyNames.filter((duty) => duty !== 'imports')

let installation: Installation
let balancer: Balancer
let signer: ServerProcess
let leader: ServerProcess
let worker: ServerProcess
let apis: ServerProcess[]

beforeAll(async () => {
  installation = await testInstallation()
  balancer = await Balancer.start()
  signer = await installation.start('signer', 'signer')
  leader = await installation.start('leader', 'worker')
  await until('the first worker leads all', areLed)
  worker = await installation.start('worker', 'worker')
  apis = [await startApi('first'), await startApi('second')]
})
afterAll(async () => {
  await balancer.stop()
  await installation.stop()
})

async function startApi(name: string): Promise<ServerProcess> {
  const api = await installation.start(name, 'api', { DRAIN_SECONDS: '3' })
  balancer.add(api.baseUrl)
  await until(`${name} is ready`, async () => balancer.readyOnes().includes(api.baseUrl))
  return api
}

/** Whether every duty of a worker has a leader, and that none of the sessions `before`. */
async function areLed(before: ReadonlySet<number> = new Set()): Promise<boolean> {
  const led = await leaders()
  return duties.every((duty) => {
    const session = led.get(duty)
    return session !== undefined && !before.has(session)
  })
}

const leaders = () => readLeadingSessions(installation.owner)

/** How long a process took to end in good order. */
async function end(server: ServerProcess): Promise<number> {
  const begun = Date.now()
  await server.end('SIGTERM')
  balancer.remove(server.baseUrl)
  return Date.now() - begun
}

const press = (client: Client, payrollId: string) => client.call('POST', runPath(payrollId))

async function mineAndConfirm(client: Client, payments: number): Promise<void> {
  await until('they are sent', async () => (await readSentStates(client)).length === payments)
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  await waitUntilSent(client, 'confirmed', payments)
}

test('when the leader is killed, another worker leads within 10 s and pays', async () => {
  const client = new Client(balancer.baseUrl)
  await client.signUp()
  const payroll = await makeAndFundPayroll(client)
  const before = new Set((await leaders()).values())
  await leader.end('SIGKILL')
  await until('another worker leads all', () => areLed(before), 10_000)
  await press(client, payroll._id)
  await mineAndConfirm(client, 1)
})

test('processes replaced one by one under load → no request lost, everybody paid', async () => {
  const client = new Client(balancer.baseUrl)
  await client.signUp()
  const payrolls = [await makeAndFundPayroll(client), await makeAndFundPayroll(client)]
  const load = startLoad(client)
  const pay = async () => press(client, payrolls.pop()?._id ?? '')

  const ends: number[] = []
  for (const [index, api] of apis.entries()) {
    const [ms] = await Promise.all([end(api), pay()])
    ends.push(ms)
    await startApi(`api ${index} of the new release`)
  }
  const [workerMs, signerMs] = await Promise.all([end(worker), end(signer)])
  ends.push(workerMs, signerMs)
  await installation.start('engine of the new release', 'worker,signer')
  await mineAndConfirm(client, 2)

  const { failures, answered, expectedPeople } = await load.stop()
  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(100)
  expect(await countEmployees(client)).toBe(expectedPeople)
  expect(Math.max(...ends)).toBeLessThan(30_000)
})
