import type { FastifyReply } from 'fastify'
import { idParams, success } from '#contract/http.ts'
import { ownReceiptParams, receiptMailPreview, receiptOfLineParams } from '#contract/receipts.ts'
import { texts } from '#contract/texts/index.ts'
import { requireRole, sessionOf } from '#server/features/auth/index.ts'
import { employeeOf, requireEmployeeSession } from '#server/features/employee-page/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { type App, language, ok } from '#server/platform/http/http.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { fileOf, type ReceiptFile, zipOf } from './files.ts'
import { readMailPreview } from './preview.ts'
import { listReceipts, readNewestReceipt, readOwnReceipt } from './store.ts'

const mayRead = requireRole('ADMIN', 'APPROVER', 'ACCOUNTANT')

export async function receiptRoutes(app: App, { db, config, clock }: Deps): Promise<void> {
  app.get(
    '/payments/:id/receipts.zip',
    { preValidation: mayRead, schema: { tags: ['receipts'], params: idParams } },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const { id } = request.params
      const receipts = isUuid(id) ? await listReceipts(db, companyId, id) : []
      const [first] = receipts
      if (!first) throw new Refusal('NOT_FOUND')
      const speak = language(request)
      const zip = zipOf(db, companyId, receipts, speak)
      zip.on('error', (err) => request.log.error({ err }, 'a zip of receipts broke off'))
      const name = `${texts[speak].receipts.files}-${first.issuedAt.toISOString().slice(0, 10)}.zip`
      return reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(zip)
    },
  )

  app.get(
    '/payments/:id/lines/:lineId/receipt.pdf',
    { preValidation: mayRead, schema: { tags: ['receipts'], params: receiptOfLineParams } },
    async (request, reply) => {
      const { companyId } = sessionOf(request)
      const { id: paymentId, lineId } = request.params
      const receipt =
        isUuid(paymentId) && isUuid(lineId)
          ? await readNewestReceipt(db, companyId, { lineId, paymentId })
          : null
      if (!receipt) throw new Refusal('NOT_FOUND')
      return sendPdf(reply, await fileOf(receipt))
    },
  )

  app.get(
    '/employee/payments/:lineId/receipt.pdf',
    {
      preValidation: requireEmployeeSession,
      schema: { tags: ['employee'], params: ownReceiptParams },
    },
    async (request, reply) => {
      const { lineId } = request.params
      const receipt = isUuid(lineId) ? await readOwnReceipt(db, employeeOf(request), lineId) : null
      if (!receipt) throw new Refusal('NOT_FOUND')
      return sendPdf(reply, await fileOf(receipt))
    },
  )

  app.get(
    '/companies/receipt-mail-preview',
    {
      preValidation: requireRole('ADMIN'),
      schema: { tags: ['receipts'], response: { 200: success(receiptMailPreview) } },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      return ok(request, await readMailPreview(db, companyId, config, clock.now()))
    },
  )
}

/** Sends a PDF that the browser shows under its name. */
export const sendPdf = (reply: FastifyReply, { name, bytes }: ReceiptFile) =>
  reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `inline; filename="${name}"`)
    .send(bytes)
