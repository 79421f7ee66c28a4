import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/platform/db/database.ts'
import type { Log } from '#server/platform/observe/log.ts'
import type { Chain, PlayChain } from '#server/ports.ts'
import { isAutoMining } from './state.ts'

export type AutoMiningDeps = {
  db: Db
  chain: Chain
  play: PlayChain
  log: Log
  /** The delay from the first waiting transaction to the block. */
  blockDelayMs?: number
}

const pollMs = 250
const troubleMs = 2_000
const standardBlockDelayMs = 3_000

/**
 * Mines while the switch is on and a transaction waits. Empty blocks are never mined, because the
 * reward halves every 150 blocks.
 */
async function autoMine(deps: AutoMiningDeps, signal: AbortSignal): Promise<void> {
  const { db, chain, play, log, blockDelayMs = standardBlockDelayMs } = deps
  let waitingSince: number | null = null
  let unminable = new Set<string>()
  while (!signal.aborted) {
    let pauseMs = pollMs
    try {
      const mempool = (await isAutoMining(db)) ? await chain.mempoolTxids() : []
      const waiting = mempool.filter((txid) => !unminable.has(txid))
      if (waiting.length === 0) waitingSince = null
      else waitingSince ??= performance.now()
      if (waitingSince !== null && performance.now() - waitingSince >= blockDelayMs) {
        await play.mine(1)
        waitingSince = null
        const left = new Set(await chain.mempoolTxids())
        // A transaction that stays out of an otherwise empty block would be mined for without end.
        if (waiting.every((txid) => left.has(txid))) unminable = left
      }
    } catch (err) {
      log.warn({ err }, 'automatic mining failed; trying again')
      pauseMs = troubleMs
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

/** The worker's sandbox loop: creates the chain, and mines while that is switched on. */
export async function runSandbox(deps: AutoMiningDeps, signal: AbortSignal): Promise<void> {
  let prepared = false
  while (!prepared && !signal.aborted) {
    try {
      await deps.play.prepare()
      prepared = true
    } catch (err) {
      deps.log.warn({ err }, 'the play chain is not ready; trying again')
      await sleep(1_000, undefined, { signal }).catch(() => undefined)
    }
  }
  await autoMine(deps, signal)
}
