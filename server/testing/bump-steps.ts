import { walkTransaction } from '#domain/block.ts'
import { satsFromCents } from '#domain/money.ts'
import { faucetAddress, faucetScript } from '#server/adapters/bitcoind/faucet-utxos.ts'
import { insertBump, planBump } from '#server/features/payments/fee-bump/bump.ts'
import { insertCancellation, planCancellation } from '#server/features/payments/fee-bump/cancel.ts'
import { askNode } from '#server/features/payments/fee-bump/node-view.ts'
import { readStuck } from '#server/features/payments/fee-bump/stuck.ts'
import { readPayment } from '#server/features/payments/read-payment.ts'
import { currentTransaction } from '#server/features/transactions/index.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { type ChainStory, rateUsdCentsPerBtc } from './chain-steps.ts'

type Ids = { companyId: string; userId: string; payrollId: string; script: Buffer }

/** An administrator's acts on a slow payment, without HTTP. */
export function bumpSteps({ engine, ...story }: ChainStory) {
  const { db, chain, network } = engine
  return {
    async bump({ companyId }: Ids, id: string, feeRateSatsPerKvb: bigint, raise = false) {
      const slow = await readStuck(db, companyId, id, engine.feeCeilings)
      const wanted = { feeRateSatsPerKvb, raise }
      const bump = await planBump(chain, slow, await askNode(chain, slow), wanted)
      await inTransaction(db, (trx) => insertBump(trx, slow, bump, network))
      return bump
    },
    async cancel({ companyId }: Ids, id: string) {
      const cancellation = await planCancellation(db, chain, companyId, id, engine.feeCeilings)
      await inTransaction(db, (trx) => insertCancellation(trx, cancellation, network))
    },
    /** Until the version that people see of a transaction is as wanted. */
    currentIs: (
      { companyId }: Pick<Ids, 'companyId'>,
      id: string,
      wanted: { state: string; type?: string },
    ) =>
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
            eb('root_id', '=', id),
            eb(
              'cpfp_parent_id',
              'in',
              selectFrom('transactions').select('id').where('root_id', '=', id),
            ),
          ]),
        )
        .orderBy('id')
        .execute(),
    /** Until the newest child of a transaction is in the mempool. */
    childIsSent: (id: string) =>
      engine.until('the newest child is in the mempool', async () => {
        const child = await db
          .selectFrom('transactions as c')
          .innerJoin('transactions as parent', 'parent.id', 'c.cpfp_parent_id')
          .selectAll('c')
          .where('parent.root_id', '=', id)
          .orderBy('c.version', 'desc')
          .limit(1)
          .executeTakeFirst()
        return child?.state === 'unconfirmed' && child
      }),
    /** Until another version than `old` is shown and in the mempool. */
    async replaced(ids: Pick<Ids, 'companyId'>, id: string, old = id) {
      return engine.until('the replacement is in the mempool', async () => {
        const current = await currentTransaction(db, ids.companyId, id)
        return current?.state === 'unconfirmed' && current._id !== old && current
      })
    },
    /** A run of one transaction that waits in the mempool. */
    async unconfirmedRun(ids: Ids, after = '') {
      const paymentId = await engine.run(ids, after)
      const { transactions } = await story.paymentIs(ids, paymentId, 'unconfirmed')
      const [transaction] = transactions
      if (!transaction?.txid) throw new Error('an unconfirmed transaction has a txid')
      return { paymentId, id: transaction._id, txid: transaction.txid }
    },
    /** A funded payroll whose people's money is the faucet's: a test can spend it for them. */
    async payrollOfSpenders(people: number, sats: bigint) {
      const salaries = Array.from({ length: people }, () => 50_000n)
      const ids = await story.payroll(
        salaries,
        salaries.map(() => faucetAddress),
      )
      await engine.play.give(ids.script, sats)
      await engine.play.mine(1)
      await story.spendable(ids.payrollId, sats)
      return ids
    },
    /** Employees who spend what is not mined yet: one transaction each, until the node takes no more. */
    async employeesSpend(txid: string, feeRate: bigint, most: number) {
      const raw = (await chain.mempoolTransactions([txid])).get(txid)
      if (!raw) throw new Error('it is not in the mempool')
      const utxos = walkTransaction(raw).outputs.flatMap(({ script, sats }, vout) =>
        Buffer.compare(script, faucetScript) === 0 ? [{ txid, vout, sats, coinbase: false }] : [],
      )
      const spent: string[] = []
      for (const utxo of utxos.slice(0, most)) {
        const child = story.signedBySomebody([utxo], [], feeRate)
        const { refusal } = await chain.trial(child.raw)
        if (refusal) return { spent, refusal }
        spent.push(await story.send(child))
      }
      return { spent, refusal: null }
    },
    /** Others who pay more fill a small mempool until what pays least is no more in it. */
    async fillMempoolWithout(txid: string, from = 5_000n) {
      const many = Array.from({ length: 2_900 }, (_, n) => ({
        script: Buffer.concat([Buffer.from([0, 20]), Buffer.alloc(20, n % 251)]),
        sats: 1_000n,
      }))
      // A later transaction pays more than those before, or it would be the one to go.
      for (let feeRate = from; await chain.inMempool(txid); feeRate += 200n) {
        await story.send(story.signedBySomebody([await story.somebodysUtxo(many)], many, feeRate))
      }
    },
    /** Employees spend 25 unconfirmed salaries: the node takes no child of that payment any more. */
    async fillDescendants(txid: string) {
      const { refusal } = await this.employeesSpend(txid, 1_100n, 27)
      if (!refusal) throw new Error('the node takes more descendants')
    },
    /** A run that only a replacement speeds up. */
    async runThatTakesNoChild() {
      const ids = await this.payrollOfSpenders(27, 20_000_000n)
      const run = await this.unconfirmedRun(ids)
      await this.fillDescendants(run.txid)
      return { ids, ...run }
    },
    /** The run's head holds this much beside its fee at 2 sat/vB, and the payroll nothing more. */
    async runWithHead(headSats: bigint) {
      const ids = await story.payroll([50_000n])
      // A run with one input, one person and one head is 141 vB.
      const sats = satsFromCents(50_000n, rateUsdCentsPerBtc) + 282n + headSats
      await engine.play.give(ids.script, sats)
      await engine.play.mine(1)
      await story.spendable(ids.payrollId, sats)
      return { ids, ...(await this.unconfirmedRun(ids)) }
    },
    /** A confirmed deposit, while what is in the mempool already stays there. */
    async depositBeside(
      { payrollId, script }: Pick<Ids, 'payrollId' | 'script'>,
      staying: string[],
      sats: bigint,
    ) {
      const deposit = await engine.play.give(script, sats)
      const raws = await chain.mempoolTransactions(await chain.mempoolTxids())
      // Ancestors of the faucet's UTXO come along.
      const others = [...raws].filter(([txid]) => !staying.includes(txid))
      if (!raws.has(deposit)) throw new Error('the deposit is not in the mempool')
      await story.mineOnly(others.map(([, raw]) => story.sentOf(raw)))
      await story.followed()
      await engine.until('the deposit is spendable', async () => {
        const { spendable_sats } = await story.balanceOf(payrollId)
        return spendable_sats >= sats
      })
    },
    paymentOf: async ({ companyId }: Ids, paymentId: string) => {
      const payment = await readPayment(db, companyId, paymentId)
      if (!payment) throw new Error('no such payment')
      return payment
    },
  }
}
