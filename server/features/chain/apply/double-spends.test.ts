import { Transaction } from '@scure/btc-signer'
import { afterEach, expect, test } from 'vitest'
import { parseBtcAddress } from '#domain/address.ts'
import { walkBlock, walkTransaction } from '#domain/block.ts'
import { acceptBreaches } from '#server/features/invariants/index.ts'
import { checkRows } from '#server/features/invariants/row-checks.ts'
import { readStandingBreaches } from '#server/features/invariants/standing-breaches.ts'
import type { Chain } from '#server/ports.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { refreshBalances } from '../books/balances.ts'
import { readTip } from '../follow/blocks.ts'
import { followMempool } from '../follow/mempool.ts'
import { applyTransactions } from './apply.ts'
import { noteConflicts } from './conflicts.ts'
import { evict } from './evict.ts'
import { scanTransactions } from './owned.ts'

// A thief with the keys spends UTXOs here.
const story = await storyForFile({ ownNode: true }, { breaks: ['I3'] })

// The operator accepts each theft before the next test begins.
afterEach(async () => acceptBreaches(story.engine.db, await readStandingBreaches(story.engine.db)))

function somebodysScript(): Uint8Array {
  const parsed = parseBtcAddress(anAddress(), 'regtest')
  if (!parsed.ok) throw new Error('a test address is not valid')
  return parsed.script
}

/**
 * Two transactions of one owner spend the same UTXO: to a payroll, and elsewhere at a higher fee.
 */
async function twoSpends(script: Uint8Array, sats: bigint) {
  const utxo = await story.somebodysUtxo([{ script, sats }])
  return {
    deposit: story.signedBySomebody([utxo], [{ script, sats }]),
    rival: story.signedBySomebody([utxo], [{ script: somebodysScript(), sats }], 20_000n),
  }
}

/** Spends a payroll's UTXO with the seed, outside the program. */
async function spendOutside(payrollId: string, feeSats: bigint) {
  const utxo = await story.engine.db
    .selectFrom('utxos as c')
    .innerJoin('addresses as a', 'a.script_pubkey', 'c.script_pubkey')
    .select(['c.txid', 'c.vout', 'c.sats', 'c.script_pubkey', 'a.branch', 'a.index'])
    .where('c.payroll_id', '=', payrollId)
    .where('c.spent_height', 'is', null)
    .executeTakeFirstOrThrow()
  const transaction = new Transaction()
  transaction.addInput({
    txid: utxo.txid.toString('hex'),
    index: utxo.vout,
    witnessUtxo: { script: utxo.script_pubkey, amount: utxo.sats },
  })
  transaction.addOutput({ script: somebodysScript(), amount: utxo.sats - feeSats })
  transaction.sign(story.engine.wallet.key(utxo.branch, utxo.index).privateKey)
  transaction.finalize()
  return story.sentOf(transaction.extract())
}

const paymentRow = (id: string) =>
  story.engine.db.selectFrom('sheets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a deposit that its sender replaces is gone at once, failed after six blocks', async () => {
  const { payroll, send, depositIs, balanceOf, mineOnly, followed } = story
  const { payrollId, script } = await payroll([])
  const { deposit, rival } = await twoSpends(script, 400_000n)
  await send(deposit)
  await depositIs(payrollId, deposit.txid, 'unconfirmed')
  await send(rival)
  await depositIs(payrollId, deposit.txid, 'removed')
  expect(await balanceOf(payrollId)).toMatchObject({ balance_sats: 0n, received_sats: 0n })
  await mineOnly([rival])
  for (let deep = 2; deep <= 5; deep++) await mineOnly()
  await followed()
  await depositIs(payrollId, deposit.txid, 'removed')
  await mineOnly()
  await depositIs(payrollId, deposit.txid, 'failed')
})

test('a deposit that a block contradicts leaves the balance with that block', async () => {
  const { engine, payroll, send, depositIs } = story
  const { payrollId, script } = await payroll([])
  const { deposit, rival } = await twoSpends(script, 400_000n)
  await send(deposit)
  await depositIs(payrollId, deposit.txid, 'unconfirmed')
  const trx = await engine.owner.startTransaction().execute()
  try {
    const touched = await noteConflicts(trx, [walkTransaction(rival.raw)], 1_000)
    expect(touched).toEqual([payrollId])
    await refreshBalances(trx, touched)
    const balance = await trx
      .selectFrom('payroll_balances')
      .selectAll()
      .where('payroll_id', '=', payrollId)
      .executeTakeFirstOrThrow()
    expect(balance).toMatchObject({ balance_sats: 0n, received_sats: 0n })
  } finally {
    await trx.rollback().execute()
  }
  expect(await story.balanceOf(payrollId)).toMatchObject({ balance_sats: 400_000n })
  await engine.play.mine(1)
  await depositIs(payrollId, deposit.txid, 'confirmed')
})

test('a mempool read before a block is not held against that block', async () => {
  const { engine, payroll, send, mineOnly, depositIs, followed } = story
  const { payrollId, script } = await payroll([])
  const { deposit, rival } = await twoSpends(script, 400_000n)
  await send(deposit)
  await depositIs(payrollId, deposit.txid, 'unconfirmed')
  await followed()
  const tip = await readTip(engine.db)
  if (!tip) throw new Error('there is a tip')
  const slow: Chain = Object.assign(Object.create(engine.chain), {
    mempoolTransactions: async (txids: string[]) => {
      const read = await engine.chain.mempoolTransactions(txids)
      expect([...read.keys()]).toContain(deposit.txid)
      await mineOnly([rival])
      await depositIs(payrollId, deposit.txid, 'removed')
      return read
    },
  })
  const seen = new Set<string>()
  await followMempool({ db: engine.worker, chain: slow, network: 'regtest' }, seen, tip)
  expect(await story.balanceOf(payrollId)).toMatchObject({ balance_sats: 0n })
  // The transactions are forgotten, so that the next round reads them against the changed tables.
  expect([...seen]).toEqual([])
  for (let deep = 2; deep <= 6; deep++) await mineOnly()
  await depositIs(payrollId, deposit.txid, 'failed')
})

test('a competing chain double-spends a deposit → its payment fails, others are free', async () => {
  const { engine, payroll, send, mineOnly, depositIs, paymentIs, spendable, balanceOf } = story
  const ids = await payroll([300_000n])
  const { payrollId, script } = ids
  const { deposit, rival } = await twoSpends(script, 2_000_000n)
  const payouts = [{ script, sats: 1_500_000n }]
  const honest = story.signedBySomebody([await story.somebodysUtxo(payouts)], payouts)
  await send(honest)
  await mineOnly([honest])
  await send(deposit)
  await mineOnly([deposit])
  await spendable(payrollId, 3_500_000n)
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'unconfirmed')
  const [batch] = await story.bytesOf(paymentId)
  if (!batch) throw new Error('an unconfirmed payment has bytes')
  await mineOnly([batch])
  await paymentIs(ids, paymentId, 'confirmed')
  expect((await paymentRow(paymentId)).closed_at).not.toBeNull()

  await story.invalidate(2)
  await mineOnly([rival])
  for (let deep = 2; deep <= 5; deep++) await mineOnly()
  await story.followed()
  await depositIs(payrollId, deposit.txid, 'removed')
  await paymentIs(ids, paymentId, 'removed')
  await depositIs(payrollId, honest.txid, 'confirmed')
  // The reorganisation brought the deposit's spend back: it blocks another payment until it
  // confirms or fails.
  await engine.price(rateUsdCentsPerBtc)
  await expect(engine.run(ids, paymentId)).rejects.toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })

  await mineOnly()
  await depositIs(payrollId, deposit.txid, 'failed')
  await paymentIs(ids, paymentId, 'failed')
  await spendable(payrollId, 1_500_000n)
  expect(await balanceOf(payrollId)).toMatchObject({
    balance_sats: 1_500_000n,
    confirmed_sats: 1_500_000n,
    received_sats: 1_500_000n,
  })
  await engine.play.give(script, 2_500_000n)
  await engine.play.mine(1)
  await spendable(payrollId, 4_000_000n)
  await engine.price(rateUsdCentsPerBtc)
  // Until its rival is buried, another reorganisation can bring the deposit back.
  await expect(engine.run(ids)).rejects.toMatchObject({
    code: 'PAYMENT_IN_PROGRESS',
    details: { data: { payment: null, transaction: { txid: deposit.txid } } },
  })
})

test('a UTXO spent outside the program is not spendable, and an alarm says so', async () => {
  const { engine, fundedPayroll, balanceOf, mineOnly } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const theft = await spendOutside(ids.payrollId, 10_000n)
  await mineOnly([theft])
  await engine.until(
    'the balance is nothing',
    async () => (await balanceOf(ids.payrollId)).balance_sats === 0n,
  )
  // Until the rival is buried, a reorganisation may bring back a spend that nothing of this payroll
  // excludes.
  await expect(engine.run(ids)).rejects.toMatchObject({
    code: 'PAYMENT_IN_PROGRESS',
    details: { data: { payment: null, transaction: { type: 'withdrawal' } } },
  })
  await engine.until('the alarm', async () =>
    engine.alarms.includes('our UTXOs are spent by an untracked transaction'),
  )
})

test('a payment whose input is spent outside is removed, failed after six blocks', async () => {
  const { engine, fundedPayroll, paymentIs, send, mineOnly } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const theft = await spendOutside(ids.payrollId, 100_000n)
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'unconfirmed')
  engine.alarms.length = 0
  await send(theft)
  await paymentIs(ids, paymentId, 'removed')
  await mineOnly([theft])
  for (let deep = 2; deep <= 6; deep++) await mineOnly()
  await engine.until('its transaction failed', async () => {
    const { transactions } = await paymentIs(ids, paymentId, 'failed')
    return transactions[0]?.failure === 'SPENT_ELSEWHERE'
  })
  expect(engine.alarms).toContain('our UTXOs are spent by an untracked transaction')
  await engine.until('the payment is closed', async () => (await paymentRow(paymentId)).closed_at)
  expect(await story.balanceOf(ids.payrollId)).toMatchObject({ balance_sats: 0n })
})

test('a plan whose input is spent outside before signing fails with nothing signed', async () => {
  const { engine, fundedPayroll, paymentIs, mineOnly } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const theft = await spendOutside(ids.payrollId, 10_000n)
  // The program does not reach its node, so the plan relies on what it knew before.
  engine.switchNode({ rpcUrl: 'http://127.0.0.1:1', cookieFile: engine.node.cookieFile })
  const paymentId = await engine.run(ids)
  await engine.node.rpc('sendrawtransaction', theft.hex)
  engine.switchNode()
  const failed = await paymentIs(ids, paymentId, 'failed')
  expect(failed.transactions[0]).toMatchObject({
    txid: null,
    failure: 'COIN_GONE',
  })
  expect(engine.alarms).toContain('planned UTXOs are not at the node')
  await mineOnly([theft])
  await story.followed()
  expect(await story.balanceOf(ids.payrollId)).toMatchObject({ balance_sats: 0n })
})

test('an untracked spend that left the chain holds no UTXO and is no breach', async () => {
  const { engine, mineOnly, followed } = story
  const payroll = await story.fundedPayroll([50_000n], 3_000_000n)
  const { payrollId } = payroll
  const outside = await spendOutside(payrollId, 500n)
  const [utxo] = walkTransaction(outside.raw).inputs
  if (!utxo) throw new Error('it spends a UTXO')
  await mineOnly([outside])
  await followed()
  await story.invalidate(1)
  for (let block = 0; block < 2; block++) await mineOnly()
  await engine.until('it is in the mempool again', async () => {
    const [row] = await engine.db
      .selectFrom('transactions')
      .selectAll()
      .where('payroll_id', '=', payrollId)
      .where('untracked', '=', true)
      .execute()
    return row?.state === 'unconfirmed' && row
  })
  const trx = await engine.owner.startTransaction().execute()
  try {
    await evict(trx, [Buffer.from(outside.txid, 'hex')])
    const ofUtxo = async () =>
      trx
        .selectFrom('utxos as c')
        .leftJoin('reservations as r', (join) =>
          join.onRef('r.txid', '=', 'c.txid').onRef('r.vout', '=', 'c.vout'),
        )
        .select(['c.txid', 'c.height', 'c.spent_by_txid', 'r.transaction_id'])
        .where('c.txid', '=', Buffer.from(utxo.previousTxid.toReversed()))
        .where('c.vout', '=', utxo.vout)
        .executeTakeFirstOrThrow()
    const free = await ofUtxo()
    expect(free).toMatchObject({ transaction_id: null, spent_by_txid: null })
    const breaches = await checkRows(trx, 'all')
    expect(breaches.filter(({ invariant }) => invariant === 'I7')).toEqual([])

    // The deposit leaves its block as well, and comes back.
    const { height } = free
    const hash = await engine.chain.blockHash(height ?? 0)
    const { transactions } = walkBlock(await engine.chain.rawBlock(hash))
    const deposit = transactions.filter((one) => one.txid() === free.txid.toString('hex'))
    expect(deposit).toHaveLength(1)
    await trx.deleteFrom('utxos').where('txid', '=', free.txid).execute()
    await applyTransactions(trx, scanTransactions(deposit), null)
    expect(await ofUtxo()).toMatchObject({ transaction_id: null })
  } finally {
    await trx.rollback().execute()
  }
  await engine.play.mine(1)
  await followed()
})
