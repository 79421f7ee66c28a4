import { z } from 'zod'
import { btc, instant } from './http.ts'

/** The sandbox's own calls, outside the envelope: play money on regtest only. */
export const faucetBody = z.object({
  address: z.string().trim().min(1).max(100),
  /** A text is exact; a number is taken as JSON writes it. */
  btc: z
    .union([z.string().trim(), z.number().transform(String)])
    .pipe(z.string().regex(/^\d{1,3}(\.\d{1,8})?$/)),
})
export const faucetAnswer = z.object({ txid: z.string() })
export const mineBody = z.preprocess(
  (body) => body ?? {},
  z.object({ blocks: z.int().min(1).max(200).default(1) }),
)
export const mineAnswer = z.object({ height: z.number().int() })
export const sandboxPriceBody = z.object({ price: z.number().min(1_000).max(10_000_000) })
export const sandboxPriceAnswer = z.object({ price: z.number() })
export const sandboxFailure = z.object({ message: z.string() })
export const autoMiningBody = z.object({ on: z.boolean() })
export const sandboxState = z.object({
  height: z.number().int(),
  mempool: z.number().int(),
  price: z.number().nullable(),
  autoMining: z.boolean(),
})
export type SandboxState = z.infer<typeof sandboxState>

/** What the sandbox's small explorer shows. `neither`: known to us, and not on the network. */
export const sandboxTransaction = z.object({
  txid: z.string(),
  where: z.enum(['block', 'mempool', 'neither']),
  height: z.number().int().nullable(),
  confirmations: z.number().int(),
  fee: btc.nullable(),
  outputs: z.array(z.object({ address: z.string().nullable(), btc })),
})
export type SandboxTransaction = z.infer<typeof sandboxTransaction>

export const messagesQuery = z.object({ to: z.string().max(200).optional() })
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
