import { employeeMe, employeeSessionAnswer, payoutCodeAnswer } from '#contract/employee-page.ts'
import { answerLinkRequests } from '#server/features/employee-page/index.ts'
import type { Method, TestApp } from './app.ts'
import { codeSentTo, messagesTo } from './codes.ts'
import { anAddress } from './engine.ts'
import { expectAccepted } from './factories.ts'

/** Does what the worker does with the links that were asked for. */
export const sendLinks = (t: TestApp) =>
  answerLinkRequests(t.worker, {
    macKey: t.macKey,
    config: t.config,
    sandbox: t.config.sandbox,
    sms: true,
    now: t.now,
  })

/** The token of the newest link that was sent to an e-mail or a number. */
export async function linkSentTo(t: TestApp, contact: string): Promise<string> {
  const sent = (await messagesTo(t.db, contact)).filter(({ template }) =>
    ['employeeLink', 'employeeInvitation'].includes(template),
  )
  const [, token] = /mi-pago#t=([\w-]{43})(?![\w-])/.exec(sent.at(-1)?.text ?? '') ?? []
  if (!token) throw new Error(`no link was sent to ${contact}`)
  return token
}

/** Asks for a link as the page does, and answers its token. */
export async function aLink(t: TestApp, body: { email?: string; phone?: string }) {
  const { status } = await t.call('POST', '/employee/links', { body })
  if (status !== 200) throw new Error(`the link was refused: ${status}`)
  await sendLinks(t)
  return linkSentTo(t, body.email ?? body.phone ?? '')
}

/** The cookie that an answer sets, as a browser sends it back. */
export const cookieOf = (headers: Record<string, unknown>): string =>
  String(headers['set-cookie'] ?? '').split(';')[0] ?? ''

/** Somebody who came by a link: the calls of the own page. */
export async function anEmployeeSession(
  t: TestApp,
  contact: { email?: string; phone?: string },
  companyId?: string,
) {
  const token = await aLink(t, contact)
  const answer = await t.call('POST', '/employee/session', { body: { token, companyId } })
  const { companies } = expectAccepted(employeeSessionAnswer, answer)
  const cookie = cookieOf(answer.headers)
  const call = (method: Method, path: string, body?: unknown) =>
    t.call(method, `/employee${path}`, { body, headers: { cookie } })
  return { companies, cookie, call }
}

/**
 * Comes by a text message and moves the wage to another address with a code over the e-mail, as a
 * reader of both contacts can.
 */
export async function takeWage(
  t: TestApp,
  { email, phone }: { email: string; phone: string },
  companyId: string,
) {
  const page = await anEmployeeSession(t, { phone }, companyId)
  expectAccepted(payoutCodeAnswer, await page.call('POST', '/payout/code'))
  const code = await codeSentTo(t.db, email)
  const body = { bitcoinPercent: 100, cryptoAddress: anAddress(), code }
  return expectAccepted(employeeMe, await page.call('PUT', '/payout', body))
}
