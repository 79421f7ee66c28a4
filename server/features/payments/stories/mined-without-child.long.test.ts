import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { satsFromCents } from '#domain/money.ts'
import { notify } from '#server/platform/db/notify.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { expectPaid } from '#server/testing/exact-checks.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile({ nodeArgs: ['-persistmempool=0'] })
const steps = bumpSteps(story)

type Run = Awaited<ReturnType<typeof steps.runWithHead>>

/** A bumped batch is mined, and its child is forgotten by the node. */
async function minedWithoutChild({ ids, paymentId, id }: Run) {
  const { engine } = story
  const [batch] = await story.bytesOf(paymentId)
  if (!batch) throw new Error('an unconfirmed transaction has bytes')
  await steps.bump(ids, id, 20_000n)
  const child = await steps.childIsSent(id)
  await story.mineOnly([batch])
  await story.paymentIs(ids, paymentId, 'confirmed')
  await engine.node.restart({ reindex: false })
  await engine.until('the child is removed', async () => {
    const rows = await steps.rowsOf(id)
    return rows.at(-1)?.state === 'removed'
  })
  await engine.price(rateUsdCentsPerBtc)
  return { batch, child }
}

/** Wakes the worker, which looks at everything and sends again. */
async function sentAgain() {
  await notify(story.engine.db, 'plans')
  await sleep(1_000)
}

test('a batch is mined without its child → the child is never sent again', async () => {
  const { engine, paymentIs } = story
  const ids = await story.fundedPayroll([50_000n], 3_000_000n)
  const first = await steps.unconfirmedRun(ids)
  const { child } = await minedWithoutChild({ ids, ...first })
  await sentAgain()
  expect(await engine.chain.inMempool(child.txid?.toString('hex') ?? '')).toBe(false)

  const next = await steps.unconfirmedRun(ids, first.paymentId)
  await sentAgain()
  expect(await engine.chain.inMempool(next.txid)).toBe(true)
  await engine.play.mine(1)
  await paymentIs(ids, next.paymentId, 'confirmed')
  await expectPaid(story, ids, 2)
})

test('the deposits of a child that is sent no more pay the next run', async () => {
  const { engine, paymentIs } = story
  const run = await steps.runWithHead(1_000n)
  const { ids } = run
  await steps.depositBeside(ids, [run.txid], 5_000_000n)
  const { child } = await minedWithoutChild(run)
  const spent = await engine.db
    .selectFrom('transaction_inputs')
    .select('txid')
    .where('transaction_id', '=', child.id)
    .execute()
  expect(spent).toHaveLength(2)

  const next = await steps.unconfirmedRun(ids, run.paymentId)
  await sentAgain()
  await engine.play.mine(1)
  const { networkFee } = await paymentIs(ids, next.paymentId, 'confirmed')
  const fee = BigInt(networkFee.btc.replace('.', ''))
  const salary = satsFromCents(50_000n, rateUsdCentsPerBtc)
  await story.spendable(ids.payrollId, 5_001_000n - salary - fee)
  await expectPaid(story, ids, 2)
})

test('the next run spends the head of a reorganised batch → its child evicts nobody', async () => {
  const { engine, paymentIs } = story
  const ids = await story.fundedPayroll([50_000n], 3_000_000n)
  const first = await steps.unconfirmedRun(ids)
  await minedWithoutChild({ ids, ...first })
  const next = await steps.unconfirmedRun(ids, first.paymentId)

  await story.invalidate(1)
  for (let block = 0; block < 2; block++) await story.mineOnly()
  await story.followed()
  await paymentIs(ids, first.paymentId, 'unconfirmed')
  await paymentIs(ids, next.paymentId, 'unconfirmed')
  await sentAgain()
  expect(await engine.chain.inMempool(next.txid)).toBe(true)
  await engine.play.mine(1)
  await paymentIs(ids, first.paymentId, 'confirmed')
  await paymentIs(ids, next.paymentId, 'confirmed')
  await expectPaid(story, ids, 2)
})
