import { expect, test } from 'vitest'
import { readPayment } from '#server/features/payments/read-payment.ts'
import { recipientsOf } from '#server/features/transactions/recipients.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { spendOutside } from '#server/testing/spend-outside.ts'
import { acknowledgeAll, mineSixDeep } from '#server/testing/untracked-steps.ts'

const story = await storyForFile()

test('a spend pays an address by another amount → nobody counts as paid', async () => {
  const { engine } = story
  const ids = await story.fundedPayroll([50_000n, 30_000n], 3_000_000n)
  const [paid = '', other = ''] = ids.employeeIds
  const { script } = await engine.db
    .selectFrom('employees')
    .select('script_pubkey as script')
    .where('id', '=', paid)
    .executeTakeFirstOrThrow()
  const payouts = [
    { script: script ?? Buffer.alloc(0), sats: 777_777n },
    { script: ids.script, sats: 2_000_000n },
  ]
  const outside = await spendOutside(story, ids.payrollId, payouts)
  const paymentId = await engine.run(ids)
  await story.paymentIs(ids, paymentId, 'unconfirmed')
  await story.mineOnly([outside])
  await story.followed()
  expect(await readPayment(engine.db, ids.companyId, paymentId)).toMatchObject({ paidLines: 0 })
  const [found = ''] = await acknowledgeAll(story, ids)
  const [person] = await recipientsOf(engine.db, ids.companyId, found, 'regtest')
  expect(person?.userId).toBe(paid)

  await mineSixDeep(story)
  await expect(engine.run(ids)).rejects.toMatchObject({
    code: 'ALREADY_PAID',
    details: { data: { payment: null, transaction: { _id: found } } },
  })
  const next = await engine.run(ids, found, [other])
  await story.paymentIs(ids, next, 'unconfirmed')
  await engine.play.mine(1)
  await story.paymentIs(ids, next, 'confirmed')
})
