import { z } from 'zod/mini'
import {
  arrivedBody,
  consentBody,
  employeeMe,
  employeePayments,
  employeePaymentsQuery,
  employeeSessionAnswer,
  employeeSessionBody,
  linkBody,
  payoutBody,
  payoutCodeAnswer,
} from '#contract/employee-page.ts'
import { success } from '#contract/http.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { limits, networkOf, take } from '#server/platform/http/rate-limits.ts'
import type { Deps } from '#server/startup/deps.ts'
import { sayArrived } from './arrivals.ts'
import { sayConsent } from './consent.ts'
import { contactKey, contactOf } from './contact.ts'
import { clearEmployeeCookie, employeeCookieOf, setEmployeeCookie } from './cookie.ts'
import { openEmployeeSession } from './enter.ts'
import { askForLink } from './links.ts'
import { readMe } from './me.ts'
import { listOwnPayments } from './payments.ts'
import { askPayoutCode, changePayout } from './payout.ts'
import { refuseOtherSites } from './same-site.ts'
import { employeeOf, requireEmployeeSession } from './session-hook.ts'
import { endEmployeeSession, sessionLivesSeconds } from './sessions.ts'

const lineParams = z.object({ lineId: z.string() })

/** Routes for an employee, who has no account. */
export async function employeePageRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config, clock } = deps
  const tags = ['employee']
  const nothing = { 200: success(z.null()) }

  app.post(
    '/employee/links',
    { onRequest: refuseOtherSites, schema: { tags, body: linkBody, response: nothing } },
    async (request) => {
      const speak = language(request)
      const contact = contactOf(request.body, speak)
      await take(deps, limits.employeeLinkNetwork, networkOf(request.ip))
      await take(deps, limits.employeeLink, contactKey(contact))
      await askForLink(db, contact, speak, clock.now())
      return ok(request, null)
    },
  )

  app.post(
    '/employee/session',
    {
      onRequest: refuseOtherSites,
      schema: {
        tags,
        body: employeeSessionBody,
        response: { 200: success(employeeSessionAnswer) },
      },
    },
    async (request, reply) => {
      const { companies, token } = await openEmployeeSession(deps, request.body, request.ip)
      if (token !== null) setEmployeeCookie(reply, config, token, sessionLivesSeconds)
      return ok(request, { companies })
    },
  )

  app.delete(
    '/employee/session',
    { onRequest: refuseOtherSites, schema: { tags, response: nothing } },
    async (request, reply) => {
      const token = employeeCookieOf(request)
      if (token) await endEmployeeSession(db, token, clock.now())
      clearEmployeeCookie(reply, config)
      return ok(request, null)
    },
  )

  app.get(
    '/employee/me',
    {
      preValidation: requireEmployeeSession,
      schema: { tags, response: { 200: success(employeeMe) } },
    },
    async (request) => ok(request, await readMe(deps, employeeOf(request), language(request))),
  )

  app.get(
    '/employee/payments',
    {
      preValidation: requireEmployeeSession,
      schema: {
        tags,
        querystring: employeePaymentsQuery,
        response: { 200: success(employeePayments) },
      },
    },
    async (request) =>
      ok(request, await listOwnPayments(db, employeeOf(request), request.query, language(request))),
  )

  app.post(
    '/employee/payout/code',
    {
      onRequest: refuseOtherSites,
      preValidation: requireEmployeeSession,
      schema: { tags, response: { 200: success(payoutCodeAnswer) } },
    },
    async (request) => ok(request, await askPayoutCode(deps, employeeOf(request))),
  )

  app.put(
    '/employee/payout',
    {
      onRequest: refuseOtherSites,
      preValidation: requireEmployeeSession,
      schema: { tags, body: payoutBody(config.network), response: { 200: success(employeeMe) } },
    },
    async (request) => {
      const session = employeeOf(request)
      const input = { ...request.body, ip: request.ip, language: language(request) }
      await changePayout(deps, session, input)
      return ok(request, await readMe(deps, session, input.language))
    },
  )

  app.post(
    '/employee/payments/:lineId/arrived',
    {
      onRequest: refuseOtherSites,
      preValidation: requireEmployeeSession,
      schema: { tags, params: lineParams, body: arrivedBody, response: nothing },
    },
    async (request) => {
      const { ip, body, params } = request
      await sayArrived(deps, employeeOf(request), params.lineId, { ...body, ip })
      return ok(request, null)
    },
  )

  app.put(
    '/employee/consent',
    {
      onRequest: refuseOtherSites,
      preValidation: requireEmployeeSession,
      schema: { tags, body: consentBody, response: { 200: success(employeeMe) } },
    },
    async (request) => {
      const session = employeeOf(request)
      const said = { ...request.body, ip: request.ip, language: language(request) }
      await sayConsent(deps, session, said)
      return ok(request, await readMe(deps, session, said.language))
    },
  )
}
