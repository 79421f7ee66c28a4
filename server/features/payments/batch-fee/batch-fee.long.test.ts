import { expect, test } from 'vitest'
import { batchFeeOffer, transactionAnswer } from '#contract/fee-bumps.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { feeRateOf } from '#server/testing/fee-rate.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { makeSalaries } from '#server/testing/large-run-steps.ts'
import { stepUp } from '#server/testing/step-up.ts'
import { buildBatch } from '../send/ready-batches.ts'

const s = await paymentsForFile()
const { engine } = s
const ours = await s.company()
const feeRateIs = feeRateOf(engine)

test('a later batch waits for its fee → a confirmed fee above the ceiling pays it', async () => {
  const { db, network, feeCeilings, log } = engine
  await feeRateIs(2_000n)
  const payroll = await s.funded(ours, makeSalaries(3_100), 900_000_000n)
  const ids = { companyId: ours.companyId, userId: ours.user._id, ...payroll }
  const paymentId = await engine.run(ids)
  await s.partsAre(ids, paymentId, 'unconfirmed', 'pendingApproval')
  await engine.play.give(ids.script, 50_000_000n)
  await feeRateIs(250_000n)
  await engine.play.mine(1)
  const { transactions } = await s.partsAre(ids, paymentId, 'confirmed', 'pendingApproval')
  const id = transactions[1]?._id ?? ''
  const waitsFor = () =>
    db.selectFrom('transactions').select('waiting_for').where('id', '=', id).executeTakeFirst()
  await engine.until('it waits for its fee', async () => (await waitsFor())?.waiting_for === 'fee')

  // Nobody knows the fee of this moment once the node has been silent for 30 seconds.
  const ample = { ...feeCeilings, usdCents: 100_000n }
  const in31s = new Date(Date.now() + 31_000)
  await buildBatch({ db, network, feeCeilings: ample, log }, id, in31s)
  expect(await waitsFor()).toEqual({ waiting_for: 'fee' })

  const path = `/transactions/${id}/fee`
  const fee = expectAccepted(batchFeeOffer, await ours.call('GET', path))
  expect(fee).toMatchObject({ needsCode: true, needsKey: false })
  expect(fee.cost.usd).toBeGreaterThan(fee.ceiling.usd)
  expectRefusal(await ours.call('POST', path), 401, 'CODE_REQUIRED')
  const { code } = await stepUp(ours, 'FEE')
  const answer = expectAccepted(transactionAnswer, await ours.call('POST', path, { code }))
  expect(answer.transaction).toMatchObject({ _id: id, networkFee: { btc: fee.cost.btc } })
  const sent = await s.partsAre(ids, paymentId, 'confirmed', 'unconfirmed')
  expect(sent.transactions[1]?.feeRate).toBe(250)
  await engine.play.mine(1)
  expect((await s.paymentIs(ids, paymentId, 'confirmed')).paidLines).toBe(3_100)
  expectRefusal(await ours.call('POST', path, { code }), 409, 'NOT_PENDING_APPROVAL')
})
