import { z } from 'zod/mini'
import { addressFaultCodes } from '#domain/address-fault-codes.ts'
import type { ErrorCode } from './errors.ts'
import { absentIfBlank, plainText, preprocess } from './fields.ts'

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

/** An empty or `null` query value counts as absent, as the web app's own links write them. */
export const absent = (value: unknown) => (value === 'null' ? undefined : absentIfBlank(value))

/** A number in a query as people write it: no sign, no exponent, not hexadecimal, no blanks. */
export const queryNumber = (pattern: RegExp) =>
  z.pipe(z.string().check(z.regex(pattern)), z.transform(Number))

function pageNumber(maximum: number, standard: number) {
  return preprocess(
    absent,
    z._default(
      z.pipe(queryNumber(/^\d{1,16}$/), z.int().check(z.minimum(1), z.maximum(maximum))),
      standard,
    ),
  )
}

/** `page` from 1, `limit` 1 to 100 (default 10). A page past the end is an empty list. */
export const pageQuery = z.object({
  page: pageNumber(Number.MAX_SAFE_INTEGER, 1),
  limit: pageNumber(100, 10),
})
export type PageQuery = z.infer<typeof pageQuery>

/** An optional text in a query string, trimmed. */
export const optionalQuery = preprocess(absent, z.optional(plainText(200)))

/** Yes or no in a query; absent is no. */
export const queryFlag = preprocess(
  absent,
  z.pipe(
    z._default(z.enum(['true', 'false', '1', '0']), 'false'),
    z.transform((value) => value === 'true' || value === '1'),
  ),
)

export const idParams = z.object({ id: z.string() })

/** USD on the wire: a JSON number with at most 2 decimals. */
export const usd = z.number()
/** BTC on the wire: a string with exactly 8 decimals. */
export const btc = z.string().check(z.regex(/^-?\d+\.\d{8}$/))
export const money = z.object({ btc, usd })
export type Money = z.infer<typeof money>
/** ISO 8601 UTC. */
export const instant = z.iso.datetime()
