import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile({ ownNode: true })

test('people left out of the run after a cancelled one are paid by one of both at most', async () => {
  const { engine, mineOnly, followed, paymentIs } = story
  const steps = bumpSteps(story)
  const ids = await story.fundedPayroll([20_000n, 30_000n], 3_000_000n)
  const { payrollId, companyId, employeeIds } = ids
  const cancelled = await steps.unconfirmedRun(ids)
  const [original] = await story.bytesOf(cancelled.paymentId)
  if (!original) throw new Error('an unconfirmed payment has bytes')
  await steps.cancel(ids, cancelled.id)
  await steps.currentIs(ids, cancelled.id, { state: 'unconfirmed', type: 'cancel' })
  await engine.play.mine(1)
  await steps.currentIs(ids, cancelled.id, { state: 'confirmed', type: 'cancel' })

  const leftOut = employeeIds.slice(0, 1)
  await engine.endMembers(leftOut)
  await engine.price(rateUsdCentsPerBtc)
  const instead = await steps.unconfirmedRun(ids, cancelled.paymentId)
  await engine.play.mine(1)
  await paymentIs(ids, instead.paymentId, 'confirmed')
  await engine.addMembers({ companyId, payrollId }, leftOut)
  // The new deposit is larger than what the runs left, and enough by itself.
  await engine.play.give(ids.script, 9_000_000n)
  await engine.play.mine(1)
  await engine.until(
    'the deposit can be spent',
    async () => (await story.balanceOf(payrollId)).spendable_sats > 9_000_000n,
  )
  await engine.price(rateUsdCentsPerBtc)
  const next = await steps.unconfirmedRun(ids, instead.paymentId)
  await engine.play.mine(1)
  await paymentIs(ids, next.paymentId, 'confirmed')

  await story.invalidate(4)
  await mineOnly([original])
  for (let block = 0; block < 4; block++) await engine.play.mine(1)
  await followed()
  expect((await steps.paymentOf(ids, cancelled.paymentId)).paidLines).toBe(2)
  expect((await steps.paymentOf(ids, instead.paymentId)).paidLines).toBe(0)
  expect((await steps.paymentOf(ids, next.paymentId)).paidLines).toBe(0)
})
