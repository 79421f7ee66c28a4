import { z } from 'zod'

/** The node's answers as the port wants them. */

/** The double nearest to an amount with 8 decimals is less than half a satoshi off, up to 21 million. */
const satsOf = (btc: number): bigint => BigInt(Math.round(btc * 1e8))
export const satsOfBtc = z.number().transform(satsOf)

export const bytesOfHex = z.string().transform((hex, context): Uint8Array => {
  // Decoding ends at the first character that is no digit; a pattern over the 8 MB of a block is slow.
  const bytes = Buffer.from(hex, 'hex')
  if (bytes.length * 2 === hex.length) return bytes
  context.addIssue('not bytes in hex')
  return z.NEVER
})

/** A block hash or txid, reversed as everywhere in RPC. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/)
const work = hash.transform((hex) => BigInt(`0x${hex}`))

export const chainInfo = z.object({
  chain: z.string(),
  blocks: z.int(),
  headers: z.int(),
  bestblockhash: hash,
  chainwork: work,
  initialblockdownload: z.boolean(),
})

export const blockHeader = z
  .object({
    hash,
    height: z.int(),
    confirmations: z.int(),
    chainwork: work,
    previousblockhash: hash.optional(),
    nextblockhash: hash.optional(),
    time: z.int(),
  })
  .transform(({ previousblockhash, nextblockhash, time, ...header }) => ({
    ...header,
    previousHash: previousblockhash ?? null,
    nextHash: nextblockhash ?? null,
    at: new Date(time * 1000),
  }))

export const unspentOutput = z
  .object({
    value: satsOfBtc,
    scriptPubKey: z.object({ hex: bytesOfHex }),
    confirmations: z.int(),
  })
  .transform(({ value, scriptPubKey, confirmations }) => ({
    sats: value,
    script: scriptPubKey.hex,
    confirmations,
  }))
  .nullable()

const scannedOutput = z
  .object({
    txid: hash,
    vout: z.int(),
    scriptPubKey: bytesOfHex,
    amount: satsOfBtc,
    height: z.int(),
    coinbase: z.boolean(),
    desc: z.string(),
  })
  .transform(({ amount: sats, scriptPubKey: script, ...output }) => ({ ...output, sats, script }))

const scanOf = <T extends z.ZodType>(output: T) =>
  z
    .object({ success: z.literal(true), bestblock: hash, unspents: z.array(output) })
    .transform(({ bestblock, unspents }) => ({ bestHash: bestblock, outputs: unspents }))

export const scan = scanOf(scannedOutput.transform(({ desc: _, ...output }) => output))

/** The node names the key of each output with its path: `wpkh([fingerprint/branch/index]key)#checksum`. */
export const accountScan = scanOf(
  scannedOutput.transform(({ desc, ...output }, context) => {
    const [, branch, index] = /\/(\d+)\/(\d+)\]/.exec(desc) ?? []
    if (!branch || !index) {
      context.issues.push({ code: 'custom', input: desc, message: 'a descriptor without a path' })
      return z.NEVER
    }
    return { ...output, branch: Number(branch), index: Number(index) }
  }),
)

/** A fresh node has no `feerate`: "Insufficient data or no feerate found". */
export const feeEstimate = z
  .object({ feerate: satsOfBtc.optional() })
  .transform(({ feerate }) => feerate ?? null)

export const peers = z.object({ connections: z.int() }).transform(({ connections }) => connections)

export const mempoolFeeLimits = z
  .object({ mempoolminfee: z.number(), minrelaytxfee: z.number() })
  .transform(({ mempoolminfee, minrelaytxfee }) => satsOf(Math.max(mempoolminfee, minrelaytxfee)))

export const trialResults = z.tuple([
  z.object({ allowed: z.boolean(), 'reject-reason': z.string().optional() }),
])

export const incrementalFeeRate = z
  .object({ incrementalrelayfee: satsOfBtc })
  .transform(({ incrementalrelayfee }) => incrementalrelayfee)

export const mempoolEntry = z
  .object({
    vsize: z.int(),
    descendantcount: z.int(),
    fees: z.object({ base: satsOfBtc, descendant: satsOfBtc }),
  })
  .transform(({ vsize, descendantcount, fees }) => ({
    feeSats: fees.base,
    vsize,
    withDescendantsFeeSats: fees.descendant,
    // The node counts the transaction itself.
    descendants: descendantcount - 1,
  }))

/** The refusal stands at its transaction; `package_msg` alone says 'transaction failed'. */
export const packageResult = z
  .object({
    package_msg: z.string(),
    'tx-results': z.record(z.string(), z.object({ error: z.string().optional() })),
  })
  .transform(({ package_msg, 'tx-results': results }) => ({
    refusal:
      package_msg === 'success'
        ? null
        : (Object.values(results).find(({ error }) => error)?.error ?? package_msg),
  }))

/** Peers that have the whole chain (NODE_NETWORK of BIP 159), by their number. */
export const fullPeers = z
  .array(z.object({ id: z.int(), servicesnames: z.array(z.string()) }))
  .transform((peers) =>
    peers.filter(({ servicesnames }) => servicesnames.includes('NETWORK')).map(({ id }) => id),
  )
