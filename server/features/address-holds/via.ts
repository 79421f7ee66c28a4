import type { FastifyRequest } from 'fastify'

/**
 * The way by which a signed-in person changes pay data. The web app sends `X-Via: FORM`; a call
 * without it comes from another program. The way is only shown, and decides nothing.
 */
export const viaOf = ({ headers }: FastifyRequest): 'FORM' | 'API' =>
  headers['x-via'] === 'FORM' ? 'FORM' : 'API'
