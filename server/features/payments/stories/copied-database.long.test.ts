import { expect, test } from 'vitest'
import { Refusal } from '#server/platform/http/refusal.ts'
import { copyChain, testBitcoind } from '#server/testing/bitcoind.ts'
import { type ChainStory, chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { dumpOf } from '#server/testing/dump.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { SignedTransactions, scriptsOf } from '#server/testing/paid-once.ts'

/** Two live databases of one seed are no mode of operation, but still pay nobody twice. */

const node = await nodeForFile()

type Ids = Awaited<ReturnType<ChainStory['fundedPayroll']>>

/** The payment of a press; null where it was refused because of the other database's spends. */
async function press({ engine }: ChainStory, ids: Ids, after = ''): Promise<string | null> {
  await engine.price(rateUsdCentsPerBtc)
  return engine.run(ids, after).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'WALLET_AHEAD_OF_RECORDS') return null
    throw error
  })
}

const isPaid = ({ engine, paymentIs }: ChainStory, ids: Ids, paymentId: string | null) =>
  paymentId
    ? paymentIs(ids, paymentId, 'confirmed')
    : engine.until('the untracked spend is followed', async () => {
        const row = await engine.db
          .selectFrom('transactions')
          .select('id')
          .where('payroll_id', '=', ids.payrollId)
          .where('untracked', '=', true)
          .where('state', '=', 'confirmed')
          .executeTakeFirst()
        return row
      })

test('both press at once on one node → one loses, everybody is paid once', async () => {
  const signed = new SignedTransactions()
  const original = await chainStory({ node })
  const ids = await original.fundedPayroll([50_000n, 30_000n], 3_000_000n)
  const people = await scriptsOf(original, ids.payrollId)
  const copy = await chainStory({ node, backup: dumpOf(original.engine.database.ownerUrl) })
  const stories = [original, copy]
  const made = await Promise.all(stories.map((story) => press(story, ids)))
  expect(made.some((id) => id !== null)).toBe(true)
  await original.engine.until('a payment is in the mempool', async () => {
    return (await original.engine.chain.mempoolTxids()).length > 0
  })
  await original.engine.play.mine(1)
  for (const [at, story] of stories.entries()) {
    await isPaid(story, ids, made[at] ?? null)
    await signed.collect(story)
  }
  await signed.expectPaidOnce(original.engine, people)
  for (const story of stories) await story.engine.stop()
})

test('each pays on its own node, the chain takes one → each is paid once a period', async () => {
  const signed = new SignedTransactions()
  const original = await chainStory({ node })
  // With only two people both databases would sometimes sign the same transaction, as outputs are
  // shuffled.
  const salaries = Array.from({ length: 12 }, (_, n) => 2_000n + BigInt(n))
  const ids = await original.fundedPayroll(salaries, 3_000_000n)
  const people = await scriptsOf(original, ids.payrollId)
  const elsewhere = await testBitcoind()
  await copyChain(node, elsewhere)
  const backup = dumpOf(original.engine.database.ownerUrl)
  const copy = await chainStory({ node: elsewhere, backup })
  // The node of the copy has mined blocks of its own for its faucet.
  await copyChain(elsewhere, node)
  const stories = [original, copy]
  for (const story of stories) await story.followed()
  const periods: string[][] = []
  for (const [winner, loser] of [stories, stories.toReversed()]) {
    if (!winner || !loser) throw new Error('there are two')
    const payments: string[] = []
    for (const [at, story] of stories.entries()) {
      const paymentId = await press(story, ids, periods.at(-1)?.[at])
      if (!paymentId) throw new Error('neither node knows of the other payment')
      await story.paymentIs(ids, paymentId, 'unconfirmed')
      payments.push(paymentId)
    }
    for (const story of stories) await signed.collect(story)
    await winner.engine.play.mine(1)
    await copyChain(winner.engine.node, loser.engine.node)
    for (const [at, story] of stories.entries()) {
      await isPaid(story, ids, payments[at] ?? null)
      await signed.collect(story)
    }
    expect(signed.payers(people)).toBe(2 * periods.push(payments))
    await signed.expectPaidOnce(winner.engine, people, periods.slice(1))
    await signed.expectPaidOnce(loser.engine, people, periods.slice(1))
  }
  for (const story of stories) await story.engine.stop()
  await elsewhere.stop()
})
