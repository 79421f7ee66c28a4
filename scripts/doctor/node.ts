import { z } from 'zod'
import type { Network } from '#domain/address.ts'
import { minuteMs, secondMs } from '#domain/durations.ts'
import { isNodeBehind, isTipOld } from '#domain/node-and-price.ts'
import { Rpc, type RpcOptions } from '#server/adapters/bitcoind/rpc.ts'
import type { Config } from '#server/startup/config.ts'
import { examineCalls } from './calls.ts'
import { type Finding, fine, note, reasonOf, wrong } from './finding.ts'

const oldestVersion = 280_000

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

/** Whether this is the right node, awake, on the newest block, and lets the program call what it needs. */
export async function examineNode(
  options: RpcOptions,
  { network, sandbox }: Pick<Config, 'network' | 'sandbox'>,
  lastHeight: number | null,
): Promise<Finding[]> {
  const rpc = new Rpc(options)
  const info = await rpc.call('getblockchaininfo', [], chainInfo).catch((error: unknown) => error)
  if (!(typeof info === 'object' && info !== null && 'chain' in info)) {
    return [wrong(`The node at ${new URL(options.rpcUrl).host} cannot be used: ${reasonOf(info)}.`)]
  }
  const findings = [...standing(info as z.infer<typeof chainInfo>, network, lastHeight)]
  findings.push(...(await company(rpc, network)))
  return [...findings, ...(await examineCalls(rpc, sandbox))]
}

async function company(rpc: Rpc, network: string): Promise<Finding[]> {
  try {
    const info = await rpc.call('getnetworkinfo', [], networkInfo)
    const findings = [
      info.version < oldestVersion
        ? wrong(`The node is ${info.subversion}; 28 or newer is needed.`)
        : fine(`The node is ${info.subversion}.`),
    ]
    if (info.connections === 0 && network !== 'regtest') {
      findings.push(wrong('The node has no peers: nothing that is sent would leave it.'))
    }
    return findings
  } catch (error) {
    return [wrong(`The node does not say its version and its peers: ${reasonOf(error)}.`)]
  }
}

function* standing(
  info: z.infer<typeof chainInfo>,
  network: Network,
  lastHeight: number | null,
): Generator<Finding> {
  if (info.chain !== network) {
    yield wrong(`The node is on ${info.chain}, and BITCOIN_NETWORK is ${network}.`)
    return
  }
  const isBehind = isNodeBehind({ height: info.blocks, headers: info.headers })
  if (info.initialblockdownload || isBehind) {
    yield wrong(`The node is still catching up: block ${info.blocks} of ${info.headers}.`)
  } else {
    yield fine(`The node is on ${network} at block ${info.blocks}.`)
  }
  const now = new Date()
  const tipAt = new Date(info.time * secondMs)
  if (!info.initialblockdownload && isTipOld({ network, tipAt }, now)) {
    const minutes = Math.round((now.getTime() - tipAt.getTime()) / minuteMs)
    yield wrong(`The node's newest block is ${minutes} minutes old: nothing is paid.`)
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
