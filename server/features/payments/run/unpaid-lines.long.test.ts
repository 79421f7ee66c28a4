import { expect, test } from 'vitest'
import { checkInvariants } from '#server/features/invariants/index.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { firstOfTwoBatchesMined, readPreview } from '#server/testing/rest-steps.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'
import { readPayment } from '../read-payment.ts'
import { closeUnpaid } from './unpaid-lines.ts'

const story = await storyForFile({ ownNode: true })

test('a rest that the signer refuses again stays the rest, and can be paid or given up', async () => {
  const { engine, paymentIs } = story
  const { ids, paymentId, transactions } = await story.runOfTwoBatches()
  // The test changes an address of the second batch, so that the signer refuses that batch.
  const line = await engine.db
    .selectFrom('transaction_outputs as o')
    .innerJoin('sheet_lines as l', 'l.id', 'o.line_id')
    .select(['l.id', 'l.address'])
    .where('transaction_id', '=', transactions[1]?._id ?? '')
    .limit(1)
    .executeTakeFirstOrThrow()
  const putAddress = (address: string) =>
    engine.owner.updateTable('sheet_lines').set({ address }).where('id', '=', line.id).execute()
  await putAddress(anAddress())
  await engine.play.mine(1)
  await story.partsAre(ids, paymentId, 'confirmed', 'failed')

  await engine.price(rateUsdCentsPerBtc)
  await engine.until('its rest waits', async () => (await readPreview(story, ids)).resumes)
  expect(await engine.run(ids)).toBe(paymentId)
  const { transactions: refused } = await story.partsAre(
    ids,
    paymentId,
    'confirmed',
    'failed',
    'failed',
  )
  expect(await readSignerFault(engine.db, refused[2]?._id)).toEqual({
    code: 'LINE_MAC_WRONG',
    lineId: line.id,
  })
  await engine.until('its rest waits', async () => (await readPreview(story, ids)).resumes)

  await putAddress(line.address)
  await engine.price(rateUsdCentsPerBtc)
  expect(await engine.run(ids, 'whatever')).toBe(paymentId)
  await story.partsAre(ids, paymentId, 'confirmed', 'failed', 'failed', 'unconfirmed')
  expect(await closeUnpaid(engine.db, ids.companyId, ids.payrollId)).toBeNull()
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'ALREADY_PAID' })
})

test('a reopened run spends the cancellation’s head, and the batch may still return', async () => {
  const { engine, mineOnly } = story
  const {
    ids,
    paymentId,
    people,
    second,
    secondId: cancelled,
  } = await firstOfTwoBatchesMined(story)
  const steps = bumpSteps(story)
  await steps.cancel(ids, cancelled)
  await steps.currentIs(ids, cancelled, { state: 'unconfirmed', type: 'cancel' })
  await engine.play.mine(1)
  await steps.currentIs(ids, cancelled, { state: 'confirmed', type: 'cancel' })

  // At a higher price the lines take fewer satoshi, so that the returned UTXO suffices.
  await engine.price((rateUsdCentsPerBtc * 11n) / 10n)
  await engine.until('its rest is known', async () => (await readPreview(story, ids)).resumes)
  expect(await engine.run(ids)).toBe(paymentId)
  const rest = await engine.until('the rest is sent', async () => {
    const payment = await readPayment(engine.db, ids.companyId, paymentId)
    const third = payment?.transactions[2]
    return third?.state === 'unconfirmed' && third
  })
  await engine.play.mine(1)
  await steps.currentIs(ids, rest._id, { state: 'confirmed' })

  await story.invalidate(2)
  await mineOnly([second])
  for (let block = 0; block < 2; block++) await mineOnly()
  await story.followed()
  await steps.currentIs(ids, cancelled, { state: 'confirmed', type: 'send' })
  const { breaches } = await checkInvariants(engine.db, engine.chain, {
    history: 'all',
    node: 'utxos',
    macKey: engine.macKey,
    secondLookAfterMs: 1_000,
  })
  expect(breaches).toEqual([])
  for (let block = 0; block < 4; block++) await mineOnly()
  await engine.until('the rest can never be mined', async () => {
    const [row] = await steps.rowsOf(rest._id)
    return row?.state === 'failed'
  })
  expect((await steps.paymentOf(ids, paymentId)).paidLines).toBe(people)
})
