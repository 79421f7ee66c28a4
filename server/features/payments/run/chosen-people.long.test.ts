import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { timesPaid } from '#server/testing/period-steps.ts'
import { firstOfTwoBatchesMined } from '#server/testing/rest-steps.ts'

const s = await paymentsForFile()

test('unpaid lines → only reopens their run for these lines, and makes no second', async () => {
  const { ids, paymentId, secondId } = await firstOfTwoBatchesMined(s)
  const steps = bumpSteps(s)
  await steps.cancel(ids, secondId)
  await steps.currentIs(ids, secondId, { state: 'unconfirmed', type: 'cancel' })
  await s.engine.play.mine(1)
  await steps.currentIs(ids, secondId, { state: 'confirmed', type: 'cancel' })
  await s.price(9_100_000n)
  const { rows } = await sql<{ id: string; isPaid: boolean }>`
    SELECT l.employee_id AS id, EXISTS (
      SELECT FROM transaction_outputs o JOIN transactions t ON t.id = o.transaction_id
      WHERE o.line_id = l.id AND t.state = 'confirmed') AS "isPaid"
    FROM sheet_lines l WHERE l.sheet_id = ${paymentId} ORDER BY l.employee_id`.execute(s.engine.db)
  const unpaid = rows.filter(({ isPaid }) => !isPaid).map(({ id }) => id)
  const paid = rows.filter(({ isPaid }) => isPaid).map(({ id }) => id)
  const chosen = unpaid.slice(0, 2)
  const run = (only: string[], after = '') => s.engine.run(ids, after, only)
  const refusal = (code: string) => expect.objectContaining({ code })
  await expect(run([...chosen, ...paid.slice(0, 1)])).rejects.toEqual(refusal('VALIDATION'))
  await expect(run(paid.slice(0, 1))).rejects.toEqual(refusal('ALREADY_PAID'))
  expect(await run(chosen)).toBe(paymentId)
  await expect(run(unpaid.slice(2, 3))).rejects.toEqual(refusal('PAYMENT_IN_PROGRESS'))
  await s.engine.until('they are sent', () =>
    s.engine.db
      .selectFrom('transactions')
      .select('id')
      .where('sheet_id', '=', paymentId)
      .where('type', '=', 'send')
      .where('state', '=', 'unconfirmed')
      .executeTakeFirst(),
  )
  await s.engine.play.mine(1)
  await s.followed()
  expect(await timesPaid(s.engine.db, ids.payrollId, chosen)).toEqual([1, 1])
  await s.price(9_100_000n)
  // A paid line of the reopened run is no unpaid line: paying it again requires `after`.
  await expect(run(chosen.slice(0, 1))).rejects.toEqual(refusal('ALREADY_PAID'))
  const lines = await s.engine.db
    .selectFrom('sheet_lines')
    .select('id')
    .where('employee_id', '=', String(chosen[0]))
    .execute()
  expect(lines).toHaveLength(1)

  // A person without a line in the run gets a run of her own, and the run keeps its unpaid lines.
  const { employeeIds } = await s.engine.payroll(ids.companyId, [50_000n])
  const newcomer = String(employeeIds[0])
  await s.engine.addMembers(ids, [newcomer])
  await expect(run([newcomer, ...unpaid.slice(2, 3)])).rejects.toEqual(refusal('VALIDATION'))
  await s.engine.play.give(ids.script, 9_000_000n)
  await s.engine.play.mine(1)
  await s.followed()
  await s.price(9_100_000n)
  const apart = await run([newcomer])
  expect(apart).not.toBe(paymentId)
  await s.paymentIs(ids, apart, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.paymentIs(ids, apart, 'confirmed')
  await s.price(9_100_000n)
  expect(await s.engine.run(ids)).toBe(paymentId)
  await s.paymentIs(ids, paymentId, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.paymentIs(ids, paymentId, 'confirmed')
  const times = await timesPaid(s.engine.db, ids.payrollId, [...unpaid, newcomer])
  expect(new Set(times)).toEqual(new Set([1]))
})
