import type { FastifyRequest } from 'fastify'

/**
 * The way by which somebody signed in changes pay data. The web app sends `X-Via: FORM` with its calls; a
 * call without it comes from another program. It is shown, and decides nothing.
 */
export const viaOf = ({ headers }: FastifyRequest): 'FORM' | 'API' =>
  headers['x-via'] === 'FORM' ? 'FORM' : 'API'
