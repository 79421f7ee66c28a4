import { walkTransaction } from '#domain/block.ts'
import {
  chooseUtxos,
  type Payout,
  signFaucetTransaction,
} from '#server/adapters/bitcoind/faucet-transaction.ts'
import { faucetUtxos } from '#server/adapters/bitcoind/faucet-utxos.ts'
import { Rpc } from '#server/adapters/bitcoind/rpc.ts'
import { readTip } from '#server/features/chain/index.ts'
import { readPayment } from '#server/features/payments/read-payment.ts'
import { anAddress, type Engine, testEngine } from './engine.ts'

export const rateUsdCentsPerBtc = 9_100_000n
const depositFeeRate = 2_000n

export type Sent = { raw: Uint8Array; hex: string; txid: string }
type FaucetUtxo = Awaited<ReturnType<typeof faucetUtxos>>['free'][number]

/** The money in a story about the chain: an engine that follows, and steps to take. */
export async function chainStory(options?: Parameters<typeof testEngine>[0]) {
  const engine = await testEngine(options)
  await engine.until('the node is followed', () =>
    engine.db.selectFrom('node_status').selectAll().executeTakeFirst(),
  )
  return { engine, ...chainSteps(engine), ...moneySteps(engine) }
}
export type ChainStory = Awaited<ReturnType<typeof chainStory>>

const sentOf = (raw: Uint8Array): Sent => ({
  raw,
  hex: Buffer.from(raw).toString('hex'),
  txid: walkTransaction(raw).txid(),
})

function chainSteps(engine: Engine) {
  const rpc = new Rpc(engine.rpc)
  const used = new Set<string>()
  const made = new Set<string>()
  return {
    /** A foreign UTXO, never given out twice, that descends from no transaction of a story. */
    async somebodysUtxo(payouts: Payout[]): Promise<FaucetUtxo> {
      const { free } = await faucetUtxos(rpc)
      const unused = free.filter(
        ({ txid, vout }) => !used.has(`${txid}:${vout}`) && !made.has(txid),
      )
      const [utxo, ...more] = chooseUtxos(unused, payouts, 100n * depositFeeRate) ?? []
      if (!utxo || more.length > 0) throw new Error('the faucet has no single UTXO for this')
      used.add(`${utxo.txid}:${utxo.vout}`)
      return utxo
    },
    /** Signed by the sender, known to nobody yet. */
    signedBySomebody(utxos: FaucetUtxo[], payouts: Payout[], feeRate = depositFeeRate): Sent {
      const signed = sentOf(signFaucetTransaction(utxos, payouts, feeRate))
      made.add(signed.txid)
      return signed
    },
    sentOf,
    send: ({ hex }: Pick<Sent, 'hex'>) => engine.node.rpc<string>('sendrawtransaction', hex),
    /** A block with exactly these transactions, whatever the mempool holds. */
    async mineOnly(transactions: { hex: string }[] = []): Promise<string> {
      const { hash } = await engine.node.rpc<{ hash: string }>(
        'generateblock',
        anAddress(),
        transactions.map(({ hex }) => hex),
      )
      return hash
    },
    /** Takes the last `depth` blocks from the node's chain; the hash to reconsider. */
    async invalidate(depth: number): Promise<string> {
      const { height } = await engine.chain.info()
      const hash = await engine.chain.blockHash(height - depth + 1)
      await engine.node.rpc('invalidateblock', hash)
      return hash
    },
    /** Until this is wrong with the node; null: nothing is. */
    troubleIs: (trouble: string | null) =>
      engine.until(`the node's trouble is ${trouble}`, async () => {
        const status = await engine.db.selectFrom('node_status').selectAll().executeTakeFirst()
        return status?.trouble === trouble
      }),
    /** Until our tables stand where the node stands. */
    async followed(): Promise<void> {
      await engine.until('the chain is followed to its tip', async () => {
        const [tip, info] = await Promise.all([readTip(engine.db), engine.chain.info()])
        return tip?.hash === info.bestHash
      })
    },
  }
}

function moneySteps(engine: Engine) {
  const { db } = engine
  const balanceOf = (payrollId: string) =>
    db
      .selectFrom('payroll_balances')
      .selectAll()
      .where('payroll_id', '=', payrollId)
      .executeTakeFirstOrThrow()
  const spendable = (payrollId: string, sats: bigint) =>
    engine.until(
      `${sats} sat spendable`,
      async () => (await balanceOf(payrollId)).spendable_sats === sats,
    )
  const payroll = async (salaries: bigint[], addresses: string[] = []) => {
    await engine.price(rateUsdCentsPerBtc)
    const ids = await engine.company()
    return { ...ids, ...(await engine.payroll(ids.companyId, salaries, addresses)) }
  }
  const funded = async <Made extends { payrollId: string; script: Buffer }>(
    made: Made,
    sats: bigint,
  ) => {
    await engine.play.give(made.script, sats)
    await engine.play.mine(1)
    await spendable(made.payrollId, sats)
    return made
  }
  const fundedPayroll = async (salaries: bigint[], sats: bigint, addresses?: string[]) =>
    funded(await payroll(salaries, addresses), sats)
  /** Waits until the transactions of a payment are in these states. */
  const partsAre = ({ companyId }: { companyId: string }, paymentId: string, ...states: string[]) =>
    engine.until(`its parts are ${states.join(' and ')}`, async () => {
      const payment = await readPayment(db, companyId, paymentId)
      return payment?.transactions.map((one) => one.state).join() === states.join() && payment
    })
  return {
    balanceOf,
    spendable,
    payroll,
    fundedPayroll,
    /** A further payroll of a company that has one. */
    async nextFundedPayroll(
      { companyId, userId }: { companyId: string; userId: string },
      salaries: bigint[],
      sats: bigint,
    ) {
      await engine.price(rateUsdCentsPerBtc)
      const made = await engine.payroll(companyId, salaries)
      return funded({ companyId, userId, ...made }, sats)
    },
    partsAre,
    /** A run of 3,100 people: its fan-out is in the mempool, a second batch waits for it. */
    async runOfTwoBatches() {
      const salaries = Array.from({ length: 3_100 }, (_, index) => 1_000n + BigInt(index))
      const ids = await fundedPayroll(salaries, 900_000_000n)
      const paymentId = await engine.run(ids)
      const { transactions } = await partsAre(ids, paymentId, 'unconfirmed', 'pendingApproval')
      return { ids, paymentId, transactions }
    },
    /** Until what this txid brought a payroll is in a state. */
    depositIs: (payrollId: string, txid: string, state: string) =>
      engine.until(`the deposit is ${state}`, async () => {
        const row = await db
          .selectFrom('transactions')
          .selectAll()
          .where('payroll_id', '=', payrollId)
          .where('txid', '=', Buffer.from(txid, 'hex'))
          .executeTakeFirst()
        return row?.state === state && row
      }),
    paymentIs: ({ companyId }: { companyId: string }, paymentId: string, state: string) =>
      engine.until(`the payment is ${state}`, async () => {
        const payment = await readPayment(db, companyId, paymentId)
        return payment?.state === state && payment
      }),
    /** The signed bytes of a payment's transactions, in their order. */
    async bytesOf(paymentId: string): Promise<Sent[]> {
      const rows = await db
        .selectFrom('transactions')
        .select('raw')
        .where('sheet_id', '=', paymentId)
        .orderBy('position')
        .execute()
      return rows.flatMap(({ raw }) => (raw ? [sentOf(raw)] : []))
    },
  }
}
