import type { FastifyRequest } from 'fastify'
import type { App } from './http.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take as long as the server allows any: it is a file. */
    slowBody?: boolean
  }
}

/** By RFC 9112, 6: a timer for each of all others would be set and cleared for nothing. */
const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/**
 * Ends requests whose head or body dribbles in for longer than `ms`. The server has one such limit
 * for all connections, and uploads need a longer one.
 */
export function endSlowBodies(app: App, ms: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  app.server.headersTimeout = ms
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.slowBody || !hasBody(request)) return
    timers.set(
      request,
      setTimeout(() => request.raw.destroy(), ms),
    )
  })
  const inTime = async (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('preValidation', inTime)
  app.addHook('onResponse', inTime)
  app.addHook('onRequestAbort', inTime)
}
