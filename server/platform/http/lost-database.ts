import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/languages.ts'
import { texts } from '#contract/texts/index.ts'
import type { App } from './http.ts'
import { errorText } from './language.ts'

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

/** Says what became of a request that lost the database, the money first. */
export function lostDatabaseText(request: FastifyRequest, speak: Language): string {
  const { nothing, money } = texts[speak].databaseAway
  if (request.method === 'GET' || !request.hasBegun) return nothing
  return request.routeOptions.config?.movesMoney ? money : errorText('DATABASE_UNAVAILABLE', speak)
}
