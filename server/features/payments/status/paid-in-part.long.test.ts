import { expect, test } from 'vitest'
import { paymentAnswer } from '#contract/payments.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { paydaySteps } from '#server/testing/payday-steps.ts'

const s = await paymentsForFile()
const ours = await s.company()
const { until, statusOf, run } = paydaySteps(s, ours)

const people = 3_100
const half = people / 2
const salaries = Array.from({ length: people }, (_, index) => 1_000n + BigInt(index % 7))
const somebody = anAddress()
const addresses = salaries.map(() => somebody)

test('half of a payday was cancelled → paid in part until the rest is paid', async () => {
  const { payrollId: id } = await s.funded(ours, salaries, 400_000_000n, addresses)
  const { code, spare, preview } = await statusOf(id)
  expect(code).toBe('ready')
  // The fee of two batches depends by some satoshi on who is in which.
  const kept =
    Number(preview.spendableBtc) - Number(preview.totalBtc) - Number(preview.networkFee.btc)
  expect(spare?.usd).toBeCloseTo(kept * 91_000, 0)

  const { payment } = expectAccepted(paymentAnswer, await run(id))
  await s.partsAre(ours, payment._id, 'unconfirmed', 'pendingApproval')
  const [first] = await s.bytesOf(payment._id)
  if (!first) throw new Error('the first batch is signed')
  await s.mineOnly([first])
  const { transactions } = await s.partsAre(ours, payment._id, 'confirmed', 'unconfirmed')
  expect(await statusOf(id)).toMatchObject({ code: 'sent', people, unpaid: 0 })

  const cancelled = await ours.call('POST', `/transactions/${transactions[1]?._id}/cancel`)
  expect(cancelled.status).toBe(200)
  await s.engine.play.mine(1)
  const inPart = await until(id, 'paidInPart')
  expect(inPart).toMatchObject({
    people,
    unpaid: half,
    payment: payment._id,
    preview: { resumes: { _id: payment._id }, employees: half },
  })

  await s.price(9_100_000n)
  expectAccepted(paymentAnswer, await run(id))
  expect(await until(id, 'sent')).toMatchObject({ payment: payment._id, unpaid: 0 })
  await s.engine.play.mine(1)
  expect(await until(id, 'paid')).toMatchObject({ people, unpaid: 0, payment: payment._id })
})
