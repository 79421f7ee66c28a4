import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { PayrollBalance } from '#contract/payrolls.ts'
import { createChain } from '#server/adapters/bitcoind/chain.ts'
import type { Breach } from '#server/features/invariants/index.ts'
import { connect, type Db } from '#server/platform/db/database.ts'
import type { Failpoint } from '#server/platform/observe/failpoint.ts'
import { testBitcoind } from './bitcoind.ts'
import type { Client } from './client.ts'
import { anAddress } from './engine.ts'
import { breachesAtRest } from './money-at-rest.ts'
import { testDatabase } from './postgres.ts'
import { type ProgramSettings, ServerProcess } from './process.ts'

export type Installation = Awaited<ReturnType<typeof testInstallation>>

/**
 * An installation of one or several processes, as on several machines: they meet in the database
 * alone, which outlives them as the node does.
 */
export async function testInstallation(
  common: ProgramSettings = {},
  nodeArgs: readonly string[] = [],
) {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-installation-'))
  for (const key of ['signer.key', 'mac.key']) {
    writeFileSync(join(folder, key), randomBytes(32).toString('hex'), { mode: 0o400 })
  }
  const [database, node] = await Promise.all([
    testDatabase(),
    testBitcoind({ extraArgs: nodeArgs, prepared: true }),
  ])
  const running = new Set<ServerProcess>()
  const endAll = () => Promise.all([...running].map((server) => server.end('SIGTERM')))
  const settingsOf = (name: string, roles: string): ProgramSettings => ({
    DATA_DIR: join(folder, name),
    ROLES: roles,
    // Loading the API's documents is a tenth of each start.
    API_DOCS: 'off',
    ...(roles.includes('api') ? { DATABASE_URL: database.appUrl } : {}),
    ...(roles.includes('worker') ? { WORKER_DATABASE_URL: database.workerUrl } : {}),
    ...(roles.includes('signer') ? { SIGNER_DATABASE_URL: database.signerUrl } : {}),
    SIGNER_KEY_FILE: join(folder, 'signer.key'),
    MAC_KEY_FILE: join(folder, 'mac.key'),
    BITCOIND_RPC_URL: node.rpcUrl,
    BITCOIND_COOKIE_FILE: node.cookieFile,
    ...common,
  })
  async function start(
    name: string,
    roles: string,
    settings: ProgramSettings = {},
  ): Promise<ServerProcess> {
    const server = await ServerProcess.start({ ...settingsOf(name, roles), ...settings })
    running.add(server)
    return server
  }
  const owner: Db = connect(database.ownerUrl, {
    poolSize: 3,
    onError: (cause) => expect.fail(cause.message),
  })
  return {
    database,
    node,
    /** The settings of one of its processes. */
    settingsOf,
    start,
    /** All roles in one process, that dies where it is armed to. */
    startWhole: (failpoint: Failpoint | '' = ''): Promise<ServerProcess> =>
      start('whole', 'api,worker,signer', { FAILPOINT: failpoint }),
    owner,
    /**
     * The breaches of the money once all work has ended, by the checker that also runs in
     * production.
     */
    breaches(): Promise<Breach[]> {
      const { rpcUrl, cookieFile } = node
      const chain = createChain({ rpcUrl, cookieFile, user: null, password: null })
      return breachesAtRest(owner, chain, [], null)
    },
    /** Until a worker has followed the chain to the node's tip. */
    async followed(): Promise<void> {
      const height = await node.rpc<number>('getblockcount')
      await until('the chain is followed', async () => {
        const status = await owner.selectFrom('node_status').select('height').executeTakeFirst()
        return status?.height === height
      })
    },
    endAll,
    async stop(): Promise<void> {
      await endAll()
      await owner.destroy()
      await node.stop()
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
}

export async function until(what: string, look: () => Promise<boolean>, ms = 180_000) {
  const deadline = Date.now() + ms
  while (!(await look())) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${ms / 1_000} s`)
    await sleep(100)
  }
}

type Funded = Awaited<ReturnType<Client['payroll']>>

/** Gives a payroll 0.1 BTC to spend. */
export async function fund(client: Client, payroll: Funded): Promise<void> {
  await client.call('POST', '/api/sandbox/faucet', { address: payroll.cryptoAddress, btc: '0.1' })
  await client.call('POST', '/api/sandbox/mine', { blocks: 1 })
  await until('the deposit is spendable', async () => {
    const balance = await client.call<PayrollBalance>(
      'GET',
      `/api/v1/payrolls/${payroll._id}/balance`,
    )
    return balance.spendableBalanceString === '10000000'
  })
}

/** A payroll of three people that has 0.1 BTC to spend. */
export async function makeAndFundPayroll(client: Client): Promise<Funded> {
  const payroll = await client.payroll([anAddress(), anAddress(), anAddress()], 100)
  await fund(client, payroll)
  return payroll
}

export const runPath = (payrollId: string) => `/api/v1/companies/payrolls/${payrollId}/run-payment`

/** Until so many payments of the client's company are sent, and all of them are in this state. */
export const waitUntilSent = (client: Client, state: string, count: number): Promise<void> =>
  until(`${count} payments are ${state}`, async () => {
    const states = await readSentStates(client)
    return states.length === count && states.every((one) => one === state)
  })

/** How many payments of the client's company are sent, by the state of each. */
export async function readSentStates(client: Client): Promise<string[]> {
  const { lastTransactions } = await client.call<{
    lastTransactions: { type: string; state: string }[]
  }>('GET', '/api/v1/users/dashboard')
  return lastTransactions.filter(({ type }) => type === 'send').map(({ state }) => state)
}
