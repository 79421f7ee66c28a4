import { once } from 'node:events'
import { holidayFaults } from '#domain/schedule/holidays.ts'
import { createChain } from './adapters/bitcoind/chain.ts'
import { createPlayChain } from './adapters/bitcoind/play-chain.ts'
import { exchangePrices } from './adapters/price/market-consensus-feed.ts'
import { simulatePrices } from './adapters/price/simulated.ts'
import { smtpMailer } from './adapters/smtp/mailer.ts'
import { startApi } from './api.ts'
import { openDataDir } from './embedded/data-dir.ts'
import { readGauges } from './features/monitoring/index.ts'
import { readCurrentPrice } from './features/prices/index.ts'
import { Listener } from './platform/db/notify.ts'
import { armFailpoint } from './platform/observe/failpoint.ts'
import { createLog, type Log, logFileOf } from './platform/observe/log.ts'
import { createMetrics, serveMetrics } from './platform/observe/metrics.ts'
import { type Config, readConfig } from './startup/config.ts'
import { logHolidayFaults } from './startup/holiday-faults.ts'
import { requireNetwork, startDatabase, startNode } from './startup/infrastructure.ts'
import { prepareKeyFiles } from './startup/key-files.ts'
import { closePools, openPools } from './startup/pools.ts'
import { readMacKey } from './startup/secrets.ts'
import { Running } from './startup/shutdown.ts'
import { startSigner } from './startup/signer-process.ts'
import { whyNotStarted } from './startup/startup-error.ts'
import { work } from './worker.ts'

function say(line = ''): void {
  process.stdout.write(`${line}\n`)
}

async function start(config: Config, running: Running, log: Log): Promise<void> {
  const starting = [startDatabase(config, running, log), startNode(config, running, log)] as const
  // When database or node fails to start, the other is waited for: only what has started can be
  // ended.
  await Promise.allSettled(starting)
  const [database, node] = await Promise.all(starting)
  const { rpcUrl, cookieFile } = node
  const { urls } = database
  await database.writeConnections(cookieFile ? { rpcUrl, cookieFile } : null)
  // A machine for the signer alone has no business with the node.
  const needsNode = config.roles.includes('api') || config.roles.includes('worker')
  const chain = createChain(node)
  if (needsNode) await requireNetwork(chain, config.network, log)
  await prepareKeyFiles(config, urls)
  if (config.roles.includes('signer')) {
    const signer = await startSigner(config, urls.signerUrl, log)
    running.onEnd('the signer', () => signer.stop())
  }
  if (!needsNode) return
  logHolidayFaults(holidayFaults, log)

  const serves = config.roles.includes('api')
  const macKey = await readMacKey(config.macKeyFile, config.network)
  const pools = openPools(urls, macKey, log)
  running.onEnd('the connections to the database', () => closePools(pools))
  const listener = new Listener(serves ? urls.directUrl : urls.workerUrl, log)
  await listener.open()
  running.onEnd('the listener', () => listener.close())
  const play = config.sandbox ? createPlayChain(node) : null
  await play?.prepare()
  const price = await readCurrentPrice(pools.watching)
  const metrics = createMetrics(pools, () => readGauges(pools.watching, log))
  const { host, port } = config.metrics
  if (port !== null) {
    const served = await serveMetrics(metrics, { host, port })
    running.onEnd('the metrics', () => served.stop())
  }

  if (config.roles.includes('worker')) {
    const stopping = new AbortController()
    // Loaded only where it is used: it is a tenth of the program's start.
    const textMessages =
      config.twilio && (await import('./adapters/sms/twilio.ts')).twilioTextMessages(config.twilio)
    const working = work(
      {
        db: pools.worker,
        directUrl: urls.workerUrl,
        listener,
        chain,
        play,
        network: config.network,
        feeCeilings: config.feeCeilings,
        autoBumpUsdCents: BigInt(config.autoBumpUsd) * 100n,
        priceFeed: config.priceSources
          ? exchangePrices({
              sources: config.priceSources,
              clock: { now: () => new Date() },
              onChange: (exchange, err) =>
                err
                  ? log.warn({ err, exchange }, 'an exchange gives no price')
                  : log.info({ exchange }, 'an exchange gives prices again'),
            })
          : simulatePrices(Math.random, price?.usdCentsPerBtc ?? null),
        mailer: config.smtp && smtpMailer(config.smtp),
        config,
        macKey,
        textMessages,
        log: log.child({ role: 'worker' }),
      },
      stopping.signal,
    )
    running.onEnd('the worker', async () => {
      stopping.abort()
      await working
    })
  }
  if (serves) {
    const { directUrl } = urls
    const given = { config, macKey, pools, directUrl, listener, chain, play, metrics, log }
    await startApi(given, running)
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  armFailpoint(config.failpoint)
  const running = new Running()
  const stopped = Promise.race([
    once(process, 'SIGINT'),
    once(process, 'SIGTERM'),
    once(process, 'disconnect'),
  ])
  const dataDir = openDataDir(config.dataDir)
  running.onEnd('the data folder', async () => dataDir.release())
  const logFile = logFileOf(config.dataDir)
  const log = createLog(config.logLevel, logFile)
  const serves = config.roles.includes('api')
  say(`Quincena: ${serves ? config.publicUrl : config.roles.join(', ')}`)
  if (config.sandbox) {
    if (serves) say(`Play bitcoin, blocks and prices: ${config.publicUrl}/sandbox`)
    say('The money is play money (regtest). Stop with Ctrl-C.')
  } else if (serves || config.roles.includes('worker')) {
    if (!config.smtp) say('SMTP_URL is not set: no mail is sent, codes and resets included.')
    if (!config.twilio) say('TWILIO_ACCOUNT_SID is not set: codes go by mail alone.')
  }
  if (logFile) say(`The log is in ${logFile}`)
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
    process.stderr.write(`${whyNotStarted(error)}\n`)
    process.exit(1)
  },
)
