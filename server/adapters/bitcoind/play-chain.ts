import { z } from 'zod'
import { hourMs, secondMs } from '#domain/durations.ts'
import { type Chain, ChainError, FaucetLow, type PlayChain } from '#server/ports.ts'
import { hash } from './answers.ts'
import { chainOver } from './chain.ts'
import { chooseUtxos, type Payout, signFaucetTransaction } from './faucet-transaction.ts'
import {
  type FaucetUtxos,
  faucetAddress,
  faucetScript,
  faucetUtxos,
  readReturningSats,
} from './faucet-utxos.ts'
import { Rpc, type RpcOptions } from './rpc.ts'

/**
 * Regtest halves the reward every 150 blocks. 149 pay 50 BTC each; 101 more make the first ones old
 * enough to spend.
 */
const firstHeight = 149 + 101
/** Blocks mined on a chain that others have begun: enough for half of the new rewards to mature. */
const blocksOnAnothersChain = 150
/** Made from the first rewards: so many calls find a UTXO of their own before a block is mined. */
const potSats = 10n * 100_000_000n
const potsAtMost = 200
const rewardsForPots = 49
const mineTimeoutMs = 60_000
/** Another process may take the same UTXO first. */
const giveTries = 5

/** The `PlayChain` of server/ports.ts: no wallet in the node, the keys and the signing are here. */
export function createPlayChain(options: RpcOptions): PlayChain {
  const rpc = new Rpc(options)
  const chain = chainOver(rpc)
  let lastGift: Promise<unknown> = Promise.resolve()
  return {
    mine: (blocks) => mine(rpc, chain, blocks),
    isPrepared: async () => isSplit(await faucetUtxos(rpc)),
    async prepare() {
      const { height, initialDownload } = await chain.info()
      const utxos = await faucetUtxos(rpc)
      // A tip older than a day counts as initial download until there is a new block.
      if (isSplit(utxos) && initialDownload) await mine(rpc, chain, 1)
      if (isSplit(utxos)) return
      const missing = isEmpty(utxos) ? blocksOnAnothersChain : 0
      await mineInThePast(rpc, chain, Math.max(firstHeight - height, missing))
      await splitRewards(rpc, chain)
      await mine(rpc, chain, 1)
    },
    give(script, sats) {
      // Gifts follow one another, so that two calls at once do not choose the same UTXO.
      const gift = lastGift.then(() => give(rpc, chain, { script, sats }))
      lastGift = gift.catch(() => undefined)
      return gift
    },
  }
}

const isEmpty = ({ free, immatureSats, spenders }: FaucetUtxos) =>
  free.length === 0 && immatureSats === 0n && spenders.length === 0

/** Pots and their change are UTXOs that no block paid as its reward. */
const isSplit = ({ free, spenders }: FaucetUtxos) =>
  spenders.length > 0 || free.some((utxo) => !utxo.coinbase)

async function mine(rpc: Rpc, chain: Chain, blocks: number): Promise<number> {
  const hashes = await rpc.call(
    'generatetoaddress',
    [blocks, faucetAddress],
    z.array(hash).length(blocks),
    mineTimeoutMs,
  )
  // Writes the UTXO set to disk: a regtest node killed before it ever did begins again at height 0.
  await rpc.call('gettxoutsetinfo', ['none'], z.unknown(), mineTimeoutMs)
  return (await chain.header(hashes.at(-1) as string)).height
}

/**
 * A block's time must be above the median of the eleven before it (BIP 113), so many blocks at once
 * run ahead of the clock, a second for every six: these begin an hour ago.
 */
async function mineInThePast(rpc: Rpc, chain: Chain, blocks: number): Promise<void> {
  const secondsNow = Math.floor(Date.now() / 1000)
  await rpc.call('setmocktime', [secondsNow - hourMs / secondMs], z.null())
  try {
    if (blocks > 0) await mine(rpc, chain, blocks)
  } finally {
    await rpc.call('setmocktime', [0], z.null())
  }
}

/** Twice the least: a faucet that had to wait for a cheaper mempool would be no use. */
async function feeRate(chain: Chain): Promise<bigint> {
  return 2n * (await chain.minimumFeeRate())
}

async function splitRewards(rpc: Rpc, chain: Chain): Promise<void> {
  const rate = await feeRate(chain)
  const rewards = (await faucetUtxos(rpc)).free
    .sort((a, b) => Number(b.sats - a.sats))
    .slice(0, rewardsForPots)
  for (let pots = potsAtMost; pots > 0; pots--) {
    const payouts = Array.from({ length: pots }, () => ({ script: faucetScript, sats: potSats }))
    const chosen = chooseUtxos(rewards, payouts, rate)
    if (!chosen) continue
    await chain.send(signFaucetTransaction(rewards, payouts, rate), 2n * rate)
    return
  }
}

async function give(rpc: Rpc, chain: Chain, payout: Payout): Promise<string> {
  for (let tries = 1; ; tries++) {
    const rate = await feeRate(chain)
    const utxos = await faucetUtxos(rpc)
    const chosen = chooseUtxos(utxos.free, [payout], rate)
    if (!chosen) {
      throw new FaucetLow({
        requestedSats: payout.sats,
        freeSats: utxos.free.reduce((sum, { sats }) => sum + sats, 0n),
        nextBlockSats: await readReturningSats(chain, utxos.spenders),
        laterSats: utxos.immatureSats,
      })
    }
    try {
      return await chain.send(signFaucetTransaction(chosen, [payout], rate), 2n * rate)
    } catch (error) {
      // Taken in the meantime. Paying the same rate, ours does not replace the one that took it.
      const refused = error instanceof ChainError && error.kind === 'refused'
      if (!refused || tries === giveTries) throw error
    }
  }
}
