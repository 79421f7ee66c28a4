import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/languages.ts'
import { texts } from '#contract/texts/index.ts'
import { errorText } from './language.ts'

/** Says what became of a request that lost the database, the money first. */
export function describeLostDatabase(request: FastifyRequest, speak: Language): string {
  const { nothing, money } = texts[speak].databaseAway
  if (request.method === 'GET' || !request.hasBegun) return nothing
  return request.routeOptions.config?.movesMoney ? money : errorText('DATABASE_UNAVAILABLE', speak)
}
