import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, chainStory } from '#server/testing/chain-steps.ts'

let story: ChainStory
let steps: ReturnType<typeof bumpSteps>

beforeAll(async () => {
  story = await chainStory()
  steps = bumpSteps(story)
}, 60_000)
afterAll(() => story.engine.stop())

/** New rows of `transactions` get ids of this many hours ago, as where the clock was set back. */
const setClockBack = (hours: number) =>
  sql`ALTER TABLE transactions ALTER COLUMN id
    SET DEFAULT uuidv7(${sql.lit(`-${hours} hours`)}::interval)`.execute(story.engine.owner)

test('the clock is set back between versions → the newest version is sent and shown', async () => {
  const { engine, paymentIs } = story
  const isSent = async (txid: string | null) => engine.chain.inMempool(txid ?? '')
  const { ids, id, paymentId } = await steps.runWithoutChange()
  const currentIsNot = (old: string, type: string) =>
    engine.until(`another version of type ${type} is current`, async () => {
      const current = await steps.currentIs(ids, id, { state: 'unconfirmed', type })
      return current._id !== old && current
    })

  await setClockBack(1)
  expect((await steps.bump(ids, id, 10_000n)).method).toBe('RBF')
  const bumped = await currentIsNot(id, 'send')
  expect(bumped._id < id).toBe(true)
  expect(await isSent(bumped.txid)).toBe(true)

  await setClockBack(2)
  await steps.cancel(ids, id)
  const cancelled = await currentIsNot(bumped._id, 'cancel')
  expect(cancelled._id < bumped._id).toBe(true)
  expect(await isSent(cancelled.txid)).toBe(true)

  await setClockBack(3)
  expect((await steps.bump(ids, id, 20_000n)).method).toBe('CPFP')
  await engine.until('the child is in the mempool', async () =>
    (await steps.rowsOf(id)).some(({ type, state }) => type === 'child' && state === 'unconfirmed'),
  )
  await engine.play.mine(1)
  const { paidLines, transactions } = await paymentIs(ids, paymentId, 'rejected')
  expect(paidLines).toBe(0)
  expect(transactions).toMatchObject([{ _id: cancelled._id, state: 'confirmed' }])
})
