import { expect, test } from 'vitest'
import { engineForFile } from '#server/testing/for-file.ts'

const engine = await engineForFile()

async function deletedPayroll() {
  const { companyId } = await engine.company()
  const payroll = await engine.payroll(companyId, [])
  await engine.changePayroll({ companyId, ...payroll }, { deleted_at: new Date() })
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

test('deposits of over 1,000 sat in all revive a deleted payroll, 1,000 do not', async () => {
  const [worth, small] = [await deletedPayroll(), await deletedPayroll()]
  const balancesAre = (ofWorth: bigint, ofSmall: bigint) =>
    engine.until(`the balances are ${ofWorth} and ${ofSmall}`, async () => {
      const [a, b] = [await balance(worth.payrollId), await balance(small.payrollId)]
      return a === ofWorth && b === ofSmall
    })
  await engine.play.give(worth.script, 1_000n)
  await engine.play.give(small.script, 400n)
  await engine.play.mine(1)
  await balancesAre(1_000n, 400n)
  expect(await isDeleted(worth.payrollId), 'of one head').toBe(true)

  await engine.play.give(worth.script, 400n)
  await engine.play.give(small.script, 600n)
  await engine.until('the second deposits show', async () => {
    const seen = await engine.db
      .selectFrom('transactions')
      .select('id')
      .where('payroll_id', 'in', [worth.payrollId, small.payrollId])
      .execute()
    return seen.length === 4
  })
  expect(await isDeleted(worth.payrollId), 'while it is unconfirmed').toBe(true)
  await engine.play.mine(1)
  await balancesAre(1_400n, 1_000n)
  expect(await isDeleted(worth.payrollId)).toBe(false)
  const acts = await engine.db
    .selectFrom('audit_events')
    .select(['subject', 'detail'])
    .where('action', '=', 'payroll.restored')
    .execute()
  expect(acts).toEqual([{ subject: 'Oficina', detail: { payroll: worth.payrollId } }])
  expect(await isDeleted(small.payrollId)).toBe(true)
})
