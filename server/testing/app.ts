import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import { defaultFeeCeilings } from '#domain/fee-ceilings.ts'
import { buildApp } from '#server/app.ts'
import { withMacsOfActs } from '#server/authorization/audit-rows.ts'
import { connect } from '#server/platform/db/database.ts'
import { Listener } from '#server/platform/db/notify.ts'
import type { App } from '#server/platform/http/http.ts'
import { Passwords } from '#server/platform/security/passwords.ts'
import { walletOf } from '#server/signer/wallet.ts'
import type { Deps } from '#server/startup/deps.ts'
import { testMacKey } from './codes.ts'
import { testDatabase } from './postgres.ts'

/** BIP 39's first English test vector with 12 words: nobody's money. */
export const testMnemonic = `${'abandon '.repeat(11)}about`

/** Most tests sign up a company and are about something else. `new Passwords()` costs what the program's does. */
export const cheapPasswords = () => new Passwords({ memoryCost: 8 })

type Line = { level: number; msg: string } & Record<string, unknown>
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type CallOptions = { token?: string; body?: unknown; headers?: Record<string, string> }
type Changes = Partial<Omit<Deps, 'config'>> & { config?: Partial<Deps['config']> }
export type TestApp = Awaited<ReturnType<typeof testApp>>

const errorLevel = 50

export const testConfig: Deps['config'] = {
  network: 'regtest',
  explorerTxUrl: '/sandbox/tx/{txid}',
  sandbox: true,
  signUp: 'open',
  apiDocs: true,
  publicUrl: 'http://127.0.0.1:3000',
  trustProxy: false,
  smtp: null,
  metrics: { host: '127.0.0.1', port: null, token: null },
  feeCeilings: defaultFeeCeilings,
}

/** Asks as a client does: `path` under /api/v1, a body as JSON. */
export const caller =
  (app: App) =>
  async (method: Method, path: string, options: CallOptions = {}) => {
    const { token, body, headers } = options
    const response = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return { status: response.statusCode, headers: response.headers, body: response.json() }
  }

/**
 * The built HTTP side on a database of its own with a wallet account; no port, no node. Its clock
 * runs from now and can be put forward. `stop` fails when an error was logged that no test looked at.
 */
export async function testApp({ config, ...changes }: Changes = {}) {
  const database = await testDatabase()
  const macKey = changes.macKey ?? testMacKey
  const onError = (cause: Error) => expect.fail(cause.message)
  const db = withMacsOfActs(connect(database.appUrl, { onError }), macKey)
  const copies = connect(database.appUrl, { poolSize: 3, waitMs: 60_000, onError })
  const watching = connect(database.appUrl, { poolSize: 2, onError })
  const uploadsDir = await mkdtemp(join(tmpdir(), 'quincena-uploads-'))
  const worker = withMacsOfActs(connect(database.workerUrl, { onError }), macKey)
  const owner = connect(database.ownerUrl, { onError })
  const { xpub } = await walletOf(testMnemonic, 'regtest')
  await owner.insertInto('wallet_account').values({ network: 'regtest', xpub }).execute()

  const lines: Line[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const listener = new Listener(database.appUrl, log)
  await listener.open()
  let addedMs = 0
  const deps: Deps = {
    config: { ...testConfig, ...config },
    db,
    copies,
    watching,
    uploadsDir,
    listener,
    passwords: cheapPasswords(),
    clock: { now: () => new Date(Date.now() + addedMs) },
    log,
    macKey,
    smsConfigured: true,
    chain: null,
    metrics: null,
    stopping: new AbortController().signal,
    sandbox: null,
    ...changes,
  }
  const app = await buildApp(deps)
  await app.ready()

  return {
    app,
    db,
    /** A connection as the role of the worker. */
    worker,
    owner,
    listener,
    call: caller(app),
    config: deps.config,
    macKey: deps.macKey,
    log,
    copies,
    uploadsDir,
    url: database.appUrl,
    signerUrl: database.signerUrl,
    /** The time by the application's clock. */
    now: () => deps.clock.now(),
    wait: (ms: number) => {
      addedMs += ms
    },
    /** The log lines since the last look. */
    logged: () => lines.splice(0),
    async stop() {
      await app.close()
      await listener.close()
      await Promise.all([db, copies, watching, worker, owner].map((pool) => pool.destroy()))
      await database.drop()
      expect(await readdir(uploadsDir), 'uploads that nobody removed').toEqual([])
      await rm(uploadsDir, { recursive: true })
      const faults = lines.filter(({ level }) => level >= errorLevel)
      expect(faults, 'errors in the log that no test looked at').toEqual([])
    },
  }
}
