import type { App } from './http.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A success sends money, or lets it go. */
    movesMoney?: boolean
  }
  interface FastifyRequest {
    /** Session, role and input are checked: whatever is written is written from here on. */
    hasBegun: boolean
  }
}

export function noteBegunRequests(app: App): void {
  app.decorateRequest('hasBegun', false)
  app.addHook('preHandler', async (request) => {
    request.hasBegun = true
  })
}
