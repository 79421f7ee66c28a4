import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PayrollBalance } from '#contract/payrolls.ts'
import { testBitcoind } from './bitcoind.ts'
import type { Client } from './client.ts'
import { anAddress } from './engine.ts'
import { testDatabase } from './postgres.ts'
import { ServerProcess, type Settings } from './process.ts'

export type Installation = Awaited<ReturnType<typeof testInstallation>>

/** One installation of several processes, as on several machines: they meet in the database alone. */
export async function testInstallation(common: Settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-several-'))
  for (const key of ['signer.key', 'mac.key']) {
    writeFileSync(join(folder, key), 'ab'.repeat(32), { mode: 0o400 })
  }
  const [database, node] = await Promise.all([testDatabase(), testBitcoind()])
  const running = new Set<ServerProcess>()
  const endAll = () => Promise.all([...running].map((server) => server.end('SIGTERM')))
  const settingsOf = (name: string, roles: string): Settings => ({
    DATA_DIR: join(folder, name),
    ROLES: roles,
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    ...(roles.includes('signer') ? { SIGNER_DATABASE_URL: database.signerUrl } : {}),
    SIGNER_KEY_FILE: join(folder, 'signer.key'),
    MAC_KEY_FILE: join(folder, 'mac.key'),
    BITCOIND_RPC_URL: node.rpcUrl,
    BITCOIND_COOKIE_FILE: node.cookieFile,
    ...common,
  })
  return {
    database,
    node,
    /** What a process of it is given. */
    settingsOf,
    async start(name: string, roles: string, settings: Settings = {}): Promise<ServerProcess> {
      const server = await ServerProcess.start({ ...settingsOf(name, roles), ...settings })
      running.add(server)
      return server
    },
    endAll,
    async stop(): Promise<void> {
      await endAll()
      await node.stop()
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
}

export async function until(what: string, look: () => Promise<boolean>, ms = 60_000) {
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
export async function fundedPayroll(client: Client): Promise<Funded> {
  const payroll = await client.payroll([anAddress(), anAddress(), anAddress()], 100)
  await fund(client, payroll)
  return payroll
}

export const runPath = (payrollId: string) => `/api/v1/companies/payrolls/${payrollId}/run-payment`

/** How many payments of the client's company are sent, by the state of each. */
export async function sentStates(client: Client): Promise<string[]> {
  const { lastTransactions } = await client.call<{
    lastTransactions: { type: string; state: string }[]
  }>('GET', '/api/v1/users/dashboard')
  return lastTransactions.filter(({ type }) => type === 'send').map(({ state }) => state)
}
