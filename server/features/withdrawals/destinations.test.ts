import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { addressOfScript } from '#domain/address.ts'
import { parseBtc, satsFromCents } from '#domain/money.ts'
import { anAddress } from '#server/testing/engine.ts'
import { aPayroll, expectAccepted, expectRefusal, faultsOf } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'

const s = await paymentsForFile()
const ours = await s.company()
const rate = 9_100_000n

const ask = (payrollId: string, body: object) =>
  ours.call('POST', `/companies/payrolls/${payrollId}/withdraw-funds`, body)
const faults = async (payrollId: string, body: object) => faultsOf(await ask(payrollId, body))
const sats = (btc: string | undefined) => parseBtc(btc ?? '') ?? 0n

/** The address at which a payroll's payment left its change. */
async function readChangeAddress(payrollId: string): Promise<string> {
  const { script_pubkey: script } = await s.engine.db
    .selectFrom('addresses')
    .select('script_pubkey')
    .where('payroll_id', '=', payrollId)
    .where('branch', '=', 1)
    .executeTakeFirstOrThrow()
  return addressOfScript(script, 'regtest') ?? ''
}

async function confirmed(id: string) {
  const code = await s.codeOf(ours)
  expectAccepted(decidedAnswer, await ours.call('POST', `/transactions/${id}/approve`, { code }))
  await s.transactionIs(ours, id, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.transactionIs(ours, id, 'confirmed')
}

test('dollars are withdrawn at the price of the moment, the fee out of them', async () => {
  const { payrollId } = await s.funded(ours, [], 5_000_000n)
  await s.price(8_000_000n)
  const body = { address: anAddress(), amountUsd: 1_200.55 }
  const { transaction } = expectAccepted(withdrawalAnswer, await ask(payrollId, body))
  const { btc, networkFee } = transaction
  expect(sats(btc) + sats(networkFee?.btc)).toBe(satsFromCents(120_055n, 8_000_000n))
  await confirmed(transaction._id)
  await s.spendable(payrollId, 5_000_000n - satsFromCents(120_055n, 8_000_000n))
  await s.price(rate)
})

test.each([
  ['by its id', (to: { payrollId: string }) => ({ payrollId: to.payrollId })],
  ['by its address', (to: { address: string }) => ({ address: to.address })],
])('another payroll of the company gets the funds %s, as a deposit', async (_, toBody) => {
  const from = await s.funded(ours, [], 3_000_000n)
  const to = await s.engine.payroll(ours.companyId, [5_000n])
  const body = { ...toBody(to), amount: '0.01' }
  const { transaction } = expectAccepted(withdrawalAnswer, await ask(from.payrollId, body))
  expect(transaction).toMatchObject({ cryptoAddress: to.address, waitingFor: 'approval' })
  await confirmed(transaction._id)
  await s.spendable(to.payrollId, sats(transaction.btc))
  await s.spendable(from.payrollId, 2_000_000n)
  await s.price(rate)
  const paid = await ours.call('POST', `/companies/payrolls/${to.payrollId}/run-payment`)
  expect(paid.status).toBe(200)
  await s.engine.play.mine(1)
})

test('everything goes to another payroll, and both books hold', async () => {
  const from = await s.funded(ours, [], 700_000n)
  const to = await aPayroll(ours)
  const body = { payrollId: to._id.toUpperCase() }
  const { transaction } = expectAccepted(withdrawalAnswer, await ask(from.payrollId, body))
  await confirmed(transaction._id)
  await s.spendable(to._id, sats(transaction.btc))
  expect(await s.balanceOf(from.payrollId)).toMatchObject({ balance_sats: 0n })
})

test('two amounts, two destinations or none → 400 by name, nothing is ordered', async () => {
  const { payrollId } = await s.funded(ours, [], 500_000n)
  const { _id: other, cryptoAddress } = await aPayroll(ours)
  const address = anAddress()
  expect(await faults(payrollId, { amountUsd: 5 })).toEqual({ address: 'Obligatorio' })
  expect(await faults(payrollId, { address, payrollId: other })).toEqual({
    payrollId: 'Indica la dirección o la nómina, no ambas',
  })
  expect(await faults(payrollId, { address: cryptoAddress, payrollId: other })).toEqual({
    payrollId: 'Indica la dirección o la nómina, no ambas',
  })
  expect(await faults(payrollId, { address, amount: '0.001', amountUsd: 5 })).toEqual({
    amountUsd: 'Indica dólares o bitcoin, no ambos',
  })
  for (const amountUsd of [0, -1, '5', true, 1e13, 0.001, []]) {
    const refusal = await faults(payrollId, { address, amountUsd })
    expect(Object.keys(refusal), String(amountUsd)).toEqual(['amountUsd'])
  }
  expect(await s.balanceOf(payrollId)).toMatchObject({ spendable_sats: 500_000n })
})

test('a payroll that may not be the destination → 400 or 404, nothing is ordered', async () => {
  const { payrollId, address } = await s.funded(ours, [], 500_000n)
  const gone = await aPayroll(ours)
  await ours.call('DELETE', `/companies/payrolls/${gone._id}`)
  const others = await s.company()
  const theirs = await aPayroll(others)
  const paying = await s.funded(others, [1_000n], 500_000n)
  await s.price(rate)
  expect(
    (await others.call('POST', `/companies/payrolls/${paying.payrollId}/run-payment`)).status,
  ).toBe(200)
  const change = await readChangeAddress(paying.payrollId)
  expect(await faults(payrollId, { payrollId })).toEqual({
    payrollId: 'Es esta misma nómina: elige otra',
  })
  expect(await faults(payrollId, { address })).toEqual({
    address: 'Esta dirección es de una nómina: los fondos volverían a ella',
  })
  for (const of of [gone.cryptoAddress, theirs.cryptoAddress, change]) {
    expect(await faults(payrollId, { address: of })).toEqual({
      address: 'Esta dirección es de una nómina: los fondos volverían a ella',
    })
  }
  for (const id of [gone._id, theirs._id, 'abc', '019aa000-0000-7000-8000-0000000000ff']) {
    expectRefusal(await ask(payrollId, { payrollId: id }), 404, 'NOT_FOUND')
  }
  expect(Object.keys(await faults(payrollId, { payrollId: 7 }))).toEqual(['payrollId'])
  expect(await s.balanceOf(payrollId)).toMatchObject({ spendable_sats: 500_000n })
})

test('more dollars than there are, or dust → 409, nothing is ordered', async () => {
  const { payrollId } = await s.funded(ours, [], 500_000n)
  const address = anAddress()
  const short = await ask(payrollId, { address, amountUsd: 500 })
  const { data } = expectRefusal(short, 409, 'INSUFFICIENT_FUNDS')
  expect(data).toMatchObject({ missing: { usd: 45.92 } })
  expectRefusal(await ask(payrollId, { address, amountUsd: 0.4 }), 409, 'DUST_AMOUNT')
  expectRefusal(await ask(payrollId, { address, amountUsd: 0.01 }), 409, 'DUST_AMOUNT')
  expect(await s.balanceOf(payrollId)).toMatchObject({ spendable_sats: 500_000n })
})

test('without a fresh price no dollars are withdrawn', async () => {
  const { payrollId } = await s.funded(ours, [], 500_000n)
  s.wait(61_000)
  const answer = await ask(payrollId, { address: anAddress(), amountUsd: 100 })
  expectRefusal(answer, 503, 'PRICE_UNAVAILABLE')
})
