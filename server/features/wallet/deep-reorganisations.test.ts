import { afterAll, beforeAll, expect, test } from 'vitest'
import { standingBreaches } from '#server/features/invariants/alarm.ts'
import { acceptBreaches, checkInvariants } from '#server/features/invariants/index.ts'
import { decide } from '#server/features/payments/decision.ts'
import { readFacts } from '#server/features/payments/facts.ts'
import { type ChainStory, chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { readTip } from './blocks.ts'

let story: ChainStory

beforeAll(async () => {
  story = await chainStory()
}, 60_000)
afterAll(() => story.engine.stop())

const look = () =>
  checkInvariants(story.engine.db, story.engine.chain, {
    history: 'all',
    node: 'coins',
    secondLookAfterMs: 0,
  })

test('a reorganisation deeper than six stops payments until the operator has accepted it', async () => {
  const { engine, fundedPayroll, mineOnly, invalidate, followed, paymentIs } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  for (let block = 0; block < 12; block++) await mineOnly()
  await followed()
  await invalidate(6)
  for (let block = 0; block < 7; block++) await mineOnly()
  await followed()
  expect(await standingBreaches(engine.db)).toEqual([])

  await invalidate(7)
  for (let block = 0; block < 8; block++) await mineOnly()
  await followed()
  const standing = await standingBreaches(engine.db)
  expect(standing).toEqual([
    expect.objectContaining({
      invariant: 'I2',
      message: 'it took back 7 blocks: what counted as final may not be',
    }),
  ])
  expect(engine.alarms).toContain('a reorganisation is deeper than what counts as final')
  // A check finds it too, and does not end it.
  expect((await look()).breaches).toEqual([
    expect.objectContaining({ invariant: 'I2', subject: standing[0]?.subject }),
  ])
  await engine.price(rateUsdCentsPerBtc)
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'PAYMENTS_STOPPED' })

  await acceptBreaches(engine.db, standing)
  expect((await look()).breaches).toEqual([])
  const paymentId = await engine.run(ids)
  await paymentIs(ids, paymentId, 'unconfirmed')
})

test('on main a newest block of more than 90 minutes is a node that is cut off; elsewhere blocks may be rare', async () => {
  const { engine, fundedPayroll } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { at } = (await readTip(engine.db)) ?? { at: new Date() }
  const codesAt = async (network: 'main' | 'regtest', minutes: number) => {
    const facts = await readFacts(
      engine.db,
      ids.companyId,
      ids.payrollId,
      { ...engine, network },
      false,
    )
    if (!facts?.price || !facts.node) throw new Error('there is no price or no node')
    const now = new Date(at.getTime() + minutes * 60_000)
    const fresh = { price: { ...facts.price, at: now }, node: { ...facts.node, at: now } }
    return decide(
      { ...facts, ...fresh },
      { after: '', previewChanged: false, ofAccount: [] },
      now,
    ).problems.map(({ code }) => code)
  }
  expect(await codesAt('main', 89)).toEqual([])
  expect(await codesAt('main', 91)).toEqual(['NODE_UNAVAILABLE'])
  expect(await codesAt('regtest', 91)).toEqual([])
})
