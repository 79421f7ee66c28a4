import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, testEngine } from '#server/testing/engine.ts'

let engine: Engine

beforeAll(async () => {
  engine = await testEngine()
}, 60_000)
afterAll(() => engine.stop())

async function deletedPayroll() {
  const { companyId } = await engine.company()
  const payroll = await engine.payroll(companyId, [])
  await engine.db
    .updateTable('payrolls')
    .set({ deleted_at: new Date() })
    .where('id', '=', payroll.payrollId)
    .execute()
  return payroll
}

const isDeleted = async (payrollId: string) => {
  const { deleted_at } = await engine.db
    .selectFrom('payrolls')
    .select('deleted_at')
    .where('id', '=', payrollId)
    .executeTakeFirstOrThrow()
  return deleted_at !== null
}

const balance = async (payrollId: string) => {
  const { confirmed_sats } = await engine.db
    .selectFrom('payroll_balances')
    .select('confirmed_sats')
    .where('payroll_id', '=', payrollId)
    .executeTakeFirstOrThrow()
  return confirmed_sats
}

test('a confirmed deposit of 1,000 sat brings a deleted payroll back, one of 999 does not', async () => {
  const [worth, small] = [await deletedPayroll(), await deletedPayroll()]
  await engine.play.give(worth.script, 1_000n)
  await engine.play.give(small.script, 999n)
  await engine.until('the deposits show', async () => {
    const seen = await engine.db
      .selectFrom('transactions')
      .select('id')
      .where('payroll_id', 'in', [worth.payrollId, small.payrollId])
      .execute()
    return seen.length === 2
  })
  expect(await isDeleted(worth.payrollId), 'while it is unconfirmed').toBe(true)
  await engine.play.mine(1)
  await engine.until('both are confirmed', async () => {
    const [a, b] = [await balance(worth.payrollId), await balance(small.payrollId)]
    return a === 1_000n && b === 999n
  })
  expect(await isDeleted(worth.payrollId)).toBe(false)
  const acts = await engine.db
    .selectFrom('audit_events')
    .select(['subject', 'detail'])
    .where('action', '=', 'payroll.restored')
    .execute()
  expect(acts).toEqual([{ subject: 'Oficina', detail: { payroll: worth.payrollId } }])
  expect(await isDeleted(small.payrollId)).toBe(true)
})
