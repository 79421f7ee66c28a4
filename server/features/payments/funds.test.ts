import { p2pkh, TEST_NETWORK } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { walkTransaction } from '#domain/block.ts'
import { outputBytes, transactionWeight, vsizeOfWeight } from '#domain/fees.ts'
import { feeSats, satsFromCents } from '#domain/money.ts'
import { type ChainStory, chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { readFacts } from './facts.ts'
import { preview } from './preview.ts'
import { readPayment } from './store.ts'

let story: ChainStory

beforeAll(async () => {
  story = await chainStory()
}, 60_000)
afterAll(() => story.engine.stop())

const salaryUsdCents = 50_000n
const salarySats = satsFromCents(salaryUsdCents, rateUsdCentsPerBtc)

/** What one coin that pays one person costs, at the rate that the follower has stored. */
async function feeWith(outputs: 1 | 2): Promise<bigint> {
  const { fee_rate_sats_per_kvb: rate } = await story.engine.db
    .selectFrom('node_status')
    .select('fee_rate_sats_per_kvb')
    .executeTakeFirstOrThrow()
  const bytes = outputs * outputBytes(22)
  return feeSats(vsizeOfWeight(transactionWeight(1, outputs, bytes)), rate)
}

async function outputsOf(paymentId: string): Promise<bigint[]> {
  const [sent] = await story.bytesOf(paymentId)
  return walkTransaction(sent?.raw ?? new Uint8Array()).outputs.map((output) => output.sats)
}

/** Coins of these amounts in one block, whatever policy thinks of them. */
async function deposits(script: Uint8Array, amounts: bigint[]): Promise<void> {
  const payouts = amounts.map((sats) => ({ script, sats }))
  const sent = story.signedBySomebody([await story.somebodysCoin(payouts)], payouts)
  await story.mineOnly([sent])
}

test('exactly enough for the salary and the fee leaves no change', async () => {
  const { engine, fundedPayroll, paymentIs, spendable } = story
  const fee = await feeWith(1)
  const ids = await fundedPayroll([salaryUsdCents], salarySats + fee)
  const paymentId = await engine.run(ids)
  const sent = await paymentIs(ids, paymentId, 'unconfirmed')
  expect(await outputsOf(paymentId)).toEqual([salarySats])
  expect(BigInt(sent.networkFee.btc.replace('.', ''))).toBe(fee)
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
  await spendable(ids.payrollId, 0n)
})

test('change of 293 sat goes to the fee, change of 294 sat is kept', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const fee = await feeWith(2)
  const below = await fundedPayroll([salaryUsdCents], salarySats + fee + 293n)
  const without = await engine.run(below)
  const sent = await paymentIs(below, without, 'unconfirmed')
  expect(await outputsOf(without)).toEqual([salarySats])
  expect(BigInt(sent.networkFee.btc.replace('.', ''))).toBe(fee + 293n)

  const above = await fundedPayroll([salaryUsdCents], salarySats + fee + 294n)
  const withChange = await engine.run(above)
  await paymentIs(above, withChange, 'unconfirmed')
  expect((await outputsOf(withChange)).toSorted()).toEqual([salarySats, 294n].toSorted())
})

test('one satoshi short is refused with the deposit that will cover it', async () => {
  const { engine, fundedPayroll, paymentIs, spendable } = story
  const short = salarySats + (await feeWith(1)) - 1n
  const ids = await fundedPayroll([salaryUsdCents], short)
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  const facts = await readFacts(engine.db, ids.companyId, ids.payrollId, engine, false)
  if (!facts) throw new Error('no such payroll')
  const missing = BigInt(preview(facts, 'es', new Date()).missing.btc.replace('.', ''))
  expect(missing).toBeGreaterThan(1n)
  await deposits(ids.script, [missing])
  await spendable(ids.payrollId, short + missing)
  await paymentIs(ids, await engine.run(ids), 'unconfirmed')
})

test('what only the mempool holds pays nobody', async () => {
  const { engine, payroll, balanceOf, paymentIs, spendable } = story
  const ids = await payroll([salaryUsdCents])
  await engine.play.give(ids.script, 5_000_000n)
  await engine.until(
    'the deposit shows',
    async () => (await balanceOf(ids.payrollId)).balance_sats === 5_000_000n,
  )
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  await engine.play.mine(1)
  await spendable(ids.payrollId, 5_000_000n)
  await paymentIs(ids, await engine.run(ids), 'unconfirmed')
})

test('500 coins that cost more than they are worth are left alone', async () => {
  const { engine, payroll, paymentIs, spendable } = story
  const ids = await payroll([salaryUsdCents])
  await deposits(ids.script, [...Array(500).fill(100n), 2_000_000n])
  await spendable(ids.payrollId, 2_050_000n)
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'unconfirmed')
  const [sent] = await story.bytesOf(paymentId)
  expect(walkTransaction(sent?.raw ?? new Uint8Array()).inputs).toHaveLength(1)
})

test('1,000 small deposits pay in transactions of at most 150 coins each', async () => {
  const { engine, payroll, paymentIs, spendable } = story
  const ids = await payroll(Array<bigint>(10).fill(25_000n))
  await deposits(ids.script, Array<bigint>(1_000).fill(10_000n))
  await spendable(ids.payrollId, 10_000_000n)
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'unconfirmed')
  const sent = await story.bytesOf(paymentId)
  expect(sent.length).toBeGreaterThan(1)
  for (const { raw } of sent) expect(walkTransaction(raw).inputs.length).toBeLessThanOrEqual(150)
  await engine.play.mine(1)
  expect(await paymentIs(ids, paymentId, 'confirmed')).toMatchObject({ lines: 10, paidLines: 10 })
})

test('one salary that needs more than 150 coins is paid a block later, from coins that were gathered first', async () => {
  const { engine, payroll, paymentIs, spendable } = story
  const ids = await payroll([318_500n])
  await deposits(ids.script, Array<bigint>(400).fill(10_000n))
  await spendable(ids.payrollId, 4_000_000n)
  const facts = await readFacts(engine.db, ids.companyId, ids.payrollId, engine, false)
  if (!facts) throw new Error('no such payroll')
  const { transactions, gatherings, problems } = preview(facts, 'es', new Date())
  expect({ transactions, gatherings, problems }).toEqual({
    transactions: 4,
    gatherings: 3,
    problems: [],
  })

  const paymentId = await engine.run(ids)
  const partsAre = (...states: string[]) =>
    engine.until(`its parts are ${states.join(' and ')}`, async () => {
      const payment = await readPayment(engine.db, ids.companyId, paymentId)
      const found = payment?.transactions.map((one) => one.waitingFor ?? one.state)
      return found?.join() === states.join() && payment
    })
  await partsAre('unconfirmed', 'unconfirmed', 'unconfirmed', 'feeder')
  const gathering = await story.bytesOf(paymentId)
  // One of them a block later than the others: all are waited for.
  await story.mineOnly(gathering.slice(0, 2))
  await story.followed()
  await partsAre('confirmed', 'confirmed', 'unconfirmed', 'feeder')
  await story.mineOnly(gathering.slice(2))
  await partsAre('confirmed', 'confirmed', 'confirmed', 'unconfirmed')
  const sent = await story.bytesOf(paymentId)
  const inputs = sent.map(({ raw }) => walkTransaction(raw).inputs.length)
  expect(Math.max(...inputs)).toBeLessThanOrEqual(150)
  // Those that feed it, and one more where its change would be too small.
  expect(inputs[3]).toBeGreaterThanOrEqual(3)
  await engine.play.mine(1)
  expect(await paymentIs(ids, paymentId, 'confirmed')).toMatchObject({ lines: 1, paidLines: 1 })
})

test('where fees are low, up to 50 small coins go along and come back as one', async () => {
  const { engine, payroll, paymentIs, spendable } = story
  const ids = await payroll([salaryUsdCents])
  await deposits(ids.script, [...Array<bigint>(70).fill(5_000n), 2_000_000n])
  await spendable(ids.payrollId, 2_350_000n)
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'unconfirmed')
  const [sent] = await story.bytesOf(paymentId)
  expect(walkTransaction(sent?.raw ?? new Uint8Array()).inputs).toHaveLength(51)
  await engine.play.mine(1)
  const { networkFee } = await paymentIs(ids, paymentId, 'confirmed')
  const fee = BigInt(networkFee.btc.replace('.', ''))
  await spendable(ids.payrollId, 2_350_000n - salarySats - fee)
})

test('a dollar is dust for an old address at 200,000 a bitcoin, and for everybody at 400,000', async () => {
  const { engine, payroll, paymentIs, spendable } = story
  const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
  const { address } = p2pkh(pubECDSA(crypto.getRandomValues(new Uint8Array(32))), regtest)
  const ids = await payroll([100n, 100n], [address ?? ''])
  const modern = await payroll([100n, 100n])
  for (const { script } of [ids, modern]) await deposits(script, [1_000_000n])
  await spendable(ids.payrollId, 1_000_000n)
  await spendable(modern.payrollId, 1_000_000n)

  await engine.price(20_000_000n)
  const oldAddress = ids.employeeIds[0]
  await expect(engine.run(ids)).rejects.toMatchObject({
    code: 'DUST_SALARY',
    details: { data: { employees: [oldAddress] } },
  })
  await engine.price(40_000_000n)
  for (const one of [ids, modern]) {
    await expect(engine.run(one)).rejects.toMatchObject({
      code: 'DUST_SALARY',
      details: { data: { employees: expect.arrayContaining(one.employeeIds) } },
    })
  }
  await engine.price(20_000_000n)
  await paymentIs(modern, await engine.run(modern), 'unconfirmed')
})

test('the total shown is to the satoshi what the outputs pay, in eight decimals also as JSON', async () => {
  const { engine, fundedPayroll, paymentIs, balanceOf } = story
  const salaries = [33_333n, 66_667n, 12_345n, 98_765n, 101n]
  const ids = await fundedPayroll(salaries, 9_000_000n)
  const paymentId = await engine.run(ids)
  const shown = JSON.parse(JSON.stringify(await paymentIs(ids, paymentId, 'unconfirmed')))
  const sum = (amounts: bigint[]) => amounts.reduce((total, sats) => total + sats, 0n)
  const paid = await outputsOf(paymentId)
  const { balance_sats: change } = await balanceOf(ids.payrollId)
  const fee = 9_000_000n - sum(paid)
  const total = sum(salaries.map((cents) => satsFromCents(cents, rateUsdCentsPerBtc)))
  expect(sum(paid) - change).toBe(total)
  for (const btc of [shown.totalBtc, shown.networkFee.btc]) expect(btc).toMatch(/^\d+\.\d{8}$/)
  expect(BigInt(shown.totalBtc.replace('.', ''))).toBe(total)
  expect(BigInt(shown.networkFee.btc.replace('.', ''))).toBe(fee)
  expect(shown.totalUsd).toBe(2_112.11)
})
