import { z } from 'zod'
import type { Rpc } from '#server/adapters/bitcoind/rpc.ts'
import { RpcError } from '#server/adapters/bitcoind/rpc-error.ts'
import { type Finding, fine, reasonOf, wrong } from './finding.ts'

const nothing = '00'.repeat(32)

/** All that the program calls, each with a question about nothing: the node's 'no' is an answer too. */
export const calls: Record<string, unknown[]> = {
  getblockchaininfo: [],
  getnetworkinfo: [],
  getblockhash: [0],
  getblockheader: [nothing, true],
  getblock: [nothing, 0],
  getpeerinfo: [],
  getblockfrompeer: [nothing, 0],
  getrawmempool: [false, true],
  getrawtransaction: [nothing],
  getmempoolentry: [nothing],
  getmempoolinfo: [],
  gettxout: [nothing, 0, true],
  scantxoutset: ['status'],
  estimatesmartfee: [3, 'economical'],
  testmempoolaccept: [['00']],
  sendrawtransaction: ['00'],
  submitpackage: [['00', '00']],
}

/** The further calls of the sandbox. */
export const playCalls: Record<string, unknown[]> = {
  generatetoaddress: [0, 'nowhere'],
  gettxoutsetinfo: ['none'],
  gettxspendingprevout: [[{ txid: nothing, vout: 0 }]],
  setmocktime: [-1],
}

/** Whether the node lets its user call what the program calls. */
export async function examineCalls(rpc: Rpc, sandbox: boolean): Promise<Finding[]> {
  const forbidden: string[] = []
  for (const [method, params] of Object.entries({ ...calls, ...(sandbox ? playCalls : {}) })) {
    try {
      await rpc.call(method, params, z.unknown())
    } catch (error) {
      if (error instanceof RpcError) continue
      // A forbidden call is refused before it is one, with a status and without JSON.
      if (!(error instanceof Error && /HTTP 403/.test(error.message))) {
        return [wrong(`The node does not answer ${method}: ${reasonOf(error)}.`)]
      }
      forbidden.push(method)
    }
  }
  return forbidden.length > 0
    ? [
        wrong(
          `The node's user may not call ${forbidden.join(', ')}: see -rpcwhitelist in docs/operating/bitcoind.md.`,
        ),
      ]
    : [fine('The node lets its user call all that is needed.')]
}
