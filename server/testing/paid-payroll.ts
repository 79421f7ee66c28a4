import type { Engine } from './engine.ts'

/** The price of one bitcoin. */
export const paidAtUsdCents = 10_000_000n

export type PaidPayroll = Awaited<ReturnType<typeof aPaidPayroll>>

export const stateIs = (engine: Engine, id: string, state: 'unconfirmed' | 'confirmed') =>
  engine.until(`the transaction is ${state}`, () =>
    engine.db
      .selectFrom('transactions')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', state)
      .executeTakeFirst(),
  )

/** A company whose payroll of two is paid in one transaction, which waits in the mempool. */
export async function aPaidPayroll(engine: Engine) {
  await engine.price(paidAtUsdCents)
  const ids = await engine.company()
  const payroll = await engine.payroll(ids.companyId, [100_000n, 50_000n])
  await engine.play.give(payroll.script, 5_000_000n)
  await engine.play.mine(1)
  await engine.until('the deposit can be spent', () =>
    engine.db
      .selectFrom('payroll_balances')
      .select('payroll_id')
      .where('payroll_id', '=', payroll.payrollId)
      .where('spendable_sats', '=', 5_000_000n)
      .executeTakeFirst(),
  )
  const paymentId = await engine.run({ ...ids, ...payroll })
  const transaction = await engine.until('the payment is made', () =>
    engine.db
      .selectFrom('transactions')
      .select(['id', 'txid'])
      .where('sheet_id', '=', paymentId)
      .where('state', '=', 'unconfirmed')
      .executeTakeFirst(),
  )
  return { ...ids, ...payroll, paymentId, transactionId: transaction.id, txid: transaction.txid }
}
