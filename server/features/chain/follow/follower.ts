import { setTimeout as sleep } from 'node:timers/promises'
import type { Network } from '#domain/address.ts'
import { catchUp, type FollowerDeps } from './catch-up.ts'
import { BlockFault, FailingBlock } from './failing-block.ts'
import { followMempool, type Seen } from './mempool.ts'
import { MissingBlock } from './missing-block.ts'
import { saveNodeStatus } from './save-node-status.ts'

/** How often the node is asked for its tip, for its mempool, and for what its fee rates are. */
export type Pace = { lookMs: number; mempoolMs: number; statusMs: number }

/** As blocks come on a network. */
const paceOf = (network: Network): Pace =>
  network === 'regtest'
    ? { lookMs: 250, mempoolMs: 1_000, statusMs: 5_000 }
    : { lookMs: 1_000, mempoolMs: 5_000, statusMs: 5_000 }

/** The follower's duty: blocks as they come, and the mempool from time to time, until `signal`. */
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
      // node_status grows old meanwhile, which is how every process knows that nothing can be paid. Where
      // the node or the database is away, a block that fails is no fault of the block.
      log.warn({ err }, 'following the chain failed; trying again')
      if (err instanceof BlockFault) lastTrouble = await failing.note(deps, err).catch(() => null)
    }
    await sleep(lookMs, undefined, { signal }).catch(() => undefined)
  }
}
