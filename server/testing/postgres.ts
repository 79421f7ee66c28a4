import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { restoreDump } from './dump.ts'
import { type TestServer, templateName, urlOfDatabase } from './global-setup.ts'

export interface TestDatabase extends TestServer {
  /** Fails while somebody is still connected: a pool that a test forgot to end. */
  drop(): Promise<void>
}

/** A migrated database of its own for a test file, as fast as copying one; or one made of a dump. */
export async function testDatabase(dump?: string): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = dump === undefined ? templateName : 'template0'
  await asOwner(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  if (dump !== undefined) restoreDump(urlOfDatabase(server.ownerUrl, name), dump)
  return {
    ownerUrl: urlOfDatabase(server.ownerUrl, name),
    appUrl: urlOfDatabase(server.appUrl, name),
    workerUrl: urlOfDatabase(server.workerUrl, name),
    signerUrl: urlOfDatabase(server.signerUrl, name),
    drop: () => asOwner(server, `DROP DATABASE ${name}`),
  }
}

async function asOwner({ ownerUrl }: TestServer, sql: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(sql)
  } finally {
    await owner.end()
  }
}
