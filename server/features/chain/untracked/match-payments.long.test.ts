import { expect, test } from 'vitest'
import { readPayment } from '#server/features/payments/read-payment.ts'
import { recipientsOf } from '#server/features/transactions/recipients.ts'
import { copyChain, testBitcoind } from '#server/testing/bitcoind.ts'
import { chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { dumpOf } from '#server/testing/dump.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { acknowledgeAll, findUnacknowledged, mineSixDeep } from '#server/testing/untracked-steps.ts'

const node = await nodeForFile()

test('a copy of the database pays too → the loser asks, and pays the person left out', async () => {
  const original = await chainStory({ node })
  const ids = await original.fundedPayroll([50_000n, 30_000n], 3_000_000n)
  const backup = dumpOf(original.engine.database.ownerUrl)
  const elsewhere = await testBitcoind()
  await copyChain(node, elsewhere)
  const copy = await chainStory({ node: elsewhere, backup })
  // A database that lost a person before the payment, and has another price.
  const [leaver = ''] = ids.employeeIds
  await copy.engine.endMembers([leaver])
  await copy.followed()
  await copy.engine.price(9_200_000n)
  const copied = await copy.engine.run(ids)
  await copy.paymentIs(ids, copied, 'unconfirmed')
  const [winner] = await copy.bytesOf(copied)
  await copy.engine.stop()
  await elsewhere.stop()

  const { engine } = original
  const paymentId = await engine.run(ids)
  await original.paymentIs(ids, paymentId, 'unconfirmed')
  await original.mineOnly(winner ? [winner] : [])
  await original.followed()
  const found = await findUnacknowledged(engine.db, ids.payrollId)
  expect(found).toHaveLength(1)
  expect(await readPayment(engine.db, ids.companyId, paymentId)).toMatchObject({ paidLines: 0 })
  await engine.price(rateUsdCentsPerBtc)
  await acknowledgeAll(original, ids)
  await mineSixDeep(original)
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'ALREADY_PAID' })
  // The people say who was paid: nobody else knows.
  const next = await engine.run(ids, found[0], [leaver])
  const sent = await original.paymentIs(ids, next, 'unconfirmed')
  const people = await recipientsOf(
    engine.db,
    ids.companyId,
    sent.transactions[0]?._id ?? '',
    'regtest',
  )
  expect(people.map(({ userId }) => userId)).toEqual([leaver])
  await engine.play.mine(1)
  await original.paymentIs(ids, next, 'confirmed')
  await engine.stop()
})
