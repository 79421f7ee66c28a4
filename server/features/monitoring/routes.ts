import { sql } from 'kysely'
import { freshNodeMs, freshPriceMs } from '#domain/staleness-limits.ts'
import { holdText, signerHold } from '#server/authorization/signer-hold.ts'
import { type App, sendError } from '#server/platform/http/http.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'

type Check =
  | 'ok'
  | 'degraded'
  | 'starting'
  | 'sandbox'
  | 'not configured'
  | 'payments stopped'
  | 'fails'
  | 'waits for the operator'

/** A message that waits longer has a mail server that is away. */
const mailPatienceMinutes = 5
/** How long one that was given up shows. */
const mailFailedMinutes = 60

function mailCheck({ smtp, sandbox }: Deps['config'], isDegraded: boolean | undefined): Check {
  if (!smtp) return sandbox ? 'sandbox' : 'not configured'
  return isDegraded ? 'degraded' : 'ok'
}

/** Liveness and readiness. Ready means: the seed exists, and in the sandbox its chain as well. */
export async function operatingRoutes(app: App, deps: Deps): Promise<void> {
  const { watching, clock, config, metrics, metricsHost, stopping } = deps
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (stopping.aborted) return reply.status(503).send({ status: 'stopping' })
    try {
      const { rows } = await sql<{
        account: boolean
        trouble: string | null
        node: Date
        price: Date
        stopped: boolean
        signer: unknown
        held: boolean
        mail_waits: boolean
        mail_failed: boolean
      }>`
        SELECT EXISTS (SELECT FROM wallet_account) AS account, n.trouble, n.at AS node,
          (SELECT max(at) FROM prices) AS price,
          EXISTS (SELECT FROM money_breaches WHERE gone_at IS NULL AND accepted_at IS NULL) AS stopped,
          (SELECT held FROM signer_status) AS signer,
          EXISTS (SELECT FROM transactions
            WHERE state = 'pendingApproval' AND waiting_for = 'operator') AS held,
          EXISTS (SELECT FROM messages WHERE state = 'queued'
            AND created_at < now() - make_interval(mins => ${mailPatienceMinutes})) AS mail_waits,
          EXISTS (SELECT FROM messages WHERE state = 'failed'
            AND completed_at > now() - make_interval(mins => ${mailFailedMinutes})) AS mail_failed
        FROM (SELECT true) one LEFT JOIN node_status n ON true`.execute(watching)
      const [row] = rows
      const now = clock.now().getTime()
      const fresh = (at: Date | null | undefined, ms: number) => !!at && now - at.getTime() <= ms
      const priceCheck = (at: Date | null | undefined): Check =>
        fresh(at, freshPriceMs) ? 'ok' : at ? 'degraded' : 'starting'
      const nodeIsWell = fresh(row?.node, freshNodeMs) && !row?.trouble
      const checks: Record<string, Check | (string & {})> = {
        database: 'ok',
        node: nodeIsWell ? 'ok' : row?.node ? 'degraded' : 'starting',
        block: row?.trouble === 'block_fails' ? 'fails' : 'ok',
        price: row?.held ? 'waits for the operator' : priceCheck(row?.price),
        money: row?.stopped ? 'payments stopped' : 'ok',
        signer: row?.signer ? holdText(signerHold.parse(row.signer)) : 'ok',
        mail: mailCheck(config, row?.mail_waits || row?.mail_failed),
      }
      const isReady = row?.account && (!config.sandbox || row.node !== null)
      return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'starting', checks })
    } catch (err) {
      app.log.error({ err }, 'the database does not answer')
      return reply.status(503).send({ status: 'unavailable', checks: { database: 'unavailable' } })
    }
  })

  if (!metrics || !metricsHost) return
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // A proxy on this machine asks from here too; what it passes on came from elsewhere.
    const isPassedOn = config.trustProxy !== false || 'x-forwarded-for' in request.headers
    if (request.socket.localAddress !== metricsHost || isPassedOn) {
      return sendError(new Refusal('NOT_FOUND'), request, reply)
    }
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}
