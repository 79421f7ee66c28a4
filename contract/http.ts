import { z } from 'zod/mini'
import { addressFaultCodes } from '#domain/address-fault-codes.ts'
import type { ErrorCode } from './errors.ts'

/** The envelope of every answer under /api/v1. `data` is what a route's own schema says, or null. */
export function success<T extends z.ZodMiniType>(data: T) {
  return z.object({ success: z.literal(true), message: z.string(), data })
}

/** A fault of a request: the field's path, and in a CSV the line of the file (header = 1). */
export const fault = z.object({
  path: z.string(),
  message: z.string(),
  /** The fault of an address that cannot be paid: what the text is instead. */
  code: z.optional(z.enum([...addressFaultCodes, 'OWN_ADDRESS'])),
  row: z.optional(z.int()),
  column: z.optional(z.string()),
})
export type Fault = z.infer<typeof fault>

/** A code of `errors.ts`; one of a later version is read as well. */
export const errorCode = z.string() as z.ZodMiniType<ErrorCode, string>

/** A refusal. `code` is for programs and stable, `message` for people in their language. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: errorCode,
  data: z.nullable(z.record(z.string(), z.unknown())),
  errors: z.optional(z.array(fault)),
})
export type Failure = z.infer<typeof failure>

export const idParams = z.object({ id: z.string() })

/** USD on the wire: a JSON number with at most 2 decimals. */
export const usd = z.number()
/** BTC on the wire: a string with exactly 8 decimals. */
export const btc = z.string().check(z.regex(/^-?\d+\.\d{8}$/))
export const money = z.object({ btc, usd })
export type Money = z.infer<typeof money>
/** ISO 8601 UTC. */
export const instant = z.iso.datetime()
