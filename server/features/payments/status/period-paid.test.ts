import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approveTransaction, rejectTransaction, run } from '#server/testing/approval-steps.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { setPaydays } from '#server/testing/period-steps.ts'
import { isPeriodPaid, readNextDue, readPaydaysOf } from './period-paid.ts'

const s = await paymentsForFile()
const { engine } = s

/** Whether the one payday of a payroll is paid. */
async function isPaid(payrollId: string): Promise<boolean | undefined> {
  const { asTable } = await readPaydaysOf(engine.db, engine.macKey, [payrollId])
  const { rows } = await sql<{ is: boolean }>`
    WITH ${asTable} SELECT ${isPeriodPaid} AS is FROM own_occurrences o`.execute(engine.db)
  return rows[0]?.is
}

test('two are paid one by one, the second run rejected → the payday is not paid yet', async () => {
  const ours = await s.company({ overUsd: 0, changedAddresses: false })
  const { payrollId, employeeIds } = await s.funded(ours, [50_000n, 60_000n], 3_000_000n)
  const [ana = '', eva = ''] = employeeIds
  const ids = { companyId: ours.companyId, userId: ours.user._id, payrollId }
  await setPaydays(engine.owner, ids, [{ key: '2026-11-Q1', inHours: -1 }])
  const pay = async (person: string) => {
    const { transactions } = await run(ours, payrollId, { only: [person] })
    return transactions[0]?._id ?? ''
  }
  const approvedAndMined = async (id: string) => {
    await approveTransaction(ours, id, await s.codeOf(ours))
    await s.transactionIs(ours, id, 'unconfirmed')
    await engine.play.mine(1)
    await s.transactionIs(ours, id, 'confirmed')
    await s.price(9_100_000n)
  }
  await approvedAndMined(await pay(ana))
  expect(await isPaid(payrollId)).toBe(false)
  const second = await pay(eva)
  expect(await isPaid(payrollId)).toBe(true)
  expect((await rejectTransaction(ours, second)).status).toBe(200)
  expect(await isPaid(payrollId)).toBe(false)
  await approvedAndMined(await pay(eva))
  expect(await isPaid(payrollId)).toBe(true)
})

test('a later payday is paid early, the run rejected → the one before is next again', async () => {
  const ours = await s.company({ overUsd: 0, changedAddresses: false })
  const { payrollId } = await s.funded(ours, [50_000n], 3_000_000n)
  const ids = { companyId: ours.companyId, userId: ours.user._id, payrollId }
  const [first, second] = [
    { key: '2026-11-Q1', inHours: 24 },
    { key: '2026-11-Q2', inHours: 400 },
  ]
  await setPaydays(engine.owner, ids, [first, second])
  const hours = async () => {
    const paydays = await readPaydaysOf(engine.db, engine.macKey, [payrollId])
    const due = (await readNextDue(engine.db, paydays, new Date())).get(payrollId)
    return due && Math.round((due.getTime() - Date.now()) / 3_600_000)
  }
  expect(await hours()).toBe(first.inHours)
  const { transactions } = await run(ours, payrollId, { periodKey: second.key })
  expect(await hours()).toBeUndefined()
  expect((await rejectTransaction(ours, transactions[0]?._id ?? '')).status).toBe(200)
  expect(await hours()).toBe(first.inHours)
})
