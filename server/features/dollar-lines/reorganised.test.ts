import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { setShare } from '#server/testing/shares.ts'
import { everyLine, noteSent, readSums } from './store.ts'

const story = await storyForFile({ ownNode: true })
const steps = bumpSteps(story)

/** The people on the list of a payment; its file for the bank makes them sent. */
async function sendList({ companyId, userId }: Ids, paymentId: string): Promise<string[]> {
  const run = { companyId, paymentId }
  if (!(await readSums(story.engine.db, run))?.isDue) return []
  await story.engine.db
    .transaction()
    .execute((trx) => noteSent(trx, run, { userId, now: new Date() }))
  const people: string[] = []
  for await (const lines of everyLine(story.engine.db, run)) {
    people.push(...lines.map(({ employeeId }) => employeeId))
  }
  return people
}

type Ids = Awaited<ReturnType<typeof story.fundedPayroll>>

test('cancelled, paid again, and the first is mined after all → no dollar twice', async () => {
  const ids = await story.fundedPayroll([20_000n, 30_000n], 3_000_000n)
  const [half = '', all = ''] = ids.employeeIds
  const owner = { db: story.engine.owner, macKey: testMacKey, companyId: ids.companyId }
  await setShare(owner, half, { bitcoinPercent: 50 })
  const first = await steps.unconfirmedRun(ids)
  const [original] = await story.bytesOf(first.paymentId)
  if (!original) throw new Error('an unconfirmed payment has bytes')
  await steps.cancel(ids, first.id)
  await steps.currentIs(ids, first.id, { state: 'unconfirmed', type: 'cancel' })
  await story.engine.play.mine(1)
  await steps.currentIs(ids, first.id, { state: 'confirmed', type: 'cancel' })
  expect(await sendList(ids, first.paymentId)).toEqual([])
  await story.engine.price(rateUsdCentsPerBtc)
  const second = await steps.unconfirmedRun(ids)
  expect(await sendList(ids, second.paymentId)).toEqual([half])

  await story.invalidate(1)
  await story.mineOnly([original])
  await story.mineOnly([])
  await story.followed()
  const { paidLines } = await story.paymentIs(ids, first.paymentId, 'confirmed')
  expect(paidLines).toBe(2)
  expect(await sendList(ids, first.paymentId)).toEqual([])
  expect(all).not.toBe(half)
})
