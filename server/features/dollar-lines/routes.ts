import { z } from 'zod/mini'
import {
  type DollarLine,
  dollarLineAnswer,
  dollarLineBody,
  dollarLines,
  dollarRuns,
} from '#contract/dollar-lines.ts'
import { idParams, success } from '#contract/http.ts'
import type { Language } from '#contract/languages.ts'
import { pageQuery } from '#contract/queries.ts'
import { texts } from '#contract/texts/index.ts'
import { exportedFields } from '#domain/employee-fields.ts'
import { parseUsdNumber, usdText } from '#domain/money.ts'
import { actorOf, requireRole, requireSession, sessionOf } from '#server/features/auth/index.ts'
import { type Db, isUuid } from '#server/platform/db/database.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { once } from '#server/platform/http/idempotency.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { record } from '#server/platform/observe/audit.ts'
import { sendTable, tableFormats } from '#server/platform/spreadsheet/send-table.ts'
import type { Cell, Table } from '#server/platform/spreadsheet/table.ts'
import type { Deps } from '#server/startup/deps.ts'
import {
  everyLine,
  findLine,
  lockPayrollOf,
  markPaid,
  readDollarRuns,
  readPage,
  readSums,
  unmark,
} from './store.ts'

const lineParams = z.object({ id: z.string(), lineId: z.string() })

async function requireSums(db: Db, companyId: string, paymentId: string) {
  const sums = isUuid(paymentId) ? await readSums(db, { companyId, paymentId }) : null
  if (!sums) throw new Refusal('NOT_FOUND')
  return sums
}

const centsOf = ({ usd }: DollarLine): bigint => {
  const cents = parseUsdNumber(usd)
  if (cents === null) throw new RangeError(`usd: ${usd}`)
  return cents
}

function tableOf(batches: AsyncIterable<DollarLine[]>, speak: Language): Table {
  const titles = texts[speak].exports.columns
  const columns: Table['columns'] = [
    { title: titles.name, kind: 'text' },
    { title: titles.identification, kind: 'text' },
    { title: titles.bank, kind: 'text' },
    { title: titles.bankAccount, kind: 'text' },
    { title: titles.dollarsUsd, kind: 'usd' },
    { title: titles.paidAt, kind: 'date' },
    { title: titles.reference, kind: 'text' },
    ...exportedFields.map((field) => ({ title: titles[field], kind: 'text' as const })),
  ]
  async function* rows() {
    for await (const lines of batches) {
      yield lines.map((line): Cell[] => [
        line.name,
        line.identification,
        line.bank,
        line.bankAccount,
        usdText(centsOf(line)),
        line.paidAt === null ? null : new Date(line.paidAt),
        line.reference,
        ...exportedFields.map((field) => line[field]),
      ])
    }
  }
  return { columns, batches: rows() }
}

/** Routes for the parts of a run that the company pays by its bank. */
export async function dollarLineRoutes(app: App, { db, clock }: Deps): Promise<void> {
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
      const sums = await requireSums(db, companyId, paymentId)
      return ok(request, await readPage(db, { companyId, paymentId }, sums, request.query))
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

  for (const format of tableFormats) {
    app.get(
      `/payments/:id/dollar-lines.${format}`,
      {
        // The person who prepares the payroll gives the list to the bank, so every role may read it.
        preValidation: requireSession,
        schema: { tags: ['payments'], params: idParams },
      },
      async (request, reply) => {
        const { companyId } = sessionOf(request)
        const { id: paymentId } = request.params
        await requireSums(db, companyId, paymentId)
        const table = tableOf(everyLine(db, { companyId, paymentId }), language(request))
        return sendTable(request, reply, { what: 'dollarLines', format, table, now: clock.now() })
      },
    )
  }

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
      const { companyId, userId } = sessionOf(request)
      const { id: paymentId, lineId } = request.params
      const { paid, reference } = request.body
      const run = { companyId, paymentId }
      return once(db, request, reply, { companyId }, async (trx) => {
        if (isUuid(paymentId)) await lockPayrollOf(trx, run)
        const sums = await requireSums(trx, companyId, paymentId)
        const before = isUuid(lineId) ? await findLine(trx, run, lineId) : null
        if (!before) throw new Refusal('NOT_FOUND')
        if (paid && !sums.isDue) throw new Refusal('DOLLARS_NOT_DUE')
        if (paid) await markPaid(trx, { companyId, userId, lineId, reference, now: clock.now() })
        else await unmark(trx, companyId, lineId)
        const usd = usdText(centsOf(before))
        const detail = { payment: paymentId, line: lineId, usd, paid, reference }
        const act = { action: 'payment.dollarsMarked', subject: before.name } as const
        await record(trx, { ...actorOf(request), ...act, detail })
        const line = await findLine(trx, run, lineId)
        if (!line) throw new Error('A line that was marked is gone')
        return ok(request, { line })
      })
    },
  )
}
