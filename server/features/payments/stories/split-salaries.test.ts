import { expect, test } from 'vitest'
import { satsFromCents } from '#domain/money.ts'
import { splitSalary } from '#domain/split-salary.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { breachesAtRest } from '#server/testing/money-at-rest.ts'
import { readPays } from '#server/testing/read-pays.ts'
import { insertConsent, setShare } from '#server/testing/shares.ts'
import { readPayment } from '../read-payment.ts'

const story = await storyForFile()

type Ids = Awaited<ReturnType<typeof story.payroll>>

/** Salaries of $500.01, $620.00 and $300.00, of which so many per cent are in bitcoin. */
async function shares(ids: Ids, percents: number[]): Promise<void> {
  const owner = { db: story.engine.owner, macKey: testMacKey, companyId: ids.companyId }
  for (const [index, bitcoinPercent] of percents.entries()) {
    const id = ids.employeeIds[index]
    if (id) await setShare(owner, id, { bitcoinPercent })
  }
}

const salaries = [50_001n, 62_000n, 30_000n]

const linesOf = (paymentId: string) => readPays(story.engine.db, paymentId)

const read = async ({ companyId }: Ids, paymentId: string) => {
  const payment = await readPayment(story.engine.db, companyId, paymentId)
  if (!payment) throw new Error('no such payment')
  return payment
}

async function paid(ids: Ids, paymentId: string) {
  await story.paymentIs(ids, paymentId, 'unconfirmed')
  await story.engine.play.mine(1)
  await story.paymentIs(ids, paymentId, 'confirmed')
}

test('33, 0 and 100 per cent → the bitcoin parts are mined, and the cents add up', async () => {
  const ids = await story.fundedPayroll(salaries, 5_000_000n)
  await shares(ids, [33, 0, 100])
  await story.engine.price(rateUsdCentsPerBtc)
  const paymentId = await story.engine.run(ids)
  await paid(ids, paymentId)

  const lines = new Map((await linesOf(paymentId)).map((line) => [line.employee_id, line]))
  for (const [index, percent] of [33, 0, 100].entries()) {
    const salary = salaries[index] ?? 0n
    const { bitcoinUsdCents, dollarsUsdCents } = splitSalary(salary, percent)
    const sats = bitcoinUsdCents && satsFromCents(bitcoinUsdCents, rateUsdCentsPerBtc)
    expect(lines.get(ids.employeeIds[index] ?? '')).toMatchObject({
      net_usd_cents: salary,
      bitcoin_usd_cents: bitcoinUsdCents,
      dollars_usd_cents: dollarsUsdCents,
      sats,
      split_reason: null,
      bank: 'Banco Agrícola',
    })
  }
  const payment = await read(ids, paymentId)
  expect(payment).toMatchObject({
    state: 'confirmed',
    lines: 3,
    // The dollars of the one in dollars alone were not sent yet.
    paidLines: 2,
    totalUsd: 1420.01,
    bitcoinUsd: 465,
    dollarsUsd: 955.01,
  })
  expect(await breachesAtRest(story.engine.db, story.engine.chain)).toEqual([])
})

test('everybody in dollars → paid without funds, price or node, once in 72 hours', async () => {
  const ids = await story.payroll(salaries)
  await shares(ids, [0, 0, 0])
  await story.engine.owner.deleteFrom('prices').execute()
  const paymentId = await story.engine.run(ids)
  expect(await read(ids, paymentId)).toMatchObject({
    state: 'confirmed',
    lines: 3,
    paidLines: 0,
    transactions: [],
    totalUsd: 1420.01,
    bitcoinUsd: 0,
    dollarsUsd: 1420.01,
    totalBtc: '0.00000000',
  })
  await expect(story.engine.run(ids)).rejects.toMatchObject({ code: 'ALREADY_PAID' })
  await story.engine.run(ids, paymentId)
  expect(await breachesAtRest(story.engine.db, story.engine.chain)).toEqual([])
})

test('somebody without an address and 0 per cent → paid beside the others', async () => {
  const ids = await story.fundedPayroll(salaries, 5_000_000n)
  const owner = { db: story.engine.owner, macKey: testMacKey, companyId: ids.companyId }
  for (const id of ids.employeeIds.slice(0, 2)) {
    await setShare(owner, id, { bitcoinPercent: 0, address: null })
  }
  await story.engine.price(rateUsdCentsPerBtc)
  const paymentId = await story.engine.run(ids)
  await paid(ids, paymentId)
  expect(await read(ids, paymentId)).toMatchObject({ bitcoinUsd: 300, dollarsUsd: 1120.01 })
})

test('a part below dust → that part in dollars too, and the reason is kept', async () => {
  const ids = await story.fundedPayroll([1_000n, 62_000n], 5_000_000n)
  await shares(ids, [1, 50])
  await story.engine.price(rateUsdCentsPerBtc)
  const paymentId = await story.engine.run(ids)
  await paid(ids, paymentId)
  const lines = await linesOf(paymentId)
  const ofFirst = lines.find((line) => line.employee_id === ids.employeeIds[0])
  expect(ofFirst).toMatchObject({
    bitcoin_usd_cents: 0n,
    dollars_usd_cents: 1_000n,
    split_reason: 'DUST',
  })
})

test('consent is asked for → who has not agreed, or took it back, is paid in dollars', async () => {
  // The clock is set back an hour between the two answers.
  const at = new Date()
  const ids = await story.fundedPayroll(salaries, 5_000_000n)
  const { companyId } = ids
  const owner = { db: story.engine.owner, macKey: testMacKey, companyId }
  await story.engine.owner
    .transaction()
    .execute((trx) => updateCompany(trx, testMacKey, companyId, { require_consent: true }))
  const [agreed = '', tookBack = ''] = ids.employeeIds
  await insertConsent(owner, agreed, true)
  await insertConsent(owner, tookBack, true, at)
  await insertConsent(owner, tookBack, false, new Date(at.getTime() - 3_600_000))
  await story.engine.price(rateUsdCentsPerBtc)
  const paymentId = await story.engine.run(ids)
  await paid(ids, paymentId)
  expect(await read(ids, paymentId)).toMatchObject({ bitcoinUsd: 500.01, dollarsUsd: 920 })
  const reasons = (await linesOf(paymentId)).map((line) => line.split_reason).sort()
  expect(reasons).toEqual(['NO_CONSENT', 'NO_CONSENT', null])
})

test('no consent is asked for, and somebody has refused → dollars for that person', async () => {
  const ids = await story.fundedPayroll(salaries, 5_000_000n)
  const owner = { db: story.engine.owner, macKey: testMacKey, companyId: ids.companyId }
  await insertConsent(owner, ids.employeeIds[1] ?? '', false)
  await story.engine.price(rateUsdCentsPerBtc)
  const paymentId = await story.engine.run(ids)
  await paid(ids, paymentId)
  expect(await read(ids, paymentId)).toMatchObject({ bitcoinUsd: 800.01, dollarsUsd: 620 })
})
