import { expect, test } from 'vitest'
import { satsFromCents } from '#domain/money.ts'
import { type ChainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { makeSalaries, sendFirstPart } from '#server/testing/large-run-steps.ts'

const story = await storyForFile({ nodeArgs: ['-maxmempool=5'] })

const partsAre: ChainStory['partsAre'] = (...args) => story.partsAre(...args)

const linesOf = (paymentId: string) =>
  story.engine.db
    .selectFrom('payouts')
    .select(['usd_cents', 'sats'])
    .where('sheet_id', '=', paymentId)
    .execute()

test('a fan-out that leaves the chain takes its batch along; both return unchanged', async () => {
  const { engine, mineOnly, paymentIs } = story
  const salaries = makeSalaries(5_000)
  const { ids, paymentId, fanOut } = await sendFirstPart(story, salaries, 900_000_000n)
  // The price moves by a tenth between the batches: the whole run keeps one rate.
  await engine.price((rateUsdCentsPerBtc * 11n) / 10n)
  await mineOnly([fanOut])
  await partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  const [, batch] = await story.bytesOf(paymentId)
  if (!batch) throw new Error('a sent batch has bytes')

  await story.invalidate(1)
  await mineOnly()
  await mineOnly()
  await story.followed()
  // Together the batches weigh more than a chain of unconfirmed transactions may.
  await partsAre(ids, paymentId, 'unconfirmed', 'removed')
  await mineOnly([fanOut])
  await partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  expect(await engine.chain.inMempool(batch.txid)).toBe(true)
  await engine.play.mine(1)
  const paid = await paymentIs(ids, paymentId, 'confirmed')
  expect(paid.paidLines).toBe(salaries.length)
  expect(paid.transactions.map((one) => one.txid)).toEqual([fanOut.txid, batch.txid])
  for (const { usd_cents, sats } of await linesOf(paymentId)) {
    expect(sats).toBe(satsFromCents(usd_cents, rateUsdCentsPerBtc))
  }
})
