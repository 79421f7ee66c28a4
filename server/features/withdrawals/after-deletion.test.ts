import { expect, test } from 'vitest'
import { withdrawAndConfirm } from '#server/testing/approval-steps.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { makeCancelledRun } from '#server/testing/cancelled-run.ts'
import { anAddress } from '#server/testing/engine.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'

const s = await paymentsForFile({ ownNode: true })
const ours = await s.company({ overUsd: null, changedAddresses: false })
const steps = bumpSteps(s)

/** A payroll whose funds are all withdrawn, in a block, and that was then deleted. */
async function emptiedAndDeleted(payrollId: string) {
  const { _id } = await withdrawAndConfirm(s, ours, payrollId, { address: anAddress() })
  const path = `/companies/payrolls/${payrollId}`
  expect((await ours.call('DELETE', path)).status).toBe(200)
  return _id
}

const isShown = async (payrollId: string) =>
  (await ours.call('GET', `/payrolls/${payrollId}/balance`)).status === 200

test('a cancelled withdrawal that left its block revives the deleted payroll', async () => {
  const { payrollId } = await s.funded(ours, [], 300_000n)
  const id = await emptiedAndDeleted(payrollId)
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
  expect(await isShown(payrollId)).toBe(false)
  await s.engine.play.mine(1)
  await steps.currentIs(ours, id, { state: 'confirmed', type: 'cancel' })
  const { spendable_sats: back } = await s.balanceOf(payrollId)
  expect(back).toBeGreaterThan(290_000n)
  expect(await isShown(payrollId)).toBe(true)
})

test('so does a cancelled run that is mined after all, with its change', async () => {
  const { payrollId } = await s.funded(ours, [50_000n], 3_000_000n)
  const { id, original } = await makeCancelledRun(s, ours, payrollId)
  await emptiedAndDeleted(payrollId)

  await s.invalidate(2)
  await s.mineOnly([original])
  for (let block = 0; block < 2; block++) await s.mineOnly()
  await s.followed()
  await steps.currentIs(ours, id, { state: 'confirmed', type: 'send' })
  const { spendable_sats: change } = await s.balanceOf(payrollId)
  expect(change).toBeGreaterThan(2_000_000n)
  expect(await isShown(payrollId)).toBe(true)
})
