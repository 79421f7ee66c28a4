import { expect, test } from 'vitest'
import { walkTransaction } from '#domain/block.ts'
import { satsFromCents } from '#domain/money.ts'
import { recipientsOf } from '#server/features/transactions/recipients.ts'
import { anAddress } from '#server/testing/engine.ts'
import { engineForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'
import { readPayment } from './read-payment.ts'
import { preview } from './run/preview.ts'
import { readFacts } from './run/read-facts.ts'

const engine = await engineForFile({ ownNode: true })
await engine.until('the node is followed', () =>
  engine.db.selectFrom('node_status').selectAll().executeTakeFirst(),
)

const rate = 9_100_000n

async function fundedPayroll(salaries: bigint[], sats: bigint) {
  await engine.price(rate)
  const ids = await engine.company()
  const payroll = await engine.payroll(ids.companyId, salaries)
  await engine.play.give(payroll.script, sats)
  await engine.play.mine(1)
  await spendable(payroll.payrollId, sats)
  return { ...ids, ...payroll }
}

const balanceOf = (payrollId: string) =>
  engine.db
    .selectFrom('payroll_balances')
    .selectAll()
    .where('payroll_id', '=', payrollId)
    .executeTakeFirstOrThrow()

const spendable = (payrollId: string, sats: bigint) =>
  engine.until(
    `${sats} sat spendable`,
    async () => (await balanceOf(payrollId)).spendable_sats === sats,
  )

const reaches = (companyId: string, paymentId: string, state: string) =>
  engine.until(`the payment is ${state}`, async () => {
    const payment = await readPayment(engine.db, companyId, paymentId)
    return payment?.state === state && payment
  })

test('a deposit shows at once, is spendable after a block, keeps its first rate', async () => {
  await engine.price(rate)
  const { companyId } = await engine.company()
  const { payrollId, script } = await engine.payroll(companyId, [])
  await engine.play.give(script, 250_000n)
  await engine.until(
    'the deposit shows',
    async () => (await balanceOf(payrollId)).balance_sats === 250_000n,
  )
  expect(await balanceOf(payrollId)).toMatchObject({ confirmed_sats: 0n, spendable_sats: 0n })
  await engine.price(rate * 2n)
  await engine.play.mine(1)
  await spendable(payrollId, 250_000n)
  const deposit = await engine.db
    .selectFrom('transactions')
    .selectAll()
    .where('payroll_id', '=', payrollId)
    .executeTakeFirstOrThrow()
  expect(deposit).toMatchObject({
    type: 'receive',
    state: 'confirmed',
    sats: 250_000n,
    rate_usd_cents_per_btc: rate,
  })
})

test('one transaction pays everybody in dollars at one rate and returns the change', async () => {
  const salaries = [125_000n, 98_050n, 100n]
  const payroll = await fundedPayroll(salaries, 10_000_000n)
  const paymentId = await engine.run(payroll)
  const sent = await reaches(payroll.companyId, paymentId, 'unconfirmed')
  expect(sent.transactions).toHaveLength(1)
  const [transaction] = sent.transactions
  if (!transaction?.txid) throw new Error('a sent transaction has a txid')

  const raw = await engine.chain.mempoolTransactions([transaction.txid])
  const walked = walkTransaction(raw.get(transaction.txid) as Uint8Array)
  const paid = walked.outputs.map((output) => output.sats)
  for (const salary of salaries) expect(paid).toContain(satsFromCents(salary, rate))
  expect(paid).toHaveLength(salaries.length + 1)

  const recipients = await recipientsOf(engine.db, payroll.companyId, transaction._id, 'regtest')
  expect(recipients.map((one) => one.usdAmount).toSorted((a, b) => a - b)).toEqual([1, 980.5, 1250])
  await engine.db
    .updateTable('employees')
    .set({ identification: '99999999-9' })
    .where('company_id', '=', payroll.companyId)
    .execute()
  expect(await recipientsOf(engine.db, payroll.companyId, transaction._id, 'regtest')).toEqual(
    recipients,
  )

  const fee = 10_000_000n - paid.reduce((total, sats) => total + sats, 0n)
  expect(transaction.networkFee?.btc).toBe(`0.0000${fee.toString().padStart(4, '0')}`)
  const { balance_sats, received_sats, spendable_sats } = await balanceOf(payroll.payrollId)
  const salariesSats = salaries.reduce((total, salary) => total + satsFromCents(salary, rate), 0n)
  expect(balance_sats).toBe(10_000_000n - salariesSats - fee)
  expect(received_sats).toBe(10_000_000n)
  expect(spendable_sats).toBe(0n)

  await engine.play.mine(1)
  const confirmed = await reaches(payroll.companyId, paymentId, 'confirmed')
  expect(confirmed).toMatchObject({ lines: 3, paidLines: 3 })
  expect(confirmed.transactions[0]).toMatchObject({ confirmations: 1, state: 'confirmed' })
  await spendable(payroll.payrollId, 10_000_000n - salariesSats - fee)
})

test('a second press finds the payment in progress, later that it was paid', async () => {
  const payroll = await fundedPayroll([50_000n], 5_000_000n)
  const paymentId = await engine.run(payroll)
  await expect(engine.run(payroll)).rejects.toMatchObject({
    code: 'PAYMENT_IN_PROGRESS',
    details: { data: { payment: { _id: paymentId } } },
  })
  await reaches(payroll.companyId, paymentId, 'unconfirmed')
  await engine.play.mine(1)
  await reaches(payroll.companyId, paymentId, 'confirmed')
  await engine.price(rate)
  await expect(engine.run(payroll)).rejects.toMatchObject({
    code: 'ALREADY_PAID',
    details: { data: { payment: { _id: paymentId } } },
  })
  const second = await engine.run(payroll, paymentId)
  expect(second).not.toBe(paymentId)
  await reaches(payroll.companyId, second, 'unconfirmed')
})

test('twenty presses at once make one payment', async () => {
  const payroll = await fundedPayroll([50_000n, 60_000n], 5_000_000n)
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => engine.run(payroll)))
  const done = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(done).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      expect(outcome.reason).toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })
    }
  }
  const sends = await engine.db
    .selectFrom('transactions')
    .select('id')
    .where('payroll_id', '=', payroll.payrollId)
    .where('type', '=', 'send')
    .execute()
  expect(sends).toHaveLength(1)
})

test('short of funds → the shortfall is exact, and topping up by it is enough', async () => {
  const payroll = await fundedPayroll([100_000n], 500_000n)
  const facts = await readFacts(engine.db, payroll.companyId, payroll.payrollId, engine, false)
  if (!facts) throw new Error('no such payroll')
  const shown = preview(facts, 'es', new Date())
  expect(shown.enough).toBe(false)
  expect(shown.problems.map((problem) => problem.code)).toEqual(['INSUFFICIENT_FUNDS'])
  expect(shown.problems[0]?.message).toContain(`Faltan ${shown.missing.btc} BTC`)
  await expect(engine.run(payroll)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })

  const missing = BigInt(shown.missing.btc.replace('.', ''))
  await engine.play.give(payroll.script, missing)
  await engine.play.mine(1)
  await spendable(payroll.payrollId, 500_000n + missing)
  await engine.price(rate)
  const paymentId = await engine.run(payroll)
  const sent = await reaches(payroll.companyId, paymentId, 'unconfirmed')
  expect(sent.transactions).toHaveLength(1)
})

test('without a fresh price nothing is planned', async () => {
  const payroll = await fundedPayroll([100_000n], 5_000_000n)
  await engine.worker.deleteFrom('prices').execute()
  await expect(engine.run(payroll)).rejects.toMatchObject({ code: 'PRICE_UNAVAILABLE' })
  expect(await balanceOf(payroll.payrollId)).toMatchObject({ spendable_sats: 5_000_000n })
})

test('an address changed in the database by hand is not paid, and frees the UTXOs', async () => {
  const payroll = await fundedPayroll([100_000n, 200_000n], 5_000_000n)
  const { address, script } = await engine.payroll(payroll.companyId, [])
  await engine.db
    .updateTable('employees')
    .set({ address, script_pubkey: script })
    .where('id', '=', payroll.employeeIds[0] ?? '')
    .execute()
  const paymentId = await engine.run(payroll)
  const failed = await reaches(payroll.companyId, paymentId, 'failed')
  expect(await readSignerFault(engine.db, failed.transactions[0]?._id)).toMatchObject({
    code: 'LINE_MAC_WRONG',
  })
  expect(failed.transactions[0]?.txid).toBeNull()
  await spendable(payroll.payrollId, 5_000_000n)
})

test('the signer lets no payment above its own caps through, and no money moves', async () => {
  const payroll = await fundedPayroll([100_001n], 5_000_000n)
  engine.caps.paymentUsdCents = 100_000n
  const refused = await reaches(payroll.companyId, await engine.run(payroll), 'failed')
  expect(await readSignerFault(engine.db, refused.transactions[0]?._id)).toMatchObject({
    code: 'PAYMENT_ABOVE_CAP',
    capUsdCents: '100000',
  })
  engine.caps.paymentUsdCents = null
  engine.caps.dayUsdCents = 100_000n
  await spendable(payroll.payrollId, 5_000_000n)
  const again = await reaches(payroll.companyId, await engine.run(payroll), 'failed')
  expect(await readSignerFault(engine.db, again.transactions[0]?._id)).toMatchObject({
    code: 'DAY_ABOVE_CAP',
    capUsdCents: '100000',
  })
  engine.caps.dayUsdCents = null
  await spendable(payroll.payrollId, 5_000_000n)
  await reaches(payroll.companyId, await engine.run(payroll), 'unconfirmed')
})

longTest('a payment whose block leaves the chain waits again and confirms in another', async () => {
  const payroll = await fundedPayroll([75_000n], 5_000_000n)
  const paymentId = await engine.run(payroll)
  await reaches(payroll.companyId, paymentId, 'unconfirmed')
  await engine.play.mine(1)
  await reaches(payroll.companyId, paymentId, 'confirmed')
  const { bestHash } = await engine.chain.info()
  await engine.node.rpc('invalidateblock', bestHash)
  // The node switches to the other branch only once that has more work. The blocks pay another
  // address, since the very same block is marked invalid.
  await engine.node.rpc('generatetoaddress', 2, anAddress())
  await engine.until('the block is taken back', async () => {
    const known = await engine.db
      .selectFrom('blocks')
      .select('height')
      .where('hash', '=', Buffer.from(bestHash, 'hex'))
      .executeTakeFirst()
    return !known
  })
  const again = await reaches(payroll.companyId, paymentId, 'confirmed')
  expect(again.transactions[0]?.confirmations).toBeGreaterThanOrEqual(1)
})

test('more people than fit one transaction → the first batch makes the second’s lane', async () => {
  const salaries = Array.from({ length: 3_100 }, (_, index) => 1_000n + BigInt(index))
  const payroll = await fundedPayroll(salaries, 900_000_000n)
  const paymentId = await engine.run(payroll)
  const first = await engine.until('the first part is sent', async () => {
    const payment = await readPayment(engine.db, payroll.companyId, paymentId)
    return payment?.transactions[0]?.state === 'unconfirmed' && payment
  })
  expect(first.transactions).toHaveLength(2)
  expect(first.transactions[1]).toMatchObject({ state: 'pendingApproval', waitingFor: 'feeder' })
  await expect(engine.run(payroll)).rejects.toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })
  await engine.play.mine(1)
  await engine.until('the second part is sent', async () => {
    const payment = await readPayment(engine.db, payroll.companyId, paymentId)
    return payment?.transactions[1]?.state === 'unconfirmed'
  })
  await engine.play.mine(1)
  const confirmed = await reaches(payroll.companyId, paymentId, 'confirmed')
  expect(confirmed).toMatchObject({ lines: 3_100, paidLines: 3_100 })

  const salariesSats = salaries.reduce((total, salary) => total + satsFromCents(salary, rate), 0n)
  const feeSats = BigInt(confirmed.networkFee.btc.replace('.', ''))
  await spendable(payroll.payrollId, 900_000_000n - salariesSats - feeSats)
})
