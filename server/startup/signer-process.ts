import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Failpoint } from '../platform/observe/failpoint.ts'
import { type Log, logFileOf } from '../platform/observe/log.ts'
import type { Config } from './config.ts'
import { feeSettingsOf } from './fee-settings.ts'
import { PartNotStarted } from './startup-error.ts'

const restartAfterMs = 1_000

export type SignerProcess = { stop(): Promise<void> }

/**
 * Keeps the signer running as a child process that is given its own settings and nothing else of
 * this process's environment. Resolves once the seed is open; a signer that cannot start at all
 * rejects, a later death only starts it again.
 */
export async function startSigner(
  config: Config,
  databaseUrl: string,
  log: Log,
): Promise<SignerProcess> {
  let stopped = false
  let child: ChildProcess

  const launch = (failpoint: Failpoint | null = null) => {
    child = fork(join(import.meta.dirname, '../signer/main.ts'), {
      env: {
        SIGNER_DATABASE_URL: databaseUrl,
        SIGNER_KEY_FILE: config.signerKeyFile,
        SIGNER_COUNT_FILE: config.signerCountFile,
        MAC_KEY_FILE: config.macKeyFile,
        BITCOIN_NETWORK: config.network,
        LOG_LEVEL: config.logLevel,
        LOG_FILE: logFileOf(config.dataDir) ?? '',
        SIGNER_MAX_USD_PER_PAYMENT: String(config.signerCaps.usdPerPayment ?? ''),
        SIGNER_MAX_USD_PER_DAY: String(config.signerCaps.usdPerDay ?? ''),
        SIGNER_MAX_USD_PER_DAY_ALL: String(config.signerCaps.usdPerDayOfAll ?? ''),
        ...feeSettingsOf(config.feeCeilings),
        PUBLIC_URL: config.publicUrl,
        SANDBOX: config.sandbox ? 'on' : 'off',
        FAILPOINT: failpoint ?? '',
      },
    })
    return child
  }

  const keepRunning = async (running: ChildProcess) => {
    const [code, signal] = await once(running, 'exit')
    if (stopped) return
    log.error({ code, signal }, 'the signer ended; it is started again')
    await sleep(restartAfterMs)
    if (!stopped) void keepRunning(launch())
  }

  const first = launch(config.failpoint)
  const [outcome] = await Promise.race([once(first, 'message'), once(first, 'exit')])
  if (outcome !== 'ready') throw new PartNotStarted('The signer could not start, as it said.')
  void keepRunning(first)
  return {
    async stop() {
      stopped = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}
