import { expect, test } from 'vitest'
import { readPayment } from '#server/features/payments/read-payment.ts'
import { findUnacknowledged } from '#server/features/payments/untracked/acknowledge.ts'
import { recipientsOf } from '#server/features/transactions/recipients.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { spendOutside } from '#server/testing/spend-outside.ts'
import { acknowledgeAll, auditOf, mineSixDeep } from '#server/testing/untracked-steps.ts'

const story = await storyForFile()

test('two people share a script, another amount → both count as paid and are named', async () => {
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

  await mineSixDeep(story)
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
})
