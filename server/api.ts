import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { runImports } from './features/imports/index.ts'
import { lead } from './platform/db/leader.ts'
import type { Listener } from './platform/db/notify.ts'
import { drain } from './platform/http/drain.ts'
import { emptyFolder } from './platform/http/temporary-files.ts'
import type { Log } from './platform/observe/log.ts'
import type { Metrics } from './platform/observe/metrics.ts'
import { Passwords } from './platform/security/passwords.ts'
import type { Chain, PlayChain } from './ports.ts'
import type { Config } from './startup/config.ts'
import type { Pools } from './startup/pools.ts'
import type { Running } from './startup/shutdown.ts'

type ApiDeps = {
  config: Config
  pools: Pools
  macKey: KeyObject
  /** The database itself and no pooler: leadership is held by a session's advisory lock. */
  directUrl: string
  listener: Listener
  chain: Chain
  /** null where nobody plays. */
  play: PlayChain | null
  metrics: Metrics
  log: Log
}

/** The role that serves HTTP and saves long lists of employees. */
export async function startApi(deps: ApiDeps, running: Running): Promise<void> {
  const { config, macKey, pools, directUrl, listener, chain, play, metrics, log } = deps
  const stopping = new AbortController()
  // The api does this and not the worker, because lists of employees need the MAC key.
  const importing = lead(directUrl, 'imports', log, stopping.signal, (leading) =>
    runImports({ db: pools.requests, listener, macKey, network: config.network, log }, leading),
  )
  running.onEnd('imports', async () => {
    stopping.abort()
    await importing
  })
  const ending = new AbortController()
  const app = await buildApp({
    config,
    db: pools.requests,
    copies: pools.copies,
    watching: pools.watching,
    uploadsDir: await emptyFolder(join(config.dataDir, 'uploads')),
    listener,
    passwords: new Passwords(),
    clock: { now: () => new Date() },
    log: log.child({ role: 'api' }),
    macKey,
    smsConfigured: config.sandbox || config.twilio !== null,
    chain,
    metrics,
    stopping: ending.signal,
    sandbox: play && { chain, play },
  })
  await app.listen({ host: config.host, port: config.port })
  const drainMs = config.drainSeconds * 1_000
  running.onEnd('the web server', () => drain(app, ending, { drainMs, log }))
}
