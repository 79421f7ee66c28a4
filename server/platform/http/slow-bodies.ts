import type { FastifyRequest } from 'fastify'
import type { App } from './http.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take as long as the server allows any: it is a file. */
    slowBody?: boolean
  }
}

/** The least that a file must bring in each interval, the first one included. */
const fileRate = { everyMs: 10_000, leastBytes: 10_240 }
type Rate = typeof fileRate
/** An answer that was given before the body was read reaches who is still sending it. */
const lingerMs = 2_000

/**
 * Whether a request has a body, by RFC 9112, 6: a timer for every other one would be set and
 * cleared for nothing.
 */
const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Ends a request whose body comes in too slowly, as long as it is the sender that is waited for. */
function requireRate({ raw }: FastifyRequest, { everyMs, leastBytes }: Rate): NodeJS.Timeout {
  let before = raw.socket.bytesRead
  const timer = setInterval(() => {
    if (raw.complete) return clearInterval(timer)
    const now = raw.socket.bytesRead
    if (now - before < leastBytes && raw.readableLength === 0) raw.destroy()
    before = now
  }, everyMs)
  return timer
}

/**
 * Ends requests whose head or body dribbles in for longer than `ms`. The server has one such limit for
 * all connections, and uploads need a longer one: they have to keep to a least rate. Where an answer was
 * given although the body has not ended, the connection is closed.
 */
export function endSlowBodies(app: App, ms: number, rate = fileRate): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  app.server.headersTimeout = ms
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return
    const isFile = request.routeOptions.config.slowBody === true
    timers.set(
      request,
      isFile ? requireRate(request, rate) : setTimeout(() => request.raw.destroy(), ms),
    )
  })
  const clear = (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('preValidation', async (request) => {
    // The route reads the body of a file later.
    if (!request.routeOptions.config.slowBody) clear(request)
  })
  app.addHook('onResponse', async (request) => {
    clear(request)
    const { raw } = request
    if (!hasBody(request) || raw.complete) return
    setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, lingerMs).unref()
  })
  app.addHook('onRequestAbort', async (request) => clear(request))
}
