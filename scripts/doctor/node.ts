import { z } from 'zod'
import { Rpc, type RpcOptions } from '#server/adapters/bitcoind/rpc.ts'
import { ChainError } from '#server/ports.ts'
import { wordsOf } from '../say.ts'
import { type Finding, fine, note, reasonOf, wrong } from './finding.ts'

const oldestVersion = 280_000
const staleTipMs = 90 * 60_000

const chainInfo = z.object({
  chain: z.string(),
  blocks: z.number(),
  headers: z.number(),
  time: z.number(),
  initialblockdownload: z.boolean(),
  pruned: z.boolean(),
  pruneheight: z.number().optional(),
})
const networkInfo = z.object({
  version: z.number(),
  subversion: z.string(),
  connections: z.number(),
})

/** All that the program calls, with what a node that allows the call can answer. */
const calls: [string, unknown[]][] = [
  ['getbestblockhash', []],
  ['getblockhash', [0]],
  ['getrawmempool', [false, true]],
  ['getmempoolinfo', []],
  ['estimatesmartfee', [3, 'economical']],
  ['gettxout', ['00'.repeat(32), 0, true]],
  ['gettxspendingprevout', [[{ txid: '00'.repeat(32), vout: 0 }]]],
  ['testmempoolaccept', [['00']]],
  ['getmempoolentry', ['00'.repeat(32)]],
  ['scantxoutset', ['status']],
]

/** Whether this is the right node, awake, on the newest block, and lets the program call what it needs. */
export async function examineNode(
  options: RpcOptions,
  network: string,
  lastHeight: number | null,
): Promise<Finding[]> {
  const rpc = new Rpc(options)
  const info = await rpc.call('getblockchaininfo', [], chainInfo).catch((error: unknown) => error)
  if (!(typeof info === 'object' && info !== null && 'chain' in info)) {
    return [wrong(`The node at ${new URL(options.rpcUrl).host} cannot be used: ${reasonOf(info)}.`)]
  }
  const findings = [...standing(info as z.infer<typeof chainInfo>, network, lastHeight)]
  const { version, subversion, connections } = await rpc.call('getnetworkinfo', [], networkInfo)
  findings.push(
    version < oldestVersion
      ? wrong(`The node is ${subversion}; 28 or newer is needed.`)
      : fine(`The node is ${subversion}.`),
  )
  if (connections === 0 && network !== 'regtest') {
    findings.push(wrong('The node has no peers: nothing that is sent would leave it.'))
  }
  return [...findings, ...(await permissions(rpc))]
}

function* standing(
  info: z.infer<typeof chainInfo>,
  network: string,
  lastHeight: number | null,
): Generator<Finding> {
  if (info.chain !== network) {
    yield wrong(`The node is on ${info.chain}, and BITCOIN_NETWORK is ${network}.`)
    return
  }
  const behind = info.headers - info.blocks
  if (info.initialblockdownload || behind > 1) {
    yield wrong(`The node is still catching up: block ${info.blocks} of ${info.headers}.`)
  } else {
    yield fine(`The node is on ${network} at block ${info.blocks}.`)
  }
  const ageMs = Date.now() - info.time * 1000
  if (network === 'main' && !info.initialblockdownload && ageMs > staleTipMs) {
    yield wrong(
      `The node's newest block is ${Math.round(ageMs / 60_000)} minutes old: nothing is paid.`,
    )
  }
  if (lastHeight !== null && info.blocks < lastHeight) {
    yield wrong(`The node is at block ${info.blocks}, and the program has seen ${lastHeight}.`)
  }
  if (!info.pruned) return
  const oldest = info.pruneheight ?? 0
  yield lastHeight !== null && lastHeight < oldest
    ? wrong(
        `The node has pruned blocks that the program has not read (it stands at ${lastHeight}, the node's oldest is ${oldest}). See 'A pruned node' in docs/operating/bitcoind.md.`,
      )
    : note(`The node is pruned; it has the last ${info.blocks - oldest} blocks.`)
}

/** Forbidden calls answer 403, which the client reports as a refused request and not as an answer. */
async function permissions(rpc: Rpc): Promise<Finding[]> {
  const forbidden: string[] = []
  for (const [method, params] of calls) {
    try {
      await rpc.call(method, params, z.unknown())
    } catch (error) {
      // The node's own 'no' to a question about nothing is the answer of a call that is allowed.
      const answered = error instanceof ChainError && error.kind !== 'unknown'
      if (!answered && /403|whitelist/i.test(wordsOf(error))) forbidden.push(method)
    }
  }
  return forbidden.length > 0
    ? [
        wrong(
          `The node's user may not call ${forbidden.join(', ')}: see rpcwhitelist in deploy/bitcoin.conf.`,
        ),
      ]
    : [fine('The node lets its user call all that is needed.')]
}
