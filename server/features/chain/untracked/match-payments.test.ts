import { expect, test } from 'vitest'
import { readPayment } from '#server/features/payments/read-payment.ts'
import { findUnacknowledged } from '#server/features/payments/untracked/acknowledge.ts'
import { recipientsOf } from '#server/features/transactions/recipients.ts'
import { copyChain, testBitcoind } from '#server/testing/bitcoind.ts'
import { type ChainStory, chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { dumpOf } from '#server/testing/dump.ts'
import { anAddress } from '#server/testing/engine.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { spendOutside } from '#server/testing/spend-outside.ts'
import { acknowledgeAll, auditOf } from '#server/testing/untracked-steps.ts'

const node = await nodeForFile()

/** Mines until a conflict is six deep: from then on the signer, too, takes its loser for failed. */
async function sixDeep({ engine, followed }: ChainStory) {
  await engine.play.mine(5)
  await followed()
  await engine.price(rateUsdCentsPerBtc)
}

test('a copy of the database pays too → the loser pays only the people left out', async () => {
  const original = await chainStory({ node })
  const ids = await original.fundedPayroll([50_000n, 30_000n], 3_000_000n)
  const backup = dumpOf(original.engine.database.ownerUrl)
  const elsewhere = await testBitcoind()
  await copyChain(node, elsewhere)
  const copy = await chainStory({ node: elsewhere, backup })
  // The other database lost a person before the payment, and has another price.
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
  expect(await readPayment(engine.db, ids.companyId, paymentId)).toMatchObject({ paidLines: 1 })
  await engine.price(rateUsdCentsPerBtc)
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'WALLET_AHEAD_OF_RECORDS' })
  await acknowledgeAll(original, ids)
  await sixDeep(original)
  expect(await engine.run(ids)).toBe(paymentId)
  const sent = await original.partsAre(ids, paymentId, 'failed', 'unconfirmed')
  const people = await recipientsOf(
    engine.db,
    ids.companyId,
    sent.transactions[1]?._id ?? '',
    'regtest',
  )
  expect(people.map(({ userId }) => userId)).toEqual([leaver])
  await engine.play.mine(1)
  await engine.until('all are paid', async () => {
    const payment = await readPayment(engine.db, ids.companyId, paymentId)
    return payment?.paidLines === 2
  })
  await engine.stop()
})

test('two people share a script, another amount → both count as paid and are named', async () => {
  const story = await chainStory({ node })
  const { engine } = story
  const shared = anAddress()
  const salaries = [50_000n, 30_000n, 20_000n]
  const ids = await story.payroll(salaries, [shared, shared])
  await engine.play.give(ids.script, 3_000_000n)
  await engine.play.mine(1)
  await story.spendable(ids.payrollId, 3_000_000n)
  const line = (await engine.db
    .selectFrom('employees')
    .select('script_pubkey as script')
    .where('id', '=', ids.employeeIds[0] ?? '')
    .executeTakeFirstOrThrow()) as { script: Buffer }
  const change = { script: ids.script, sats: 2_000_000n }
  const outside = await spendOutside(story, ids.payrollId, [{ ...line, sats: 777_777n }, change])
  const paymentId = await engine.run(ids)
  await story.paymentIs(ids, paymentId, 'unconfirmed')
  await story.mineOnly([outside])
  await story.followed()
  expect(await readPayment(engine.db, ids.companyId, paymentId)).toMatchObject({ paidLines: 2 })
  const found = await findUnacknowledged(engine.db, ids.payrollId)
  const [person] = await recipientsOf(engine.db, ids.companyId, found[0] ?? '', 'regtest')
  for (const id of ids.employeeIds.slice(0, 2)) expect(person?.firstName).toContain(id)
  await acknowledgeAll(story, ids)
  const [event] = await auditOf(story, 'records.acknowledged')
  expect(event?.detail).toMatchObject({ settled: person?.firstName.split(', ') })

  await sixDeep(story)
  expect(await engine.run(ids)).toBe(paymentId)
  const sent = await story.partsAre(ids, paymentId, 'failed', 'unconfirmed')
  const people = await recipientsOf(
    engine.db,
    ids.companyId,
    sent.transactions[1]?._id ?? '',
    'regtest',
  )
  expect(people.map(({ userId }) => userId)).toEqual(ids.employeeIds.slice(2))
  await engine.play.mine(1)
  await story.partsAre(ids, paymentId, 'failed', 'confirmed')
  await engine.stop()
})
