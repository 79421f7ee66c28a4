import type { KeyObject } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import {
  type DollarLine,
  type DollarLineBody,
  type DollarLines,
  dollarLineAnswer,
  dollarLineBody,
  dollarLines,
  dollarLinesMarked,
  dollarRuns,
} from '#contract/dollar-lines.ts'
import { idParams, success } from '#contract/http.ts'
import { pageQuery } from '#contract/queries.ts'
import { accountText } from '#domain/account-end.ts'
import { usdNumber, usdText } from '#domain/money.ts'
import type { Role } from '#domain/roles.ts'
import { areMarksNoted, markDollarsSentAgain } from '#server/authorization/dollar-marks.ts'
import { areOrdersNoted } from '#server/authorization/noted-dollars.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { type Db, inTransaction, isUuid, type Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import { nameAndEmailOf } from '#server/platform/db/user-name.ts'
import { whenUnderWay } from '#server/platform/db/when-under-way.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { sendTable, tableFormats } from '#server/platform/spreadsheet/send-table.ts'
import type { Deps } from '#server/startup/deps.ts'
import { sumDollarLines, toBankTable } from './bank-list.ts'
import { findLinesToMark, markLines } from './mark-lines.ts'
import { findReleasedOrders, type Released } from './released.ts'
import {
  type CompanyRun,
  everyLine,
  findLine,
  lockPayrollOf,
  noteSent,
  payrollNameOf,
  readDollarRuns,
  readPage,
  readSums,
} from './store.ts'

const lineParams = z.object({ id: z.string(), lineId: z.string() })

/**
 * The sums of a run and the order that released it; order null: it was cancelled or rejected, and pays
 * nobody. Refuses a run whose approvals or signatures are missing, or whose rows are not those that
 * people approved.
 */
async function requireReleased(db: Db, macKey: KeyObject, { companyId, paymentId }: CompanyRun) {
  const run = { companyId, paymentId }
  const sums = isUuid(paymentId) ? await readSums(db, run) : null
  if (!sums) throw new Refusal('NOT_FOUND')
  if (!sums.isDue && sums.isOpen) throw new Refusal('NOT_APPROVED')
  if (!sums.isDue) return { sums, order: null }
  const released = await findReleasedOrders(db, macKey, run)
  if (!released) throw new Refusal('NOT_APPROVED')
  // Dollars that the signing record does not have yet could be released once more after a restore.
  const ofDollars = released.filter(({ hasDollars }) => hasDollars).map(({ orderId }) => orderId)
  if (!(await areOrdersNoted(db, ofDollars))) throw new Refusal('NOT_APPROVED')
  return { sums, order: await orderOnWire(db, companyId, released) }
}

async function orderOnWire(
  db: Db,
  companyId: string,
  released: readonly Released[],
): Promise<DollarLines['order']> {
  const users = released.flatMap(({ approvals }) => approvals.map((one) => one.user_id))
  const approvedBy = await Promise.all(
    [...new Set(users)].map((userId) => nameAndEmailOf(db, { companyId, userId })),
  )
  return { sha256: released[0]?.sha256.toString('hex') ?? '', approvedBy }
}

/** Whether a person hands the list to the bank; the others see the end of each account. */
const mayPay = (request: FastifyRequest) => payingRoles.includes(sessionOf(request).role)

const payingRoles: readonly Role[] = ['ADMIN', 'PAYROLL']

const withoutAccount = (line: DollarLine): DollarLine => ({
  ...line,
  bankAccount: accountText('', line.bankAccount),
})

/** A run that was cancelled or rejected is on no list. */
async function* noLines(): AsyncGenerator<DollarLine[]> {}

/** Routes for the parts of a run that the company pays by its bank. */
export async function dollarLineRoutes(app: App, deps: Deps): Promise<void> {
  const { db, clock, macKey } = deps
  app.get(
    '/payments/:id/dollar-lines',
    {
      preValidation: requireSession,
      schema: {
        tags: ['payments'],
        params: idParams,
        querystring: pageQuery,
        response: { 200: success(dollarLines) },
      },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      const { id: paymentId } = request.params
      const run = { companyId, paymentId }
      const { sums, order } = await requireReleased(db, macKey, run)
      const { sentAt, sentBy } = sums
      const by = order && sentBy && (await nameAndEmailOf(db, { companyId, userId: sentBy }))
      const sent = sentAt && by ? { at: sentAt.toISOString(), by } : null
      const page = await readPage(db, run, sums, { order, sent }, request.query)
      return ok(
        request,
        mayPay(request) ? page : { ...page, lines: page.lines.map(withoutAccount) },
      )
    },
  )

  app.get(
    '/payrolls/:id/dollar-runs',
    {
      preValidation: requireSession,
      schema: {
        tags: ['payments'],
        params: idParams,
        querystring: pageQuery,
        response: { 200: success(dollarRuns) },
      },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      const { id: payrollId } = request.params
      const runs = isUuid(payrollId)
        ? await readDollarRuns(db, { companyId, payrollId }, request.query)
        : null
      if (!runs) throw new Refusal('NOT_FOUND')
      return ok(request, runs)
    },
  )

  /** Notes in one SQL transaction that the list goes to the bank; no run is planned meanwhile. */
  async function markSent(trx: Trx, request: FastifyRequest, run: CompanyRun) {
    const { companyId, userId } = sessionOf(request)
    if (isUuid(run.paymentId)) await lockPayrollOf(trx, run)
    const { order } = await requireReleased(trx, macKey, run)
    const people = order ? await noteSent(trx, run, { userId, now: clock.now() }) : 0
    if (people === 0) return { order, marks: [] }
    const act = { action: 'payment.dollarsSent', subject: await payrollNameOf(trx, run) } as const
    await record(trx, { ...actorOf(request), ...act, detail: { payment: run.paymentId, people } })
    const by = { company_id: companyId, marked_by: userId, at: clock.now() }
    const marks = await markDollarsSentAgain(trx, macKey, run.paymentId, by)
    if (marks.length > 0) await notify(trx, 'signatures')
    return { order, marks }
  }

  /** The order of a list that goes to the bank now. */
  async function sendList(request: FastifyRequest, run: CompanyRun) {
    const { order, marks } = await inTransaction(db, (trx) => markSent(trx, request, run))
    if (marks.length === 0) return order
    // The record says of these dollars that they were not sent: it has to know better first.
    await whenUnderWay(deps, () => areMarksNoted(db, marks), run.paymentId)
    if (!(await areMarksNoted(db, marks))) throw new Refusal('NOT_APPROVED')
    return order
  }

  async function* linesFor(request: FastifyRequest, run: CompanyRun) {
    for await (const lines of everyLine(db, run)) {
      yield mayPay(request) ? lines : lines.map(withoutAccount)
    }
  }

  for (const format of tableFormats) {
    app.get(
      `/payments/:id/dollar-lines.${format}`,
      {
        preValidation: requireSession,
        schema: { tags: ['payments'], params: idParams },
      },
      async (request, reply) => {
        const { companyId } = sessionOf(request)
        const run = { companyId, paymentId: request.params.id }
        const order = mayPay(request)
          ? await sendList(request, run)
          : (await requireReleased(db, macKey, run)).order
        const lines = order ? linesFor(request, run) : noLines()
        const table = toBankTable(lines, order, language(request))
        return sendTable(request, reply, { what: 'dollarLines', format, table, now: clock.now() })
      },
    )
  }

  /**
   * Changes the lines that a request is about, one or all that are not so yet, and returns them as they were.
   * No run is planned meanwhile.
   */
  async function markIn(
    trx: Trx,
    request: FastifyRequest,
    { run, lineId, body }: { run: CompanyRun; lineId: string | null; body: DollarLineBody },
  ): Promise<DollarLine[]> {
    if (isUuid(run.paymentId)) await lockPayrollOf(trx, run)
    const { order } = await requireReleased(trx, macKey, run)
    const lines = await findLinesToMark(trx, run, lineId, body)
    const [first] = lines
    if (lineId !== null && !first) throw new Refusal('NOT_FOUND')
    if (body.paid && !order) throw new Refusal('DOLLARS_NOT_DUE')
    const { userId } = sessionOf(request)
    await markLines(trx, macKey, { ...run, lines, body, userId, now: clock.now() })
    if (!first) return []
    const { paid = false, reference } = body
    const subject = lineId === null ? await payrollNameOf(trx, run) : first.name
    const detail = {
      payment: run.paymentId,
      ...(lineId === null ? { people: lines.length } : { line: lineId }),
      usd: usdText(sumDollarLines(lines)),
      ...(body.sent === false ? { sent: false } : { paid, reference }),
    }
    const act = { action: 'payment.dollarsMarked', subject, detail } as const
    await record(trx, { ...actorOf(request), ...act })
    return lines
  }

  app.patch(
    '/payments/:id/dollar-lines',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags: ['payments'],
        params: idParams,
        body: dollarLineBody,
        response: { 200: success(dollarLinesMarked) },
      },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const { body } = request
      const run = { companyId, paymentId: request.params.id }
      return once(db, request, reply, { companyId }, async (trx) => {
        const lines = await markIn(trx, request, { run, lineId: null, body })
        return ok(request, { people: lines.length, usd: usdNumber(sumDollarLines(lines)) })
      })
    },
  )

  app.patch(
    '/payments/:id/dollar-lines/:lineId',
    {
      preValidation: requireRole('ADMIN', 'PAYROLL'),
      schema: {
        tags: ['payments'],
        params: lineParams,
        body: dollarLineBody,
        response: { 200: success(dollarLineAnswer) },
      },
    },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const { id: paymentId, lineId } = request.params
      const run = { companyId, paymentId }
      return once(db, request, reply, { companyId }, async (trx) => {
        await markIn(trx, request, { run, lineId, body: request.body })
        const line = await findLine(trx, run, lineId)
        if (!line) throw new Error('A line that was marked is gone')
        return ok(request, { line })
      })
    },
  )
}
