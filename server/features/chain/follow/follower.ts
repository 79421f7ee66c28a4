import { setTimeout as sleep } from 'node:timers/promises'
import type { Network } from '#domain/address.ts'
import { catchUp, type FollowerDeps } from './catch-up.ts'
import { BlockFault, FailingBlock } from './failing-block.ts'
import { followMempool, type Seen } from './mempool.ts'
import { MissingBlock } from './missing-block.ts'
import { saveNodeStatus } from './save-node-status.ts'

/**
 * How often the follower asks for the tip, for the mempool, and for the node's status and fee
 * rates.
 */
export type Pace = { lookMs: number; mempoolMs: number; statusMs: number }

/** Regtest has blocks at any moment, mainnet every ten minutes. */
const paceOf = (network: Network): Pace =>
  network === 'regtest'
    ? { lookMs: 250, mempoolMs: 1_000, statusMs: 5_000 }
    : { lookMs: 1_000, mempoolMs: 5_000, statusMs: 5_000 }

/**
 * The worker's follower loop until `signal`: connects blocks as they come, and reads the mempool
 * from time to time.
 */
export async function follow(
  deps: FollowerDeps & { pace?: Pace },
  signal: AbortSignal,
): Promise<void> {
  const { log } = deps
  const { lookMs, mempoolMs, statusMs } = deps.pace ?? paceOf(deps.network)
  const seen: Seen = new Set()
  const failing = new FailingBlock()
  const missingBlock = new MissingBlock()
  let mempoolAt = 0
  let statusAt = 0
  let lastTip = ''
  let lastTrouble: string | null = null
  while (!signal.aborted) {
    try {
      const { info, tip, trouble, missing } = await catchUp(deps, signal)
      if (missing) await missingBlock.ask(deps.chain, missing)
      const now = Date.now()
      const moved = tip.hash !== lastTip
      if (!trouble && (moved || now - mempoolAt >= mempoolMs)) {
        await followMempool(deps, seen, tip)
        mempoolAt = now
      }
      if (moved || trouble || lastTrouble || now - statusAt >= statusMs) {
        await saveNodeStatus(deps, info, tip, trouble)
        statusAt = now
        lastTip = tip.hash
        lastTrouble = trouble
      }
    } catch (err) {
      // Meanwhile node_status grows old, by which every process knows that nothing can be paid.
      // While the node or the database is away, a failing block is not the block's fault.
      log.warn({ err }, 'following the chain failed; trying again')
      if (err instanceof BlockFault) lastTrouble = await failing.note(deps, err).catch(() => null)
    }
    await sleep(lookMs, undefined, { signal }).catch(() => undefined)
  }
}
