import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile({ ownNode: true })
const steps = bumpSteps(story)

test('a mined cancellation → payment and child are not live, failed after 6 blocks', async () => {
  const { engine, fundedPayroll, mineOnly, followed } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { id, paymentId } = await steps.unconfirmedRun(ids)
  await steps.bump(ids, id, 20_000n)
  await engine.until('the child is in the mempool', async () =>
    (await steps.rowsOf(id)).some(({ type, in_mempool }) => type === 'child' && in_mempool),
  )
  const factsOf = async () => {
    const rows = await steps.rowsOf(id)
    return (['send', 'child', 'cancel'] as const).map((type) => {
      const row = rows.find((one) => one.type === type)
      return row && [row.state, row.live, row.conflict_height, row.superseded_height, row.failure]
    })
  }
  expect(await factsOf()).toEqual([
    ['unconfirmed', true, null, null, null],
    ['unconfirmed', true, null, null, null],
    undefined,
  ])
  await steps.cancel(ids, id)
  await steps.currentIs(ids, id, { state: 'unconfirmed', type: 'cancel' })
  await engine.play.mine(1)
  await followed()
  const { height } = await engine.chain.info()
  const confirmed = ['confirmed', false, null, null, null]
  const removed = ['removed', false, height, height, null]
  expect(await factsOf()).toEqual([removed, removed, confirmed])
  await story.paymentIs(ids, paymentId, 'rejected')

  for (let block = 1; block < 6; block++) await mineOnly()
  await followed()
  const failed = [
    ['failed', false, height, height, 'SPENT_ELSEWHERE'],
    ['failed', false, height, height, 'PARENT_GONE'],
    confirmed,
  ]
  expect(await factsOf()).toEqual(failed)

  // The row is as if the signer had been away, and had signed the child after its parent was lost.
  const fresh = { conflict_height: null, superseded_height: null, is_lost: false, failure: null }
  await engine.owner
    .updateTable('transactions')
    .set(fresh)
    .where('cpfp_parent_id', '=', id)
    .execute()
  await mineOnly()
  await followed()
  expect(await factsOf()).toEqual(failed)

  await story.invalidate(7)
  for (let block = 0; block < 8; block++) await mineOnly()
  await followed()
  const back = ['removed', true, null, null, null]
  expect((await factsOf()).slice(0, 2)).toEqual([back, back])
  await engine.play.mine(6)
  await followed()
})

test('a block taken back makes a conflict under 6 deep → the deposit is removed', async () => {
  const { payroll, send, depositIs, mineOnly, followed, somebodysUtxo, signedBySomebody } = story
  const { payrollId, script } = await payroll([])
  const payouts = [{ script, sats: 400_000n }]
  const utxo = await somebodysUtxo(payouts)
  const deposit = signedBySomebody([utxo], payouts)
  const rival = signedBySomebody([utxo], [])
  await send(deposit)
  await depositIs(payrollId, deposit.txid, 'unconfirmed')
  await mineOnly([rival])
  for (let block = 1; block < 6; block++) await mineOnly()
  await followed()
  await depositIs(payrollId, deposit.txid, 'failed')

  await story.invalidate(6)
  for (let block = 0; block < 3; block++) await mineOnly()
  await mineOnly([rival])
  for (let block = 0; block < 3; block++) await mineOnly()
  await followed()
  const { failure, conflict_height } = await depositIs(payrollId, deposit.txid, 'removed')
  expect([failure, conflict_height]).toEqual([null, (await story.engine.chain.info()).height - 3])
  await mineOnly()
  await mineOnly()
  await depositIs(payrollId, deposit.txid, 'failed')
})
