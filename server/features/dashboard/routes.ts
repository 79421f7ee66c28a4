import { dashboard } from '#contract/dashboard.ts'
import { success } from '#contract/http.ts'
import { btcText, usdAt } from '#domain/money.ts'
import { readLivePayrollIds } from '#server/authorization/payroll-rows.ts'
import { requireSession, sessionOf } from '#server/features/auth/index.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import { companyTransactions } from '#server/features/transactions/index.ts'
import { type App, ok } from '#server/platform/http/http.ts'
import type { Deps } from '#server/startup/deps.ts'
import { activity, readSpendingByMonth, totalBalance } from './store.ts'

const newestShown = 10

export async function dashboardRoutes(app: App, { db, macKey }: Deps): Promise<void> {
  app.get(
    '/users/dashboard',
    {
      preValidation: requireSession,
      schema: { tags: ['dashboard'], response: { 200: success(dashboard) } },
    },
    async (request) => {
      const { companyId } = sessionOf(request)
      const payrollIds = await readLivePayrollIds(db, macKey, { companyId })
      const [price, sats, company, counts, lastTransactions, spending] = await Promise.all([
        readCurrentPrice(db),
        totalBalance(db, payrollIds),
        db
          .selectFrom('companies')
          .select(['name', 'sector'])
          .where('id', '=', companyId)
          .executeTakeFirstOrThrow(),
        activity(db, companyId),
        companyTransactions(db, companyId, newestShown),
        readSpendingByMonth(db, companyId),
      ])
      const usdBalance = usdAt(sats, price?.usdCentsPerBtc ?? 0n)
      return ok(request, {
        balance: { btcBalance: btcText(sats), usdBalance },
        activity: { ...counts, payrolls: payrollIds.length },
        company: { name: company.name, companySector: company.sector },
        lastTransactions,
        spending,
      })
    },
  )
}
