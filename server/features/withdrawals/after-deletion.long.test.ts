import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { makeCancelledRun } from '#server/testing/cancelled-run.ts'
import { emptyAndDelete, isShown } from '#server/testing/deleted-payroll.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'

const s = await paymentsForFile({ ownNode: true })
const ours = await s.company({ overUsd: null, changedAddresses: false })
const steps = bumpSteps(s)

test('a cancelled withdrawal that left its block revives the deleted payroll', async () => {
  const { payrollId } = await s.funded(ours, [], 300_000n)
  const id = await emptyAndDelete(s, ours, payrollId)
  await s.invalidate(1)
  for (let block = 0; block < 2; block++) await s.mineOnly()
  await s.followed()
  await s.transactionIs(ours, id, 'unconfirmed')
  await s.price(9_100_000n)
  // The reorganisation may keep the node busy for a moment.
  await s.engine.until(
    'it can be cancelled',
    async () => (await ours.call('GET', `/transactions/${id}/cancel`)).status === 200,
  )
  expect((await ours.call('POST', `/transactions/${id}/cancel`)).status).toBe(200)
  expect(await isShown(ours, payrollId)).toBe(false)
  await s.engine.play.mine(1)
  await steps.currentIs(ours, id, { state: 'confirmed', type: 'cancel' })
  const { spendable_sats: back } = await s.balanceOf(payrollId)
  expect(back).toBeGreaterThan(290_000n)
  expect(await isShown(ours, payrollId)).toBe(true)
})

test('a cancelled run is mined after all → its deleted payroll is back with its change', async () => {
  const { payrollId } = await s.funded(ours, [50_000n], 3_000_000n)
  const { id, original } = await makeCancelledRun(s, ours, payrollId)
  await emptyAndDelete(s, ours, payrollId)

  await s.invalidate(2)
  await s.mineOnly([original])
  for (let block = 0; block < 2; block++) await s.mineOnly()
  await s.followed()
  await steps.currentIs(ours, id, { state: 'confirmed', type: 'send' })
  const { spendable_sats: change } = await s.balanceOf(payrollId)
  expect(change).toBeGreaterThan(2_000_000n)
  expect(await isShown(ours, payrollId)).toBe(true)
})
