import http from 'node:http'
import https from 'node:https'
import { ChainError } from '#server/ports.ts'

/** bitcoind works on 16 requests at once and queues 64, for all its callers together. */
const requestsAtOnce = 4
/** bitcoind closes a socket after 30 s of silence; one used at that moment answers ECONNRESET. */
const freeSocketMs = 20_000
/** A full block is 8 MB of hex. V8 has no strings above 512 MiB. */
const answerLimitBytes = 256 * 1024 * 1024

export const answerTooLarge = 'the answer is too large'

/** The body in the pieces in which it came. */
export type HttpAnswer = { status: number; chunks: readonly Buffer[] }

/** A kept-alive socket that the node had closed before it read the request. */
class StaleSocket extends Error {}

/** POSTs to the node over a few kept-alive sockets; every failure is a `ChainError`. */
export class Connection {
  readonly #url: URL
  readonly #transport: typeof http | typeof https
  readonly #agent: http.Agent

  constructor(url: string) {
    this.#url = new URL(url)
    this.#transport = this.#url.protocol === 'https:' ? https : http
    this.#agent = new this.#transport.Agent({
      keepAlive: true,
      maxSockets: requestsAtOnce,
      timeout: freeSocketMs,
    })
  }

  async post(body: string, authorization: string, timeoutMs: number): Promise<HttpAnswer> {
    try {
      return await this.#attempt(this.#agent, body, authorization, timeoutMs)
    } catch (cause) {
      if (!(cause instanceof StaleSocket)) throw cause
      // A socket of its own: the other kept-alive ones are likely as old.
      return await this.#attempt(false, body, authorization, timeoutMs)
    }
  }

  #attempt(agent: http.Agent | false, body: string, authorization: string, timeoutMs: number) {
    return new Promise<HttpAnswer>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const fail = (error: Error) => {
        clearTimeout(timer)
        reject(error)
        request.destroy()
      }
      const request = this.#transport.request(this.#url, {
        method: 'POST',
        agent,
        headers: {
          authorization,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      })
      // The wait for one of the few sockets is not the node's slowness and does not count.
      request.on('socket', () => {
        const late = new ChainError('unknown', `no answer within ${timeoutMs} ms`)
        timer = setTimeout(() => fail(late), timeoutMs)
      })
      request.on('error', (cause: NodeJS.ErrnoException) => {
        const reset = cause.code === 'ECONNRESET' || cause.code === 'EPIPE'
        if (reset && request.reusedSocket) fail(new StaleSocket('stale', { cause }))
        else fail(new ChainError('unknown', cause.code ?? cause.message, { cause }))
      })
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > answerLimitBytes) fail(new ChainError('unknown', answerTooLarge))
          else chunks.push(chunk)
        })
        response.on('error', (cause) => {
          fail(new ChainError('unknown', 'the answer broke off', { cause }))
        })
        response.on('end', () => {
          clearTimeout(timer)
          resolve({ status: response.statusCode ?? 0, chunks })
        })
      })
      request.end(body)
    })
  }
}
