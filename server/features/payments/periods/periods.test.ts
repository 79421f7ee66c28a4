import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pressRunPayment, previewOf, run } from '#server/testing/approval-steps.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { claimsOf, type PaydayRow, setPaydays, timesPaid } from '#server/testing/period-steps.ts'

const s = await paymentsForFile({ ownNode: true })
const ours = await s.company()
const { currentIs } = bumpSteps(s)

/** Three people, and a payday that was due an hour ago. */
async function payroll(paydays: readonly PaydayRow[] = [{ key: '2026-11-Q1', inHours: -1 }]) {
  const made = await s.funded(ours, [50_000n, 60_000n, 70_000n], 9_000_000n)
  const { companyId, user } = ours
  await setPaydays(s.engine.owner, { companyId, userId: user._id, ...made }, paydays)
  return made
}

/** The claim of one person becomes that of another, past the program. */
async function moveClaim(payrollId: string, from: string, to: string) {
  const move = (before: string, employee_id: string) =>
    s.engine.owner
      .updateTable('period_claims')
      .set({ employee_id })
      .where('payroll_id', '=', payrollId)
      .where('employee_id', '=', before)
      .execute()
  await move(from, to)
  return { takeBack: () => move(to, from) }
}

async function confirmed(payment: { _id: string }) {
  await s.paymentIs(ours, payment._id, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'confirmed')
  await s.price(9_100_000n)
}

const past = { key: '2026-10-Q2', inHours: -380 }
const due = { key: '2026-11-Q1', inHours: -1 }
const soon = { key: '2026-11-Q2', inHours: 100 }
const far = { key: '2026-12-Q1', inHours: 400 }

test('a payroll without dates → its runs have no period and no claims', async () => {
  const { payrollId } = await s.funded(ours, [50_000n], 1_000_000n)
  expect((await previewOf(ours, payrollId)).period).toBeNull()
  expectRefusal(
    await pressRunPayment(ours, payrollId, { periodKey: '2026-11-Q1' }),
    400,
    'VALIDATION',
  )
  const payment = await run(ours, payrollId, { extra: true })
  expect(payment).toMatchObject({ period: null, paidBefore: [] })
  await confirmed(payment)
  expectRefusal(await pressRunPayment(ours, payrollId), 409, 'ALREADY_PAID')
  expect(await claimsOf(s.engine.db, payrollId)).toEqual([])
})

test('a period is paid once; once more is `extra`, within 72 hours by name too', async () => {
  const { payrollId, employeeIds } = await payroll([past, due, far])
  const shown = await previewOf(ours, payrollId)
  expect(shown.period).toMatchObject({ key: due.key, extra: false })
  const { previewHash } = await previewOf(ours, payrollId, `?periodKey=${far.key}`)
  expectRefusal(await pressRunPayment(ours, payrollId, { previewHash }), 409, 'PREVIEW_CHANGED')
  const first = await run(ours, payrollId, { previewHash: shown.previewHash })
  expect(first).toMatchObject({ lines: 3, period: shown.period, specialRun: null })
  expect(await claimsOf(s.engine.db, payrollId)).toHaveLength(3)
  await confirmed(first)

  const after = first._id
  expectRefusal(await pressRunPayment(ours, payrollId, { after }), 409, 'PERIOD_PAID')
  expectRefusal(
    await pressRunPayment(ours, payrollId, { after, periodKey: due.key }),
    409,
    'PERIOD_PAID',
  )
  expectRefusal(
    await pressRunPayment(ours, payrollId, { after, only: [employeeIds[0]] }),
    409,
    'PERIOD_PAID',
  )
  expect(await previewOf(ours, payrollId)).toMatchObject({
    employees: 0,
    totalUsd: 0,
    enough: true,
    period: { key: due.key },
    problems: [{ code: 'PERIOD_PAID' }],
  })
  expectRefusal(await pressRunPayment(ours, payrollId, { extra: true }), 409, 'ALREADY_PAID')
  const more = await run(ours, payrollId, { after, extra: true })
  expect(more).toMatchObject({ lines: 3, period: { key: due.key, extra: true }, paidBefore: [] })
  await confirmed(more)
  expect(await claimsOf(s.engine.db, payrollId)).toHaveLength(3)
  expect(await timesPaid(s.engine.db, payrollId, employeeIds)).toEqual([2, 2, 2])
  expectRefusal(await pressRunPayment(ours, payrollId, { after: more._id }), 409, 'PERIOD_PAID')
})

test('one is paid alone → the full run pays the others, and asks nothing', async () => {
  const { payrollId, employeeIds } = await payroll()
  const [ana = ''] = employeeIds
  const alone = await run(ours, payrollId, { only: [ana] })
  expect(alone).toMatchObject({ lines: 1, period: { key: '2026-11-Q1' } })
  await confirmed(alone)
  const shown = await previewOf(ours, payrollId)
  expect(shown).toMatchObject({ employees: 2, totalUsd: 1_300, paidBefore: [{ employeeId: ana }] })
  expect(shown).toMatchObject({ problems: [], lastPaid: null })
  // A line that nothing but the claim tells of: a block may connect between the reading and the plan.
  const claimed = await moveClaim(payrollId, ana, employeeIds[1] ?? '')
  const contradicted = await pressRunPayment(ours, payrollId, { previewHash: shown.previewHash })
  expect(expectRefusal(contradicted, 409, 'PERIOD_CLAIMED').data).toEqual({
    employees: [employeeIds[1]],
  })
  await claimed.takeBack()
  const full = await run(ours, payrollId, { previewHash: shown.previewHash })
  expect(full).toMatchObject({ lines: 2, paidBefore: [{ employeeId: ana }] })
  await confirmed(full)
  expect(await timesPaid(s.engine.db, payrollId, employeeIds)).toEqual([1, 1, 1])
  expectRefusal(await pressRunPayment(ours, payrollId, { after: full._id }), 409, 'PERIOD_PAID')
})

longTest(
  'after a payment without a period, each run of a period names it for 72 hours',
  async () => {
    const { payrollId, employeeIds } = await s.funded(ours, [50_000n, 60_000n], 9_000_000n)
    const { companyId, user } = ours
    const before = await run(ours, payrollId)
    await confirmed(before)
    await setPaydays(s.engine.owner, { companyId, userId: user._id, payrollId }, [due])
    expectRefusal(await pressRunPayment(ours, payrollId), 409, 'ALREADY_PAID')
    const alone = await run(ours, payrollId, { only: [employeeIds[0]], after: before._id })
    await confirmed(alone)
    // A run of the period between the two takes nothing away from the question.
    expectRefusal(await pressRunPayment(ours, payrollId, { after: alone._id }), 409, 'ALREADY_PAID')
    await confirmed(await run(ours, payrollId, { after: before._id }))
    expect(await timesPaid(s.engine.db, payrollId, employeeIds)).toEqual([2, 2])
  },
)

longTest('forty presses at once → one run; the others find it', async () => {
  const { payrollId, employeeIds } = await payroll()
  const ids = { companyId: ours.companyId, userId: ours.user._id, payrollId }
  const outcomes = []
  // 20 presses at once: as many as there are connections to the database, and some more.
  for (let round = 0; round < 2; round++) {
    const presses = Array.from({ length: 20 }, () => s.engine.run(ids))
    outcomes.push(...(await Promise.allSettled(presses)))
  }
  const paid = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(paid).toHaveLength(1)
  const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(new Set(codes)).toEqual(new Set(['PAYMENT_IN_PROGRESS']))
  await confirmed({ _id: paid[0] ?? '' })
  expect(await timesPaid(s.engine.db, payrollId, employeeIds)).toEqual([1, 1, 1])
})

test('a cancelled run frees its claims → the next press pays everybody, once', async () => {
  const { payrollId, employeeIds } = await payroll()
  const first = await run(ours, payrollId)
  const [{ _id: id } = { _id: '' }] = first.transactions
  await s.transactionIs(ours, id, 'unconfirmed')
  expect((await ours.call('POST', `/transactions/${id}/cancel`)).status).toBe(200)
  await currentIs(ours, id, { state: 'unconfirmed', type: 'cancel' })
  await s.engine.play.mine(1)
  await currentIs(ours, id, { state: 'confirmed', type: 'cancel' })
  await s.price(9_100_000n)
  const next = await run(ours, payrollId)
  expect(next).toMatchObject({ lines: 3, period: first.period, paidBefore: [] })
  expect(next._id).not.toBe(first._id)
  await confirmed(next)
  expect(await timesPaid(s.engine.db, payrollId, employeeIds)).toEqual([1, 1, 1])
})

longTest('a cancelled run is mined after all → all of its period is paid and claimed', async () => {
  const { payrollId, employeeIds } = await payroll()
  const first = await run(ours, payrollId)
  const [{ _id: id } = { _id: '' }] = first.transactions
  await s.transactionIs(ours, id, 'unconfirmed')
  const [original] = await s.bytesOf(first._id)
  if (!original) throw new Error('an unconfirmed payment has bytes')
  expect((await ours.call('POST', `/transactions/${id}/cancel`)).status).toBe(200)
  await currentIs(ours, id, { state: 'unconfirmed', type: 'cancel' })
  await s.engine.play.mine(1)
  await currentIs(ours, id, { state: 'confirmed', type: 'cancel' })
  await s.price(9_100_000n)
  const second = await run(ours, payrollId, { only: [employeeIds[0]] })
  await confirmed(second)
  expect(await claimsOf(s.engine.db, payrollId)).toHaveLength(1)
  await s.invalidate(2)
  await s.mineOnly([original])
  for (const _ of [1, 2]) await s.mineOnly([])
  await s.followed()
  await s.paymentIs(ours, first._id, 'confirmed')
  expect(await claimsOf(s.engine.db, payrollId)).toHaveLength(3)
  expect(await timesPaid(s.engine.db, payrollId, employeeIds)).toEqual([1, 1, 1])
  await s.price(9_100_000n)
  expectRefusal(await pressRunPayment(ours, payrollId, { after: first._id }), 409, 'PERIOD_PAID')
})

/** One line is unpaid, as if its batch had lost its lane, and a run of others had freed its claim. */
async function makeUnpaid(paymentId: string, employeeId: string) {
  const { owner } = s.engine
  const { rows: batches } = await sql<{ id: string }>`
    INSERT INTO transactions (id, root_id, company_id, payroll_id, sheet_id, order_id, position, type,
      usd_cents, sats, rate_usd_cents_per_btc, ended, failure)
    SELECT made.id, made.id, company_id, payroll_id, sheet_id, order_id, 1, type, usd_cents, sats,
      rate_usd_cents_per_btc, 'failed', 'LANE_LOST'
    FROM transactions, (SELECT uuidv7() AS id) made WHERE sheet_id = ${paymentId}
    RETURNING id`.execute(owner)
  const line = await owner
    .selectFrom('sheet_lines')
    .select(['id', 'script_pubkey'])
    .where('sheet_id', '=', paymentId)
    .where('employee_id', '=', employeeId)
    .executeTakeFirstOrThrow()
  const setLine = (line_id: string | null) =>
    owner
      .updateTable('transaction_outputs')
      .set({ line_id })
      .where('script_pubkey', '=', line.script_pubkey)
      .execute()
  await setLine(null)
  const [claim] = await owner
    .deleteFrom('period_claims')
    .where('line_id', '=', line.id)
    .returningAll()
    .execute()
  return {
    async takeBack() {
      await owner
        .deleteFrom('transactions')
        .where('id', '=', batches[0]?.id ?? '')
        .execute()
      await setLine(line.id)
      if (claim) await owner.insertInto('period_claims').values(claim).execute()
    },
  }
}

test('a run is reopened → its unpaid lines claim their period again', async () => {
  const { payrollId, employeeIds } = await payroll()
  const first = await run(ours, payrollId)
  await confirmed(first)
  const unpaid = await makeUnpaid(first._id, employeeIds[1] ?? '')
  const ids = { companyId: ours.companyId, userId: ours.user._id, payrollId }
  let claims = 0
  const press = s.engine.run(ids, first._id, null, async (trx, id) => {
    if (id === first._id) claims = (await claimsOf(trx, payrollId)).length
    throw new Error('as it was')
  })
  await expect(press).rejects.toThrow('as it was')
  expect(claims).toBe(3)
  await unpaid.takeBack()
})

test('the clock goes back an hour → the period stays paid', async () => {
  const { payrollId } = await payroll([past, { key: due.key, inHours: -0.5 }, far])
  const first = await run(ours, payrollId)
  await confirmed(first)
  s.wait(-3_600_000)
  await s.price(9_100_000n)
  expectRefusal(await pressRunPayment(ours, payrollId, { after: first._id }), 409, 'PERIOD_PAID')
  s.wait(3_600_000)
})

longTest('paid early, or the schedule changed → the older period waits to be named', async () => {
  const { payrollId, employeeIds } = await payroll([past, due, soon])
  const early = await run(ours, payrollId, { periodKey: soon.key })
  expect(early.period).toMatchObject({ key: soon.key, extra: false })
  await confirmed(early)
  const after = early._id
  expectRefusal(await pressRunPayment(ours, payrollId, { after }), 409, 'PERIOD_PAID')
  const userId = ours.user._id
  const { companyId } = ours
  const monthly = [{ key: '2026-11', inHours: 101 }]
  await setPaydays(s.engine.owner, { companyId, userId, payrollId }, monthly)
  expect((await previewOf(ours, payrollId)).period).toMatchObject({ key: '2026-11' })
  const late = await run(ours, payrollId, { after, periodKey: past.key })
  expect(late).toMatchObject({ lines: 3, period: { key: past.key } })
  await confirmed(late)
  expectRefusal(
    await pressRunPayment(ours, payrollId, { after: late._id, periodKey: past.key }),
    409,
    'PERIOD_PAID',
  )
  expect(await timesPaid(s.engine.db, payrollId, employeeIds)).toEqual([2, 2, 2])
})

test('a skipped payday → the press is for another one, and its own name is refused', async () => {
  const { payrollId } = await payroll([past, { ...due, skipped: true }, far])
  expect((await previewOf(ours, payrollId)).period).toMatchObject({ key: past.key })
  expectRefusal(
    await pressRunPayment(ours, payrollId, { periodKey: due.key }),
    409,
    'OCCURRENCE_IS_OVER',
  )
  expectRefusal(await pressRunPayment(ours, payrollId, { periodKey: '2026-99' }), 400, 'VALIDATION')
  for (const extra of ['yes', 1, {}]) {
    expectRefusal(await pressRunPayment(ours, payrollId, { extra }), 400, 'VALIDATION')
  }
})

test('nothing is due within 7 days → only a named period is paid', async () => {
  const { payrollId } = await payroll([far])
  expectRefusal(await pressRunPayment(ours, payrollId), 409, 'PERIOD_PAID')
  const named = await run(ours, payrollId, { periodKey: far.key })
  await confirmed(named)
  expect(named.period).toMatchObject({ key: far.key })
})
