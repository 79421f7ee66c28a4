import { expect, test } from 'vitest'
import { closeUnpaid, readUnpaidLines } from '#server/features/payments/run/unpaid-lines.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { dumpOf } from '#server/testing/dump.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { SignedTransactions, scriptsOf } from '#server/testing/paid-once.ts'
import { acknowledgeAll, findUnacknowledged } from '#server/testing/untracked-steps.ts'

/** A run of two batches; the backup is from before the second of them was signed. */

const node = await nodeForFile()

type Ids = Awaited<ReturnType<ChainStory['fundedPayroll']>>

/** Tries every press on a run that begins no other one; returns the refusals. */
async function pressAll(story: ChainStory, ids: Ids, batches: string[]) {
  const { engine } = story
  const { db } = engine
  const steps = bumpSteps(story)
  const close = async () => {
    const closed = await db
      .transaction()
      .execute((trx) => closeUnpaid(trx, ids.companyId, ids.payrollId))
    if (closed === null) throw new Refusal('NOTHING_TO_CLOSE')
  }
  const presses = [
    () => engine.run(ids),
    close,
    ...batches.map((id) => () => steps.bump(ids, id, 20_000n)),
    ...batches.map((id) => () => steps.cancel(ids, id)),
    () => acknowledgeAll(story, ids),
    () => engine.run(ids),
  ]
  const answers: string[] = []
  for (const press of presses) {
    await engine.price(rateUsdCentsPerBtc)
    const answer = await press().then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof Refusal) return error.code
        throw error
      },
    )
    answers.push(answer)
  }
  return answers
}

test('both batches are mined after the backup → every press pays each of 3,100 once', async () => {
  const signed = new SignedTransactions()
  const present = await chainStory({ node })
  const { ids, paymentId, transactions } = await present.runOfTwoBatches()
  const people = await scriptsOf(present, ids.payrollId)
  const batches = transactions.map(({ _id }) => _id)
  const backup = dumpOf(present.engine.database.ownerUrl)
  await present.engine.play.mine(1)
  await present.partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  await present.engine.play.mine(1)
  await present.paymentIs(ids, paymentId, 'confirmed')
  const { spendable_sats: left } = await present.balanceOf(ids.payrollId)
  await signed.collect(present)
  await present.engine.stop()

  const old = await chainStory({ node, backup })
  const { engine } = old
  // Some presses come before the program has followed the blocks.
  await pressAll(old, ids, batches)
  await old.paymentIs(ids, paymentId, 'confirmed')
  await old.spendable(ids.payrollId, left)
  expect(await findUnacknowledged(engine.db, ids.payrollId)).toEqual([])
  expect(await readUnpaidLines(engine.db, ids.payrollId)).toBeNull()
  expect(await pressAll(old, ids, batches)).toEqual([
    'ALREADY_PAID',
    'NOTHING_TO_CLOSE',
    'NOT_UNCONFIRMED',
    'NOT_UNCONFIRMED',
    'NOT_CANCELLABLE',
    'NOT_CANCELLABLE',
    'done',
    'ALREADY_PAID',
  ])
  await signed.collect(old)
  await signed.expectPaidOnce(engine, people)

  const next = await engine.run(ids, paymentId)
  await old.partsAre(ids, next, 'unconfirmed', 'pendingApproval')
  await engine.play.mine(1)
  await old.partsAre(ids, next, 'confirmed', 'unconfirmed')
  await engine.play.mine(1)
  await old.paymentIs(ids, next, 'confirmed')
  await signed.collect(old)
  await signed.expectPaidOnce(engine, people, [[next]])
  // The check is tested too: read as one period, the two runs pay everybody twice.
  await expect(signed.expectPaidOnce(engine, people)).rejects.toThrow('one chain can hold')
  await engine.stop()
})
