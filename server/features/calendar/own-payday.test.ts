import { expect, test } from 'vitest'
import { rejectTransaction, run } from '#server/testing/approval-steps.ts'
import { insertApprover, makeApprovedPayday } from '#server/testing/approved-payday.ts'
import { makeCancelledRun } from '#server/testing/cancelled-run.ts'
import type { TestCompany } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { setPaydays } from '#server/testing/period-steps.ts'
import { readOwnNextPayday, readOwnPrepared } from './own-payday.ts'

const s = await paymentsForFile()
const { engine } = s
const due = { key: '2026-11-Q1', inHours: -1 }
const soon = { key: '2026-11-Q2', inHours: 100 }
const askForAll = { overUsd: 0, changedAddresses: false }

/** Two people with two paydays: one was due an hour ago. */
async function aPayroll(ours: TestCompany) {
  const { payrollId, employeeIds } = await s.funded(ours, [50_000n, 60_000n], 3_000_000n)
  const { companyId, user } = ours
  await setPaydays(engine.owner, { companyId, userId: user._id, payrollId }, [due, soon])
  const paydays = await engine.db
    .selectFrom('occurrences')
    .select(['period_key', 'due_at'])
    .where('payroll_id', '=', payrollId)
    .execute()
  /** Reads the period of the first person's next payday. */
  const nextOf = async () => {
    const own = { companyId, employeeIds: employeeIds.slice(0, 1) }
    const next = await readOwnNextPayday(engine.db, engine.macKey, own, new Date())
    return paydays.find((one) => one.due_at.toISOString() === next?.at)?.period_key
  }
  return { payrollId, nextOf }
}

test('the run of a payday waits → it is the next no more; rejected → it is again', async () => {
  const ours = await s.company(askForAll)
  const { payrollId, nextOf } = await aPayroll(ours)
  expect(await nextOf()).toBe(due.key)
  const { transactions } = await run(ours, payrollId)
  expect(await nextOf()).toBe(soon.key)
  expect((await rejectTransaction(ours, transactions[0]?._id ?? '')).status).toBe(200)
  expect(await nextOf()).toBe(due.key)
})

test('the run of a payday is cancelled → it still is the next of its people', async () => {
  const ours = await s.company()
  const { payrollId, nextOf } = await aPayroll(ours)
  await makeCancelledRun(s, ours, payrollId)
  expect(await nextOf()).toBe(due.key)
})

test('the run of a prepared payday is cancelled → own changes count after it, still', async () => {
  const ours = await s.company()
  const { companyId, user } = ours
  const { payrollId, employeeIds } = await s.funded(ours, [50_000n], 3_000_000n)
  const ids = { companyId, payrollId, userId: user._id }
  const approver = await insertApprover(engine, companyId)
  const options = { key: soon.key, hoursLate: -24, rateUsdCentsPerBtc: 9_100_000n, approver }
  await makeApprovedPayday(engine, ids, options)
  const countsFrom = () =>
    readOwnPrepared(engine.db, engine.macKey, { companyId, employeeIds }, new Date())
  const prepared = await countsFrom()
  expect(prepared).not.toBeNull()
  await makeCancelledRun(s, ours, payrollId)
  expect(await countsFrom()).toEqual(prepared)
  await s.price(9_100_000n)
  await run(ours, payrollId)
  expect(await countsFrom()).toBeNull()
})
