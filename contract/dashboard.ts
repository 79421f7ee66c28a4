import { z } from 'zod/mini'
import { btc, usd } from './http.ts'
import { transaction } from './transactions.ts'

/** GET /users/dashboard. */
export const dashboard = z.object({
  balance: z.object({ btcBalance: btc, usdBalance: usd }),
  activity: z.object({
    employees: z.int(),
    payrolls: z.int(),
    /** Runs that were neither rejected nor failed. */
    payments: z.int(),
  }),
  company: z.object({ name: z.string(), companySector: z.string() }),
  /** The 10 newest. */
  lastTransactions: z.array(transaction),
  /** 12 months in America/El_Salvador, the current one last. */
  spending: z.array(
    z.object({
      month: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
      usd,
      btc,
      /** The parts of salaries that the company paid itself. */
      dollarsUsd: usd,
    }),
  ),
})
export type Dashboard = z.infer<typeof dashboard>
