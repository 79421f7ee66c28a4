import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#server/embedded/postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { sweepTempDataDirs, tempDataDir } from './temp-data-dir.ts'

export interface TestServer {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly workerUrl: string
  readonly signerUrl: string
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestServer
  }
}

export const templateName = 'template_quincena'

/** Losses in a power cut do not matter here, and not waiting for the disk halves the time. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
/** For the pools of several programs in each worker. */
const settings = { ...forgetful, max_connections: '500' }

const quiet = {
  info: () => {},
  warn: (message: string) => process.stderr.write(`${message}\n`),
}

/** One PostgreSQL for the whole run, with a migrated template that `testDatabase` copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepTempDataDirs()
  const dataDir = tempDataDir()
  const server = await startPostgres({ dataDir: dataDir.path, log: quiet, settings })
  async function teardown(): Promise<void> {
    await server.stop()
    dataDir.remove()
  }
  try {
    const { ownerUrl, appUrl, workerUrl, signerUrl } = server
    await makeTemplate(ownerUrl)
    project.provide('postgres', { ownerUrl, appUrl, workerUrl, signerUrl })
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
  await migrate(withDatabase(ownerUrl, templateName))
}

export function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
