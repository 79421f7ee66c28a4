import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile()
const steps = bumpSteps(story)

/**
 * Gives new rows of `transactions` ids from this many hours ago, as after the clock was set back.
 */
const setClockBack = (hours: number) =>
  sql`ALTER TABLE transactions ALTER COLUMN id
    SET DEFAULT uuidv7(${sql.lit(`-${hours} hours`)}::interval)`.execute(story.engine.owner)

test('the clock is set back between versions → the newest version is sent and shown', async () => {
  const { engine, paymentIs } = story
  const isSent = async (txid: string | null) => engine.chain.inMempool(txid ?? '')
  const { ids, id, paymentId } = await steps.runThatTakesNoChild()

  await setClockBack(1)
  expect((await steps.bump(ids, id, 10_000n)).method).toBe('RBF')
  const bumped = await steps.replaced(ids, id)
  expect(bumped._id < id).toBe(true)
  expect(await isSent(bumped.txid)).toBe(true)

  await setClockBack(2)
  await steps.cancel(ids, id)
  const cancelled = await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
  expect(cancelled._id < bumped._id).toBe(true)
  expect(await isSent(cancelled.txid)).toBe(true)

  const feeRate = BigInt(Math.ceil((cancelled.feeRate ?? 0) * 1000))
  await setClockBack(3)
  expect((await steps.bump(ids, id, feeRate + 20_000n)).method).toBe('CPFP')
  const child = await steps.childIsSent(id)
  await setClockBack(4)
  expect((await steps.bump(ids, id, feeRate + 40_000n)).method).toBe('CPFP')
  const next = await engine.until('the next child is in the mempool', async () => {
    const newest = await steps.childIsSent(id)
    return newest.id !== child.id && newest
  })
  expect(next.id < child.id).toBe(true)
  await engine.play.mine(1)
  const { paidLines, transactions } = await paymentIs(ids, paymentId, 'rejected')
  expect(paidLines).toBe(0)
  expect(transactions).toMatchObject([{ _id: cancelled._id, state: 'confirmed' }])
})
