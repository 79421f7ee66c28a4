import { hash, timingSafeEqual } from 'node:crypto'
import { holdText } from '#server/authorization/signer-hold.ts'
import { type App, sendError } from '#server/platform/http/http.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { type Health, readHealth } from './health.ts'

type Check =
  | 'ok'
  | 'degraded'
  | 'starting'
  | 'sandbox'
  | 'not configured'
  | 'payments stopped'
  | 'fails'
  | 'waits for the operator'

function mailCheck({ smtp, sandbox }: Deps['config'], isDegraded: boolean): Check {
  if (!smtp) return sandbox ? 'sandbox' : 'not configured'
  return isDegraded ? 'degraded' : 'ok'
}

const batchCheck = (id: string | null) =>
  id === null ? 'ok' : `transaction ${id} has waited a day for its fee`

function signerCheck({ signerHold, unsignedTooLong }: Health): string {
  if (signerHold) return holdText(signerHold)
  return unsignedTooLong === null
    ? 'ok'
    : `transaction ${unsignedTooLong} has waited too long for its signature`
}

/** Liveness and readiness. Ready means: the seed exists, and in the sandbox its chain as well. */
export async function operatingRoutes(app: App, deps: Deps): Promise<void> {
  const { watching, clock, config, metrics, stopping } = deps
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (stopping.aborted) return reply.status(503).send({ status: 'stopping' })
    try {
      const health = await readHealth(watching, config.network, clock.now())
      const { node, price } = health
      const priceCheck = price.isUsable ? 'ok' : price.at ? 'degraded' : 'starting'
      const checks: Record<string, Check | (string & {})> = {
        database: 'ok',
        node: node.isUsable ? 'ok' : node.at ? 'degraded' : 'starting',
        block: node.trouble === 'block_fails' ? 'fails' : 'ok',
        price: health.isHeldForOperator ? 'waits for the operator' : priceCheck,
        money: health.areStopped ? 'payments stopped' : batchCheck(health.batchOfDearFee),
        signer: signerCheck(health),
        mail: mailCheck(config, health.mailIsLate),
      }
      const isReady = health.hasAccount && (!config.sandbox || node.at !== null)
      return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'starting', checks })
    } catch (err) {
      app.log.error({ err }, 'the database does not answer')
      return reply.status(503).send({ status: 'unavailable', checks: { database: 'unavailable' } })
    }
  })

  const { token } = config.metrics
  if (!metrics || token === null) return
  // No address proves who asks: each program of this machine has the local one, and a proxy too.
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) {
      return sendError(new Refusal('NOT_FOUND'), request, reply)
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer')

/** In the same time wherever the texts differ. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(digestOf(one), digestOf(other))
