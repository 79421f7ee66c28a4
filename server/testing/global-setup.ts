import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { createPlayChain } from '#server/adapters/bitcoind/play-chain.ts'
import { startBitcoind } from '#server/embedded/bitcoind.ts'
import { startPostgres } from '#server/embedded/postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import {
  endSharedNodes,
  sweepTempDataDirs,
  type TempDataDir,
  tempDataDir,
} from './temp-data-dir.ts'

export interface TestServer {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly workerUrl: string
  readonly signerUrl: string
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer
    /** Data folder of a node that has ended, with the sandbox's chain. `testBitcoind` copies it. */
    preparedChain: string
    /** The folder of the nodes that each worker's files share: `startSharedBitcoind`. */
    sharedNodes: string
  }
}

export const templateName = 'template_quincena'

/** Losses in a power cut do not matter here, and not waiting for the disk halves the time. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
/** Connections for the pools of several programs in each worker; a database lives for seconds. */
const settings = { ...forgetful, max_connections: '500', autovacuum: 'off' }

const quiet = {
  info: () => {},
  warn: (message: string) => process.stderr.write(`${message}\n`),
}

/**
 * Starts one PostgreSQL for the whole run, with a migrated template that `testDatabase` copies, and
 * a chain that nodes copy: mining its 350 blocks takes longer than most tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepTempDataDirs()
  const dataDir = tempDataDir()
  const chain = tempDataDir()
  const nodes = tempDataDir()
  const server = await startPostgres({ dataDir: dataDir.path, log: quiet, settings })
  async function teardown(): Promise<void> {
    await endSharedNodes(nodes.path)
    await server.stop()
    for (const dir of [dataDir, chain, nodes]) dir.remove()
  }
  try {
    const { ownerUrl, appUrl, workerUrl, signerUrl } = server
    await Promise.all([makeTemplate(ownerUrl), prepareChain(chain)])
    project.provide('postgres', { ownerUrl, appUrl, workerUrl, signerUrl })
    project.provide('preparedChain', chain.path)
    project.provide('sharedNodes', nodes.path)
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}

async function makeTemplate(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`CREATE DATABASE ${templateName}`)
  await owner.end()
  await migrate(urlOfDatabase(ownerUrl, templateName))
}

async function prepareChain({ path }: TempDataDir): Promise<void> {
  const node = await startBitcoind({ dataDir: path, log: quiet })
  const { rpcUrl, cookieFile } = node
  try {
    await createPlayChain({ rpcUrl, cookieFile, user: null, password: null }).prepare()
  } finally {
    await node.stop()
  }
}

export function urlOfDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
