import { idParams, success } from '#contract/http.ts'
import { transactionDetails, transactionList, transactionQuery } from '#contract/transactions.ts'
import { requireSession, sessionOf } from '#server/features/auth/index.ts'
import { isUuid } from '#server/platform/db/database.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Deps } from '#server/startup/deps.ts'
import { exportRoutes } from './export-routes.ts'
import { payrollTransactions } from './pages.ts'
import { orderOf } from './payment-order.ts'
import { recipientsOf } from './recipients.ts'
import { findTransaction, hasPayroll } from './store.ts'

export async function transactionRoutes(app: App, deps: Deps): Promise<void> {
  const { db, config, clock } = deps
  await exportRoutes(app, deps)

  app.get(
    '/payrolls/:id/transactions',
    {
      preValidation: requireSession,
      schema: {
        tags: ['transactions'],
        params: idParams,
        querystring: transactionQuery,
        response: { 200: success(transactionList) },
      },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      const { id } = request.params
      const known = isUuid(id) && (await hasPayroll(db, companyId, id))
      if (!known) throw new Refusal('NOT_FOUND')
      const { page, limit } = request.query
      const { transactions, total } = await payrollTransactions(db, companyId, id, request.query)
      const pages = Math.ceil(total / limit)
      return ok(request, { transactions, totalTransactions: total, pages, page })
    },
  )

  app.get(
    '/transactions/:id/details',
    {
      preValidation: requireSession,
      schema: {
        tags: ['transactions'],
        params: idParams,
        response: { 200: success(transactionDetails) },
      },
    },
    async (request) => {
      const { companyId, userId } = sessionOf(request)
      const { id } = request.params
      const transaction = isUuid(id) ? await findTransaction(db, companyId, id) : null
      if (!transaction) throw new Refusal('NOT_FOUND')
      const recipients = await recipientsOf(db, companyId, id, config.network)
      const context = { ...deps, companyId, userId, now: clock.now() }
      const details = { recipients, ...(await orderOf(db, context, id)) }
      return ok(request, { transaction, details })
    },
  )
}
