import { expect, test } from 'vitest'
import { buriedDepth } from '#domain/exclusivity.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { expectPaid } from '#server/testing/exact-checks.ts'
import { storyForFile } from '#server/testing/for-file.ts'

const story = await storyForFile({ ownNode: true })

async function mine(blocks: number, first: { hex: string }[] = []) {
  for (let block = 0; block < blocks; block++) await story.mineOnly(block === 0 ? first : [])
  await story.followed()
}

/**
 * A first run is signed. Then another block replaces the one with its deposit, whose sender spends
 * it elsewhere.
 */
async function doubleSpent() {
  const ids = await story.payroll([50_000n, 20_000n])
  const payouts = [{ script: ids.script, sats: 3_000_000n }]
  const utxo = await story.somebodysUtxo(payouts)
  const deposit = story.signedBySomebody([utxo], payouts)
  const rival = story.signedBySomebody([utxo], [])
  await story.mineOnly([deposit])
  await story.spendable(ids.payrollId, 3_000_000n)
  const paymentId = await story.engine.run(ids)
  await story.paymentIs(ids, paymentId, 'unconfirmed')
  await story.invalidate(1)
  await mine(1, [rival])
  await mine(1)
  await story.depositIs(ids.payrollId, deposit.txid, 'removed')
  await story.paymentIs(ids, paymentId, 'removed')
  return { ids, deposit, paymentId }
}

const refused = async (ids: Awaited<ReturnType<typeof doubleSpent>>['ids']) => {
  await story.engine.price(rateUsdCentsPerBtc)
  await expect(story.engine.run(ids)).rejects.toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })
}

/** A second deposit, large enough by itself. */
async function anotherDeposit({ payrollId, script }: { payrollId: string; script: Buffer }) {
  const payouts = [{ script, sats: 4_000_000n }]
  await mine(1, [story.signedBySomebody([await story.somebodysUtxo(payouts)], payouts)])
  await story.spendable(payrollId, 4_000_000n)
}

test('a double-spent deposit comes back → its first run is mined, nobody is paid twice', async () => {
  const { ids, deposit, paymentId } = await doubleSpent()
  await anotherDeposit(ids)
  await refused(ids)
  await story.invalidate(3)
  await mine(4, [deposit])
  await story.paymentIs(ids, paymentId, 'unconfirmed')
  await refused(ids)
  await story.engine.play.mine(1)
  const { paidLines } = await story.paymentIs(ids, paymentId, 'confirmed')
  expect(paidLines).toBe(2)
  await expectPaid(story, ids)
})

test('a deposit is double-spent → the next run waits until that is 100 deep', async () => {
  const { ids, paymentId } = await doubleSpent()
  await anotherDeposit(ids)
  await mine(3)
  await story.paymentIs(ids, paymentId, 'failed')
  await refused(ids)
  // The double spend is 6 deep.
  await story.engine.play.mine(buriedDepth - 1 - 6)
  await story.followed()
  await refused(ids)
  await story.engine.play.mine(1)
  await story.followed()
  await story.engine.price(rateUsdCentsPerBtc)
  const again = await story.engine.run(ids)
  await story.paymentIs(ids, again, 'unconfirmed')
  await story.engine.play.mine(1)
  expect((await story.paymentIs(ids, again, 'confirmed')).paidLines).toBe(2)
  expect((await story.paymentIs(ids, paymentId, 'failed')).paidLines).toBe(0)
  await expectPaid(story, ids)
})
