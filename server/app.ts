import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { addressHoldRoutes } from './features/address-holds/index.ts'
import { approvalListRoutes } from './features/approvals/index.ts'
import { auditRoutes } from './features/audit/index.ts'
import { authRoutes, decorateWithSessions, limitRequests } from './features/auth/index.ts'
import { calendarFeedRoute, calendarRoutes } from './features/calendar/index.ts'
import { networkRoutes } from './features/chain/index.ts'
import { companyRoutes } from './features/company/index.ts'
import { consentRoutes } from './features/consents/index.ts'
import { dashboardRoutes } from './features/dashboard/index.ts'
import { dollarLineRoutes } from './features/dollar-lines/index.ts'
import {
  decorateWithEmployees,
  employeeInviteRoutes,
  employeePageRoutes,
} from './features/employee-page/index.ts'
import { employeeRoutes } from './features/employees/index.ts'
import { freezeRoutes } from './features/freeze/index.ts'
import { importRoutes } from './features/imports/index.ts'
import { operatingRoutes, systemRoutes } from './features/monitoring/index.ts'
import { approvalRoutes, paymentRoutes, untrackedRoutes } from './features/payments/index.ts'
import { payrollRoutes } from './features/payrolls/index.ts'
import { priceRoutes } from './features/prices/index.ts'
import { receiptRoutes } from './features/receipts/index.ts'
import { sandboxRoutes } from './features/sandbox/index.ts'
import { specialPayRoutes, specialRunRoutes } from './features/special-runs/index.ts'
import { sweepRoutes } from './features/sweeps/index.ts'
import { teamRoutes } from './features/team/index.ts'
import { transactionRoutes } from './features/transactions/index.ts'
import { factorRoutes, userRoutes } from './features/users/index.ts'
import { withdrawalRoutes } from './features/withdrawals/index.ts'
import { keepAnswerLanguage } from './platform/http/answer-language.ts'
import { noteBegunRequests } from './platform/http/begun-requests.ts'
import { refuseBrokenRequest } from './platform/http/broken-requests.ts'
import { documentation } from './platform/http/documentation.ts'
import { closeConnectionsOnce } from './platform/http/drain.ts'
import { answerHead } from './platform/http/head-requests.ts'
import { permissionsPolicy, readForwardedFor } from './platform/http/headers.ts'
import { type App, sendError } from './platform/http/http.ts'
import { jsonLimitBytes, readJsonBodies } from './platform/http/json-body.ts'
import { Refusal } from './platform/http/refusal.ts'
import { endSlowBodies } from './platform/http/slow-bodies.ts'
import { validator } from './platform/http/validator.ts'
import { webApp } from './platform/http/web-app.ts'
import type { Deps } from './startup/deps.ts'

const bodyTimeoutMs = 30_000
const uploadTimeoutMs = 600_000

/** The whole HTTP side, each feature by name. No port is opened here. */
export async function buildApp(deps: Deps): Promise<App> {
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    bodyLimit: jsonLimitBytes,
    requestTimeout: uploadTimeoutMs,
    trustProxy: deps.config.trustProxy,
    forceCloseConnections: 'idle',
    // Requests that come in while the server closes are served: nobody else would get them.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 20_000 },
    // A malformed URL reaches no route and no error handler of one.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: refuseBrokenRequest,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validator)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)

  readForwardedFor(app)
  keepAnswerLanguage(app)
  readJsonBodies(app)
  noteBegunRequests(app)

  await app.register(cookie)
  await app.register(helmet, {
    // Pages carry policies of their own: web-app.ts and documentation.ts.
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: deps.config.sandbox ? false : { maxAge: 31_536_000 },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
  })
  answerHead(app)
  endSlowBodies(app, bodyTimeoutMs)
  closeConnectionsOnce(app, deps.stopping)
  const { metrics } = deps
  if (metrics) {
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'none'
      metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1_000)
    })
  }
  decorateWithSessions(app, deps)
  decorateWithEmployees(app, deps)
  if (deps.config.apiDocs) await documentation(app)
  await operatingRoutes(app, deps)
  await sandboxRoutes(app, deps)
  await calendarFeedRoute(app, deps)
  await app.register(
    async (api) => {
      api.addHook('onSend', async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      })
      // Before the body is parsed: that a route does not exist is the first thing to say.
      api.addHook('onRequest', async (request) => {
        if (request.is404) throw new Refusal('NOT_FOUND')
      })
      limitRequests(api, deps)
      api.setNotFoundHandler((request, reply) =>
        sendError(new Refusal('NOT_FOUND'), request, reply),
      )
      for (const routes of [
        authRoutes,
        userRoutes,
        factorRoutes,
        companyRoutes,
        freezeRoutes,
        teamRoutes,
        auditRoutes,
        systemRoutes,
        employeeRoutes,
        employeePageRoutes,
        employeeInviteRoutes,
        consentRoutes,
        addressHoldRoutes,
        payrollRoutes,
        calendarRoutes,
        importRoutes,
        paymentRoutes,
        approvalRoutes,
        approvalListRoutes,
        dollarLineRoutes,
        specialRunRoutes,
        specialPayRoutes,
        untrackedRoutes,
        withdrawalRoutes,
        sweepRoutes,
        transactionRoutes,
        receiptRoutes,
        networkRoutes,
        priceRoutes,
        dashboardRoutes,
      ]) {
        await routes(api.withTypeProvider<ZodTypeProvider>(), deps)
      }
    },
    { prefix: '/api/v1' },
  )
  await webApp(app)
  return app
}
