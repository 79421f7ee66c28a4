import { neededFeeRate } from '#domain/money.ts'
import {
  askNode,
  type Bump,
  placeBump,
  planBump,
  readSlow,
  type WantedRate,
} from '#server/features/payments/bump.ts'
import { placeCancellation, planCancellation } from '#server/features/payments/cancel.ts'
import { readPayment } from '#server/features/payments/store.ts'
import { currentTransaction } from '#server/features/transactions/index.ts'
import { type ChainStory, rateUsdCentsPerBtc } from './chain-steps.ts'

type Ids = { companyId: string; userId: string; payrollId: string; script: Buffer }

/** What an administrator does about a slow payment, without HTTP. */
export function bumpSteps({ engine, ...story }: ChainStory) {
  const { db, chain, network } = engine
  const plan = async (companyId: string, id: string, wanted: WantedRate): Promise<Bump> => {
    const slow = await readSlow(db, companyId, id)
    return planBump(chain, slow, await askNode(chain, slow), wanted)
  }
  return {
    planOf: plan,
    async bump({ companyId }: Ids, id: string, feeRateSatsPerKvb: bigint, raise = false) {
      const slow = await readSlow(db, companyId, id)
      const wanted = { feeRateSatsPerKvb, raise }
      const bump = await planBump(chain, slow, await askNode(chain, slow), wanted)
      await db.transaction().execute((trx) => placeBump(trx, slow, bump, network))
      return bump
    },
    async cancel({ companyId }: Ids, id: string) {
      const cancellation = await planCancellation(db, chain, companyId, id)
      await db.transaction().execute((trx) => placeCancellation(trx, cancellation, network))
    },
    /** Until the version that people see of a transaction is as wanted. */
    currentIs: ({ companyId }: Ids, id: string, wanted: { state: string; type?: string }) =>
      engine.until(`the current version is ${JSON.stringify(wanted)}`, async () => {
        const current = await currentTransaction(db, companyId, id)
        const matches =
          current?.state === wanted.state && (!wanted.type || current.type === wanted.type)
        return matches && current
      }),
    /** All rows of a transaction and its children, the oldest first. */
    rowsOf: async (id: string) =>
      db
        .selectFrom('transactions as t')
        .selectAll()
        .where(({ or, eb, selectFrom }) =>
          or([
            eb('family', '=', id),
            eb('child_of', 'in', selectFrom('transactions').select('id').where('family', '=', id)),
          ]),
        )
        .orderBy('id')
        .execute(),
    /** A run of one transaction that waits in the mempool. */
    async unconfirmedRun(ids: Ids, after = '') {
      const paymentId = await engine.run(ids, after)
      const { transactions } = await story.paymentIs(ids, paymentId, 'unconfirmed')
      const [transaction] = transactions
      if (!transaction?.txid) throw new Error('an unconfirmed transaction has a txid')
      return { paymentId, id: transaction._id, txid: transaction.txid }
    },
    async pricedRun(ids: Ids) {
      await engine.price(rateUsdCentsPerBtc)
      return this.unconfirmedRun(ids)
    },
    paymentOf: async ({ companyId }: Ids, paymentId: string) => {
      const payment = await readPayment(db, companyId, paymentId)
      if (!payment) throw new Error('no such payment')
      return payment
    },
    rateOf: neededFeeRate,
  }
}
