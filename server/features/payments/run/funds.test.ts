import { p2pkh, TEST_NETWORK } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { expect, test } from 'vitest'
import { toReversedHex, walkTransaction } from '#domain/block.ts'
import { minimumHeadSats, outputBytes, transactionWeight, vsizeOfWeight } from '#domain/fees.ts'
import { feeSats, satsFromCents } from '#domain/money.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { preview } from './preview.ts'
import { readFacts } from './read-facts.ts'

const story = await storyForFile()

const salaryUsdCents = 50_000n
const salarySats = satsFromCents(salaryUsdCents, rateUsdCentsPerBtc)

/** The fee of paying one person from one deposit, with a head, at the stored fee rate. */
async function feeOfOne(): Promise<bigint> {
  const { fee_rate_sats_per_kvb: rate } = await story.engine.db
    .selectFrom('node_status')
    .select('fee_rate_sats_per_kvb')
    .executeTakeFirstOrThrow()
  return feeSats(vsizeOfWeight(transactionWeight(1, 2, 2 * outputBytes(22))), rate)
}

async function outputsOf(paymentId: string): Promise<bigint[]> {
  const [sent] = await story.bytesOf(paymentId)
  return walkTransaction(sent?.raw ?? new Uint8Array()).outputs.map((output) => output.sats)
}

/** The head that a payment of one person made. */
async function headOf(paymentId: string): Promise<bigint> {
  const outputs = await outputsOf(paymentId)
  return outputs.reduce((sum, sats) => sum + sats, 0n) - salarySats
}

/** Mines UTXOs of these amounts in one block, even below what policy allows. */
async function deposits(script: Uint8Array, amounts: bigint[]): Promise<void> {
  const payouts = amounts.map((sats) => ({ script, sats }))
  const sent = story.signedBySomebody([await story.somebodysUtxo(payouts)], payouts)
  await story.mineOnly([sent])
}

longTest(
  'exactly enough for the salary, the fee and 1,000 sat leaves a head of 1,000 sat',
  async () => {
    const { engine, fundedPayroll, paymentIs, spendable } = story
    const fee = await feeOfOne()
    const ids = await fundedPayroll([salaryUsdCents], salarySats + fee + minimumHeadSats)
    const paymentId = await engine.run(ids)
    const sent = await paymentIs(ids, paymentId, 'unconfirmed')
    expect((await outputsOf(paymentId)).toSorted()).toEqual([minimumHeadSats, salarySats])
    expect(BigInt(sent.networkFee.btc.replace('.', ''))).toBe(fee)
    await engine.play.mine(1)
    await paymentIs(ids, paymentId, 'confirmed')
    await spendable(ids.payrollId, minimumHeadSats)
  },
)

longTest('the next payment spends the head that the one before left', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([salaryUsdCents], 9_000_000n)
  const first = await engine.run(ids)
  await paymentIs(ids, first, 'unconfirmed')
  await engine.play.mine(1)
  await paymentIs(ids, first, 'confirmed')
  await deposits(ids.script, [50_000_000n])
  await story.spendable(ids.payrollId, 50_000_000n + (await headOf(first)))
  const second = await engine.run(ids, first)
  await paymentIs(ids, second, 'unconfirmed')
  const [before] = await story.bytesOf(first)
  const [after] = await story.bytesOf(second)
  const spent = walkTransaction(after?.raw ?? new Uint8Array()).inputs
  const txids = spent.map(({ previousTxid }) => toReversedHex(previousTxid))
  expect(txids).toContain(walkTransaction(before?.raw ?? new Uint8Array()).txid())
})

test('one satoshi short is refused with the deposit that will cover it', async () => {
  const { engine, fundedPayroll, paymentIs, spendable } = story
  const short = salarySats + (await feeOfOne()) + minimumHeadSats - 1n
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

test('deposits worth less than their cost → a payroll with a head ignores them', async () => {
  const { engine, fundedPayroll, paymentIs, spendable } = story
  const ids = await fundedPayroll([salaryUsdCents], 9_000_000n)
  const first = await engine.run(ids)
  await paymentIs(ids, first, 'unconfirmed')
  await engine.play.mine(1)
  await paymentIs(ids, first, 'confirmed')
  await deposits(ids.script, Array<bigint>(100).fill(100n))
  await spendable(ids.payrollId, 10_000n + (await headOf(first)))
  const second = await engine.run(ids, first)
  await paymentIs(ids, second, 'unconfirmed')
  const [sent] = await story.bytesOf(second)
  expect(walkTransaction(sent?.raw ?? new Uint8Array()).inputs).toHaveLength(1)
})

longTest('where fees are low, up to 50 small deposits go along with a head', async () => {
  const { engine, fundedPayroll, paymentIs, spendable } = story
  const ids = await fundedPayroll([salaryUsdCents], 9_000_000n)
  const first = await engine.run(ids)
  await paymentIs(ids, first, 'unconfirmed')
  await engine.play.mine(1)
  await paymentIs(ids, first, 'confirmed')
  await deposits(ids.script, Array<bigint>(70).fill(5_000n))
  const held = 350_000n + (await headOf(first))
  await spendable(ids.payrollId, held)
  const second = await engine.run(ids, first)
  await paymentIs(ids, second, 'unconfirmed')
  const [sent] = await story.bytesOf(second)
  expect(walkTransaction(sent?.raw ?? new Uint8Array()).inputs).toHaveLength(51)
  await engine.play.mine(1)
  const { networkFee } = await paymentIs(ids, second, 'confirmed')
  await spendable(ids.payrollId, held - salarySats - BigInt(networkFee.btc.replace('.', '')))
})

test('a dollar is dust for an old address at 200,000 USD, for all at 400,000', async () => {
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

test('the total shown equals the outputs to the satoshi, in eight decimals in JSON', async () => {
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
