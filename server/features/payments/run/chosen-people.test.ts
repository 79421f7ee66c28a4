import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { payroll as payrollAnswer } from '#contract/payrolls.ts'
import {
  approveTransaction,
  pressRunPayment,
  previewOf,
  run,
} from '#server/testing/approval-steps.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { timesPaid } from '#server/testing/period-steps.ts'
import { backdateRun } from '#server/testing/rest-steps.ts'

const s = await paymentsForFile()
const ours = await s.company()

type Ids = Awaited<ReturnType<typeof s.funded>>

async function confirmed(company: { companyId: string }, payment: { _id: string }) {
  await s.paymentIs(company, payment._id, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.paymentIs(company, payment._id, 'confirmed')
  await s.price(9_100_000n)
}

const [ana, eva, luz] = [0, 1, 2]
const at = ({ employeeIds }: Ids, index: number): string => {
  const id = employeeIds[index]
  if (!id) throw new Error('no such person')
  return id
}
const three = () => s.funded(ours, [50_000n, 60_000n, 70_000n], 9_000_000n)

test('one is paid alone → within 72 h the others are, and nobody twice', async () => {
  const payroll = await three()
  const { payrollId, employeeIds } = payroll
  const query = `?only=${at(payroll, ana)}`
  const shown = await previewOf(ours, payrollId, query)
  expect(shown).toMatchObject({ employees: 1, totalUsd: 500, lastPaid: null, problems: [] })
  const { previewHash } = shown
  expectRefusal(await pressRunPayment(ours, payrollId, { previewHash }), 409, 'PREVIEW_CHANGED')
  const first = await run(ours, payrollId, { only: [at(payroll, ana)], previewHash })
  expect(first).toMatchObject({ lines: 1, totalUsd: 500, leftOut: [] })
  expectRefusal(
    await pressRunPayment(ours, payrollId, { only: [at(payroll, eva)] }),
    409,
    'PAYMENT_IN_PROGRESS',
  )
  await confirmed(ours, first)

  const all = await previewOf(ours, payrollId)
  expect(all.unpaidPeople).toMatchObject({ count: 2 })
  expect(all.unpaidPeople.ids.toSorted()).toEqual([at(payroll, eva), at(payroll, luz)].toSorted())
  const whole = expectRefusal(await pressRunPayment(ours, payrollId), 409, 'ALREADY_PAID')
  expect(whole.data).toMatchObject({ payment: { _id: first._id } })
  const again = expectRefusal(
    await pressRunPayment(ours, payrollId, { only: employeeIds }),
    409,
    'ALREADY_PAID',
  )
  expect(again.data).toMatchObject({ payment: { _id: first._id } })

  // An id that stands twice in the list, in two spellings, gets one line.
  const others = [at(payroll, eva), at(payroll, luz), at(payroll, eva).toUpperCase()]
  const rest = await run(ours, payrollId, { only: others })
  expect(rest).toMatchObject({ lines: 2, totalUsd: 1_300 })
  await confirmed(ours, rest)
  expect(await timesPaid(s.engine.db, payrollId, employeeIds)).toEqual([1, 1, 1])
  expect((await previewOf(ours, payrollId)).unpaidPeople).toEqual({ count: 0, ids: [] })
})

test('somebody forgotten is paid alone after the run; a full run asks for that one', async () => {
  const payroll = await three()
  const { payrollId } = payroll
  const full = await run(ours, payrollId, { leave: [at(payroll, luz)] })
  await confirmed(ours, full)
  expect((await previewOf(ours, payrollId)).unpaidPeople).toEqual({
    count: 1,
    ids: [at(payroll, luz)],
  })
  expectRefusal(
    await pressRunPayment(ours, payrollId, { only: [at(payroll, ana)] }),
    409,
    'ALREADY_PAID',
  )
  const alone = await run(ours, payrollId, { only: [at(payroll, luz)] })
  await confirmed(ours, alone)
  // The person left out was paid alone, so there is nothing left to give up.
  const close = `/companies/payrolls/${payrollId}/close-payment`
  expectRefusal(await ours.call('POST', close), 409, 'NOTHING_TO_CLOSE')
  expectRefusal(await pressRunPayment(ours, payrollId, { after: full._id }), 409, 'ALREADY_PAID')
  // `after` has to name the person's own last payment.
  const twice = { only: [at(payroll, ana)] }
  expectRefusal(
    await pressRunPayment(ours, payrollId, { ...twice, after: alone._id }),
    409,
    'ALREADY_PAID',
  )
  await confirmed(ours, await run(ours, payrollId, { ...twice, after: full._id }))
  expect(await timesPaid(s.engine.db, payrollId, payroll.employeeIds)).toEqual([2, 1, 1])
})

test('people of no payroll, removed people, none, too many → 400 on only', async () => {
  const payroll = await three()
  const { payrollId } = payroll
  const other = await s.funded(ours, [50_000n], 1_000_000n)
  const theirs = await s.funded(await s.company(), [50_000n], 1_000_000n)
  const path = `/companies/payrolls/${payrollId}/employees/${at(payroll, luz)}`
  expectAccepted(payrollAnswer, await ours.call('DELETE', path))
  const good = at(payroll, ana)
  const lists: unknown[] = [
    [],
    [at(other, 0)],
    [at(theirs, 0)],
    [at(payroll, luz)],
    [good, at(payroll, luz)],
    [crypto.randomUUID()],
    ['%00'],
    [good, ''],
    [null],
    good,
    { 0: good },
    Array.from({ length: 101 }, () => good),
  ]
  for (const only of lists) {
    const { errors } = expectRefusal(
      await pressRunPayment(ours, payrollId, { only }),
      400,
      'VALIDATION',
    )
    expect(errors?.[0]?.path, JSON.stringify(only)).toMatch(/^only/)
  }
  for (const only of [at(payroll, luz), `${good},`, 'x', Array(101).fill(good).join()]) {
    const url = `/companies/payrolls/${payrollId}/payment-preview?only=${only}`
    expectRefusal(await ours.call('GET', url), 400, 'VALIDATION')
  }
  const payments = await s.engine.db
    .selectFrom('sheets')
    .select('id')
    .where('payroll_id', '=', payrollId)
    .execute()
  expect(payments).toEqual([])
})

longTest('ten presses for one and for everybody at once → one payment', async () => {
  const payroll = await three()
  const { payrollId } = payroll
  await sql`DELETE FROM rate_limits`.execute(s.engine.owner)
  const only = [at(payroll, eva)]
  const statuses: number[] = []
  await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const { status } = await pressRunPayment(ours, payrollId, index % 2 === 0 ? { only } : {})
      statuses.push(status)
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status !== 200 && status !== 409 && status !== 429)).toEqual(
    [],
  )
  await s.engine.until('it is sent', async () => {
    const rows = await s.engine.db
      .selectFrom('transactions')
      .select('state')
      .where('payroll_id', '=', payrollId)
      .where('type', '=', 'send')
      .execute()
    return rows.length === 1 && rows[0]?.state === 'unconfirmed'
  })
  await s.engine.play.mine(1)
  const times = await s.engine.until('it is paid', async () => {
    const found = await timesPaid(s.engine.db, payrollId, payroll.employeeIds)
    return found.some((count) => count > 0) && found
  })
  expect([times, times.filter(Boolean)]).toContainEqual(times[ana] ? [1, 1, 1] : [1])
})

longTest('a run of chosen people counts with the last full run when codes are asked', async () => {
  const careful = await s.company({ overUsd: null, changedAddresses: true })
  const payroll = await s.funded(careful, [50_000n, 60_000n, 70_000n], 9_000_000n)
  const { payrollId } = payroll
  const first = await run(careful, payrollId, { leave: [at(payroll, luz)] })
  await confirmed(careful, first)
  const query = `?only=${at(payroll, luz)}`
  const shown = await previewOf(careful, payrollId, query)
  expect(shown.reasons).toEqual([{ code: 'NEW_PERSON', people: 1 }])
  const alone = await run(careful, payrollId, { only: [at(payroll, luz)] })
  const [waiting] = alone.transactions
  const code = await s.codeOf(careful)
  expectAccepted(decidedAnswer, await approveTransaction(careful, String(waiting?._id), code))
  await confirmed(careful, alone)
  // After three days nobody differs: there is neither a new person nor a larger total.
  for (const { _id } of [first, alone]) await backdateRun(s.engine, _id)
  const later = await previewOf(careful, payrollId)
  expect(later).toMatchObject({ employees: 3, reasons: [], unpaidPeople: { count: 0 } })
})

test('a run of chosen people counts to the limit in dollars of 24 hours', async () => {
  const careful = await s.company({ overUsd: 100, changedAddresses: false })
  const payroll = await s.funded(careful, [9_000n, 9_000n], 2_000_000n)
  const first = await run(careful, payroll.payrollId, { only: [at(payroll, 0)] })
  expect(first.transactions[0]?.waitingFor).not.toBe('approval')
  await confirmed(careful, first)
  // The 24 hours already have $90, so $90 more are above the limit.
  const second = await run(careful, payroll.payrollId, { only: [at(payroll, 1)] })
  expect(second.transactions[0]).toMatchObject({ waitingFor: 'approval' })
  await s.reject(careful, payroll.payrollId)
})
