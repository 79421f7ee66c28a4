import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { payrollTransactions } from '#server/features/transactions/pages.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import type { ChainStory } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { readUnsent } from '../send/broadcast.ts'
import { readReplacements } from './versions.ts'

const story = await storyForFile({ ownNode: true })
const steps = bumpSteps(story)

type Ids = Awaited<ReturnType<ChainStory['fundedPayroll']>>
type Run = { paymentId: string; id: string }

/**
 * A payment that is mined although its cancellation was sent, and whose blocks a reorganisation
 * takes out.
 */
async function minedAndTakenBack(
  ids: Pick<Ids, 'companyId' | 'userId' | 'payrollId' | 'script'>,
  { paymentId, id }: Run,
) {
  const { paymentIs, mineOnly } = story
  const [original] = await story.bytesOf(paymentId)
  if (!original) throw new Error('an unconfirmed transaction has bytes')
  await steps.cancel(ids, id)
  const cancel = await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
  await mineOnly([original])
  await mineOnly()
  await mineOnly()
  await paymentIs(ids, paymentId, 'confirmed')
  await story.followed()
  await story.invalidate(3)
  for (let block = 0; block < 4; block++) await mineOnly()
  await story.followed()
  return cancel
}

/** Runs some rounds of the worker: each sends all that is due. */
async function rounds() {
  for (let block = 0; block < 3; block++) {
    await story.mineOnly()
    await story.followed()
    await sleep(300)
  }
}

test('a payment mined despite its cancellation is sent again after a reorganisation', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([50_000n, 50_000n], 3_000_000n)
  const run = await steps.unconfirmedRun(ids)
  const cancel = await minedAndTakenBack(ids, run)
  await rounds()
  await steps.currentIs(ids, run.id, { state: 'unconfirmed', type: 'send' })
  expect(await engine.chain.inMempool(cancel.txid ?? '')).toBe(false)
  await engine.play.mine(1)
  const paid = await paymentIs(ids, run.paymentId, 'confirmed')
  expect(paid.transactions).toMatchObject([{ _id: run.id, txid: run.txid, type: 'send' }])
  expect(paid.paidLines).toBe(2)
  await engine.play.mine(5)
})

test('it is the version that is sent and shown, also while no mempool has it', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  await minedAndTakenBack(ids, { paymentId, id })
  const looked = engine.db.transaction().execute(async (trx) => {
    await trx.updateTable('transactions').set({ in_mempool: false }).where('id', '=', id).execute()
    const [replacements, unsent] = [await readReplacements(trx, id), await readUnsent(trx)]
    const wanted = { page: 1, limit: 10, state: 'removed' } as const
    const { transactions } = await payrollTransactions(trx, ids.companyId, ids.payrollId, wanted)
    const listed = transactions.map(({ _id, replacedBy }) => ({ _id, replacedBy }))
    throw { seen: replacements?.current?.id, listed, sent: unsent.map((one) => one.id) }
  })
  await expect(looked).rejects.toEqual({
    seen: id,
    listed: [{ _id: id, replacedBy: null }],
    sent: [id],
  })
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
  await engine.play.mine(5)
})

test('an administrator may cancel it again, and the cancellation is mined', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  const first = await minedAndTakenBack(ids, { paymentId, id })
  await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'send' })
  await steps.cancel(ids, id)
  const anew = await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
  expect(anew._id).not.toBe(first._id)
  await engine.play.mine(1)
  const { paidLines } = await paymentIs(ids, paymentId, 'rejected')
  expect(paidLines).toBe(0)
  // After its block leaves the chain, the mined cancellation stays the newest one.
  await story.invalidate(1)
  await story.mineOnly()
  await rounds()
  await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'rejected')
  await engine.play.mine(5)
})

test('an administrator may raise its fee by a child of it', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const run = await steps.unconfirmedRun(ids)
  await minedAndTakenBack(ids, run)
  expect((await steps.bump(ids, run.id, 20_000n)).method).toBe('CPFP')
  await steps.childIsSent(run.id)
  await engine.play.mine(1)
  await paymentIs(ids, run.paymentId, 'confirmed')
  await engine.play.mine(5)
})
