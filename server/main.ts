import { once } from 'node:events'
import type { Network } from '#domain/address.ts'
import { createChain } from './adapters/bitcoind/chain.ts'
import { createPlayChain } from './adapters/bitcoind/play-chain.ts'
import { marketPrices } from './adapters/price/feed.ts'
import { simulatedPrices } from './adapters/price/simulated.ts'
import { twilioTextMessages } from './adapters/sms/twilio.ts'
import { smtpMailer } from './adapters/smtp/mailer.ts'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { startBitcoind } from './embedded/bitcoind.ts'
import { DataDirInUse, openDataDir, writeConnections } from './embedded/data-dir.ts'
import { startPostgres } from './embedded/postgres.ts'
import { currentPrice } from './features/coins/index.ts'
import { runImports } from './features/imports/index.ts'
import { connect } from './platform/database.ts'
import { drain } from './platform/drain.ts'
import { armFailpoint } from './platform/failpoint.ts'
import { lead } from './platform/leader.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMetrics, serveMetrics } from './platform/metrics.ts'
import { migrate } from './platform/migrate.ts'
import { Listener } from './platform/notify.ts'
import { Passwords } from './platform/passwords.ts'
import type { Chain } from './ports.ts'
import { ensureKeyFile, readMacKey, SecretRefused } from './secrets.ts'
import { startSigner } from './signer-process.ts'
import { work } from './worker.ts'

/** What was started, ended in the reverse order and once. */
class Running {
  readonly #ends: { name: string; end: () => Promise<void> }[] = []
  #ending: Promise<void> | null = null

  onEnd(name: string, end: () => Promise<void>): void {
    this.#ends.push({ name, end })
  }

  end(log: Log): Promise<void> {
    this.#ending ??= (async () => {
      for (const { name, end } of this.#ends.reverse()) {
        await end().catch((err) => log.error({ err }, `could not end ${name}`))
      }
    })()
    return this.#ending
  }
}

function say(line = ''): void {
  process.stdout.write(`${line}\n`)
}

async function startDatabase(config: Config, running: Running, log: Log) {
  if (config.database) return config.database
  const postgres = await startPostgres({ dataDir: config.dataDir, log })
  running.onEnd('PostgreSQL', () => postgres.stop())
  const { appUrl, ownerUrl, signerUrl } = postgres
  return { url: appUrl, directUrl: appUrl, ownerUrl, signerUrl }
}

async function startNode(config: Config, running: Running, log: Log) {
  if (config.bitcoind) return config.bitcoind
  const bitcoind = await startBitcoind({ dataDir: config.dataDir, log })
  running.onEnd('bitcoind', () => bitcoind.stop())
  return { rpcUrl: bitcoind.rpcUrl, cookieFile: bitcoind.cookieFile, user: null, password: null }
}

/** One that does not answer may be starting and is waited for; one on another chain is a mistake. */
async function requireNetwork(chain: Chain, network: Network, log: Log): Promise<void> {
  const info = await chain.info().catch((err: unknown) => {
    log.warn({ err }, 'the node does not answer yet')
    return null
  })
  if (info && info.network !== network) {
    throw new ConfigError([
      `The node of BITCOIND_RPC_URL is on ${info.network}, and BITCOIN_NETWORK is ${network}.`,
    ])
  }
}

async function start(config: Config, running: Running, log: Log): Promise<void> {
  const starting = [startDatabase(config, running, log), startNode(config, running, log)] as const
  // Where one fails, the other is waited for: only what has started can be ended.
  await Promise.allSettled(starting)
  const [database, node] = await Promise.all(starting)
  const { rpcUrl, cookieFile } = node
  writeConnections(config.dataDir, {
    postgres: database.ownerUrl,
    ...(cookieFile && { bitcoind: { rpcUrl, cookieFile } }),
  })
  // A machine for the signer alone has no business with the node.
  const needsNode = config.roles.includes('api') || config.roles.includes('worker')
  const chain = createChain(node)
  if (needsNode) await requireNetwork(chain, config.network, log)
  await migrate(database.ownerUrl)
  await ensureKeyFile(config.macKeyFile)
  if (config.roles.includes('signer')) {
    await ensureKeyFile(config.signerKeyFile)
    const signer = await startSigner(config, database.signerUrl, log)
    running.onEnd('the signer', () => signer.stop())
  }
  if (!needsNode) return

  const db = connect(database.url, {
    // Where they differ, the first one leads through a pooler.
    pooled: database.url !== database.directUrl,
    onError: (err) => log.warn({ err }, 'lost a database connection'),
  })
  running.onEnd('the database pool', () => db.destroy())
  const listener = new Listener(database.directUrl, log)
  await listener.open()
  running.onEnd('the listener', () => listener.close())
  const play = config.sandbox ? createPlayChain(node) : null
  await play?.prepare()
  const price = await currentPrice(db)
  const metrics = createMetrics(db, log)
  const { host, port } = config.metrics
  if (port !== null) {
    const served = await serveMetrics(metrics, { host, port })
    running.onEnd('the metrics', () => served.stop())
  }

  if (config.roles.includes('worker')) {
    const stopping = new AbortController()
    const working = work(
      {
        db,
        directUrl: database.directUrl,
        listener,
        chain,
        play,
        network: config.network,
        autoBumpUsdCents: BigInt(config.autoBumpUsd) * 100n,
        priceFeed: config.priceSources
          ? marketPrices({
              sources: config.priceSources,
              clock: { now: () => new Date() },
              onChange: (market, err) =>
                err
                  ? log.warn({ err, market }, 'a market gives no price')
                  : log.info({ market }, 'a market gives prices again'),
            })
          : simulatedPrices(Math.random, price?.usdCentsPerBtc ?? null),
        mailer: config.smtp && smtpMailer(config.smtp),
        publicUrl: config.publicUrl,
        textMessages: config.twilio && twilioTextMessages(config.twilio),
        log: log.child({ role: 'worker' }),
      },
      stopping.signal,
    )
    running.onEnd('the worker', async () => {
      stopping.abort()
      await working
    })
  }
  if (config.roles.includes('api')) {
    const macKey = await readMacKey(config.macKeyFile, config.network)
    const stopping = new AbortController()
    // Of the api and not of the worker, because lists of employees need the MAC key.
    const importing = lead(database.directUrl, 'imports', log, stopping.signal, (leading) =>
      runImports({ db, listener, macKey, network: config.network, log }, leading),
    )
    running.onEnd('imports', async () => {
      stopping.abort()
      await importing
    })
    const ending = new AbortController()
    const app = await buildApp({
      config,
      db,
      listener,
      passwords: new Passwords(),
      clock: { now: () => new Date() },
      log: log.child({ role: 'api' }),
      macKey,
      smsConfigured: config.sandbox || config.twilio !== null,
      chain,
      metrics,
      ...(port === null ? { metricsHost: host } : {}),
      stopping: ending.signal,
      sandbox: play && { chain, play },
    })
    await app.listen({ host: config.host, port: config.port })
    const drainMs = config.drainSeconds * 1_000
    running.onEnd('the web server', () => drain(app, ending, { drainMs, log }))
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  armFailpoint(config.failpoint)
  const running = new Running()
  const stopped = Promise.race([
    once(process, 'SIGINT'),
    once(process, 'SIGTERM'),
    once(process, 'disconnect'),
  ])
  const dataDir = openDataDir(config.dataDir)
  running.onEnd('the data folder', async () => dataDir.release())
  const serves = config.roles.includes('api')
  say(`Quincena: ${serves ? config.publicUrl : config.roles.join(', ')}`)
  if (config.sandbox) {
    if (serves) say(`Play bitcoin, blocks and prices: ${config.publicUrl}/sandbox`)
    say('The money is play money (regtest). Stop with Ctrl-C.')
  } else {
    if (!config.smtp) say('SMTP_URL is not set: no mail is sent, codes and resets included.')
    if (!config.twilio) say('TWILIO_ACCOUNT_SID is not set: codes go by mail alone.')
  }
  try {
    await start(config, running, log)
    say('Ready.')
    await stopped
  } finally {
    await running.end(log)
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const known =
      error instanceof ConfigError ||
      error instanceof DataDirInUse ||
      error instanceof SecretRefused
    process.stderr.write(
      `${known ? (error as Error).message : error instanceof Error ? error.stack : error}\n`,
    )
    process.exit(1)
  },
)
