import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { firstOfTwoBatchesMined } from '#server/testing/rest-steps.ts'
import { makeRegular } from './to-regular.ts'

const story = await storyForFile()

test('a run paid in part, its list turned → each unpaid line is paid once', async () => {
  const { engine, paymentIs } = story
  const { ids, paymentId, people, secondId } = await firstOfTwoBatchesMined(story)
  const { companyId, payrollId } = ids
  const actor = { companyId, userId: null, ip: null }
  await engine.owner
    .updateTable('employees')
    .set({ creation_type: 'CSV' })
    .where('company_id', '=', companyId)
    .execute()
  await engine.changePayroll(ids, { type: 'CSV' })
  const turn = () =>
    engine.db.transaction().execute((trx) => makeRegular(trx, engine.macKey, actor, payrollId))
  await expect(turn()).rejects.toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })

  const steps = bumpSteps(story)
  await steps.cancel(ids, secondId)
  await steps.currentIs(ids, secondId, { state: 'unconfirmed', type: 'cancel' })
  await engine.play.mine(1)
  await steps.currentIs(ids, secondId, { state: 'confirmed', type: 'cancel' })
  await engine.play.give(ids.script, 9_000_000n)
  await engine.play.mine(1)
  await story.followed()
  await engine.until('nothing is open any more', () =>
    turn().then(
      () => true,
      (cause: unknown) => {
        expect(cause).toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })
        return false
      },
    ),
  )

  await engine.price(rateUsdCentsPerBtc)
  expect(await engine.run(ids)).toBe(paymentId)
  await paymentIs(ids, paymentId, 'unconfirmed')
  await engine.play.mine(1)
  const paid = await paymentIs(ids, paymentId, 'confirmed')
  expect(paid).toMatchObject({ lines: people, paidLines: people })
  const outputs = await engine.db
    .selectFrom('transaction_outputs as o')
    .innerJoin('transactions as t', 't.id', 'o.transaction_id')
    .innerJoin('sheet_lines as l', 'l.id', 'o.line_id')
    .select(['l.employee_id'])
    .where('l.sheet_id', '=', paymentId)
    .where('t.state', '=', 'confirmed')
    .execute()
  expect(outputs).toHaveLength(people)
  expect(new Set(outputs.map(({ employee_id }) => employee_id)).size).toBe(people)
})
