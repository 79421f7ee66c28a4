import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { ChainError } from '#server/ports.ts'
import { bytesOfHex } from './answers.ts'
import { Connection, type HttpAnswer } from './connection.ts'
import { withoutHexResult } from './hex-result.ts'
import { RpcError } from './rpc-error.ts'

export type RpcOptions = {
  rpcUrl: string
  /** Read again when the node says 401: it writes another cookie at each start. */
  cookieFile: string | null
  user: string | null
  password: string | null
  timeoutMs?: number
}

export type RpcCall = { method: string; params: unknown[] }

const answerSchema = z.object({
  id: z.number().nullable(),
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
})
type Answer = z.infer<typeof answerSchema>

const rpcTimeoutMs = 10_000

/**
 * bitcoind's JSON-RPC. A call may be made twice when a kept-alive socket breaks: all calls are
 * idempotent, and a block too many on a play chain does no harm.
 */
export class Rpc {
  readonly #options: RpcOptions
  readonly #connection: Connection
  readonly #timeoutMs: number
  #authorization: string | null = null

  constructor(options: RpcOptions) {
    this.#options = options
    this.#connection = new Connection(options.rpcUrl)
    this.#timeoutMs = options.timeoutMs ?? rpcTimeoutMs
  }

  /** The result as `schema` reads it, or a `ChainError`. */
  async call<T>(
    method: string,
    params: unknown[],
    schema: z.ZodType<T>,
    timeoutMs = this.#timeoutMs,
  ): Promise<T> {
    const body = parse(await this.#post({ id: 0, method, params }, timeoutMs))
    return resultOf(read(answerSchema, body, method), method, schema)
  }

  /** A result in hex of any length, which is not read as JSON: that takes longer than all the rest. */
  async bytes(method: string, params: unknown[]): Promise<Uint8Array> {
    const { status, chunks } = await this.#post({ id: 0, method, params }, this.#timeoutMs)
    const { bytes, rest } = withoutHexResult(chunks)
    const answer = read(answerSchema, parse({ status, chunks: rest }), method)
    const result = resultOf(answer, method, z.string())
    return bytes ?? read(bytesOfHex, result, method)
  }

  /** Many calls in one request; the results in the order of the calls, each by itself. */
  async batch<T>(calls: RpcCall[], schema: z.ZodType<T>): Promise<(T | ChainError)[]> {
    if (calls.length === 0) return []
    const body = parse(
      await this.#post(
        calls.map(({ method, params }, id) => ({ id, method, params })),
        this.#timeoutMs,
      ),
    )
    if (!Array.isArray(body)) throw resultOf(read(answerSchema, body, 'batch'), 'batch', z.never())
    const answers = new Map(
      body.map((item) => read(answerSchema, item, 'batch')).map((answer) => [answer.id, answer]),
    )
    return calls.map(({ method }, id) => {
      const answer = answers.get(id)
      if (!answer) throw new ChainError('unknown', `a batch without an answer to ${method}`)
      try {
        return resultOf(answer, method, schema)
      } catch (error) {
        if (error instanceof ChainError) return error
        throw error
      }
    })
  }

  async #post(request: unknown, timeoutMs: number): Promise<HttpAnswer> {
    const body = JSON.stringify(request)
    const first = await this.#connection.post(body, await this.#credentials(), timeoutMs)
    if (first.status !== 401) return first
    this.#authorization = null
    return this.#connection.post(body, await this.#credentials(), timeoutMs)
  }

  async #credentials(): Promise<string> {
    if (this.#authorization) return this.#authorization
    const { cookieFile, user, password } = this.#options
    let pair = `${user ?? ''}:${password ?? ''}`
    if (cookieFile) {
      try {
        pair = (await readFile(cookieFile, 'utf8')).trim()
      } catch (cause) {
        throw new ChainError('unknown', 'no cookie of the node', { cause })
      }
    }
    this.#authorization = `Basic ${Buffer.from(pair).toString('base64')}`
    return this.#authorization
  }
}

/** An RPC error comes with status 500 or 404 and JSON; 401, 403 and 503 (queue full) with a text. */
function parse({ status, chunks }: HttpAnswer): unknown {
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch (cause) {
    throw new ChainError('unknown', `HTTP ${status} without JSON`, { cause })
  }
}

function resultOf<T>(answer: Answer, method: string, schema: z.ZodType<T>): T {
  if (answer.error) throw new RpcError(answer.error.code, answer.error.message)
  return read(schema, answer.result, method)
}

function read<T>(schema: z.ZodType<T>, value: unknown, method: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ChainError('unknown', `an unreadable answer to ${method}`, { cause: parsed.error })
}
