import type { FastifyInstance } from 'fastify'

/**
 * Answers HEAD where GET is answered, for monitors. Nothing does under `/api`, where a HEAD of the
 * refreshed session would rotate its token.
 */
export function answerHead(app: FastifyInstance): void {
  app.addHook('onRoute', function (route) {
    if (route.method !== 'GET' || /^\/api(\/|$)/.test(route.url)) return
    // The answer keeps its length; the HTTP server leaves out the body.
    this.route({ ...route, method: 'HEAD' })
  })
}
