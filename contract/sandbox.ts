import { z } from 'zod/mini'
import { absentIfBlank, preprocess } from './fields.ts'
import { btc, instant } from './http.ts'
import { optionalQuery } from './queries.ts'

/** The sandbox's own calls, outside the envelope: play money on regtest only. */
export const faucetBody = z.object({
  address: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  /** A text is exact; a number is taken as JSON writes it. */
  btc: z.pipe(
    z.union([z.string().check(z.trim()), z.pipe(z.number(), z.transform(String))]),
    z.string().check(z.regex(/^\d{1,3}(\.\d{1,8})?$/)),
  ),
})
export const faucetAnswer = z.object({ txid: z.string() })
export const mineBody = preprocess(
  (body) => absentIfBlank(body) ?? {},
  z.object({
    blocks: preprocess(absentIfBlank, z._default(z.int().check(z.minimum(1), z.maximum(200)), 1)),
  }),
)
export const mineAnswer = z.object({ height: z.int() })
export const sandboxPriceBody = z.object({
  price: z.number().check(z.minimum(1_000), z.maximum(10_000_000)),
})
export const sandboxPriceAnswer = z.object({ price: z.number() })
export const sandboxFailure = z.object({ message: z.string() })
export const autoMiningBody = z.object({ on: z.boolean() })
export const sandboxState = z.object({
  height: z.int(),
  mempool: z.int(),
  price: z.nullable(z.number()),
  autoMining: z.boolean(),
})
export type SandboxState = z.infer<typeof sandboxState>

/**
 * A transaction in the sandbox's small explorer. `neither`: in our records, and not on the network.
 */
export const sandboxTransaction = z.object({
  txid: z.string(),
  where: z.enum(['block', 'mempool', 'neither']),
  height: z.nullable(z.int()),
  confirmations: z.int(),
  fee: z.nullable(btc),
  outputs: z.array(z.object({ address: z.nullable(z.string()), btc })),
})
export type SandboxTransaction = z.infer<typeof sandboxTransaction>

/**
 * A plus that was not encoded arrives as a blank (URL standard, 5.1), and no address has one: it is
 * the plus of a phone number, or the one within an e-mail address.
 */
const withPluses = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/^ (?=\d)|(?<=\S) (?=\S)/g, '+') : value

export const messagesQuery = z.object({ to: preprocess(withPluses, optionalQuery) })
export const messageList = z.object({
  messages: z.array(
    z.object({
      to: z.string(),
      via: z.enum(['EMAIL', 'SMS']),
      subject: z.string(),
      text: z.string(),
      createdAt: instant,
    }),
  ),
})
export type SandboxMessage = z.infer<typeof messageList>['messages'][number]
