import { ChainError, type ChainErrorKind } from '#server/ports.ts'

/**
 * Codes by which the node says that it looked at a transaction or an argument and refuses it
 * (src/rpc/protocol.h). Any other code says nothing about the outcome: a node that is starting
 * (−28), out of memory (−7) or broken inside (−32603) may have done the work.
 */
const refusals = new Set([
  -3, // wrong type
  -8, // invalid parameter
  -22, // deserialisation failed
  -25, // verification failed: inputs missing or spent, fee above our ceiling
  -26, // rejected by policy or consensus
  -27, // outputs already in the UTXO set
  -32601, // no such method
  -32602, // invalid parameters
])

/** The text after the first comma is detail that varies between versions. */
export const errorToken = (message: string): string => (message.split(',')[0] ?? '').trim()

function kindOf(code: number, message: string): ChainErrorKind {
  if (code === -5) return 'missing'
  if (code === -8 && /out of range/i.test(message)) return 'missing'
  if (code === -1 && /pruned/i.test(message)) return 'pruned'
  return refusals.has(code) ? 'refused' : 'unknown'
}

/** An answer of the node itself; the code stays inside the adapter. */
export class RpcError extends ChainError {
  readonly code: number

  constructor(code: number, message: string) {
    super(kindOf(code, message), errorToken(message), { cause: `RPC ${code}: ${message}` })
    this.code = code
  }
}
