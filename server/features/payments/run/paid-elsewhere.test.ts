import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import { pressRunPayment, previewOf, run } from '#server/testing/approval-steps.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { expectRefusal, type TestCompany } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { type PaydayRow, setPaydays } from '#server/testing/period-steps.ts'

const s = await paymentsForFile({ ownNode: true })
const { engine } = s
const { currentIs } = bumpSteps(s)

type Made = Awaited<ReturnType<typeof s.funded>>

/** A funded payroll of these people, new ones or those of another payroll, with these paydays. */
async function payroll(
  ours: TestCompany,
  paydays: PaydayRow[],
  people: bigint[],
  members: string[] = [],
) {
  const made = await s.funded(ours, people, 9_000_000n)
  const { companyId, user } = ours
  await engine.addMembers({ companyId, payrollId: made.payrollId }, members)
  await setPaydays(engine.owner, { companyId, userId: user._id, ...made }, paydays)
  return made
}

const due = (key: string): PaydayRow => ({ key, inHours: -1 })

async function pay(ours: TestCompany, { payrollId }: Pick<Made, 'payrollId'>, body: object = {}) {
  const payment = await run(ours, payrollId, body)
  await s.paymentIs(ours, payment._id, 'unconfirmed')
  await engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'confirmed')
  await s.price(9_100_000n)
  return payment
}

/** Cancels a payment that waits in the mempool, and mines the cancellation; returns the bytes that it replaced. */
async function cancelAndMine(ours: TestCompany, { _id: paymentId, transactions }: Payment) {
  await s.paymentIs(ours, paymentId, 'unconfirmed')
  const [original] = await s.bytesOf(paymentId)
  const [{ _id: id } = { _id: '' }] = transactions
  expect((await ours.call('POST', `/transactions/${id}/cancel`)).status).toBe(200)
  await currentIs(ours, id, { state: 'unconfirmed', type: 'cancel' })
  await engine.play.mine(1)
  await currentIs(ours, id, { state: 'confirmed', type: 'cancel' })
  await s.price(9_100_000n)
  if (!original) throw new Error('an unconfirmed payment has bytes')
  return original
}

/** How many lines each of them has, in whatever payroll. */
async function linesOf(ids: readonly string[]) {
  const { rows } = await sql<{ id: string; lines: number }>`
    SELECT employee_id AS id, count(*)::int AS lines FROM sheet_lines
    WHERE employee_id = ANY(${ids}::uuid[]) GROUP BY 1`.execute(engine.db)
  return ids.map((id) => rows.find((row) => row.id === id)?.lines ?? 0)
}

test('fortnights, then the month → people paid a fortnight of it are left out', async () => {
  const ours = await s.company()
  const team = await payroll(ours, [due('2026-11-Q2')], [50_000n, 60_000n])
  const [ana = '', eva = ''] = team.employeeIds
  const first = await pay(ours, team)
  const { companyId, user } = ours
  const owner = { companyId, userId: user._id, ...team }
  await sql`DELETE FROM occurrences WHERE payroll_id = ${team.payrollId}`.execute(engine.owner)
  await setPaydays(engine.owner, owner, [{ key: '2026-11', inHours: 24 }])
  const whole = { periodKey: '2026-11' }
  const shown = await previewOf(ours, team.payrollId, '?periodKey=2026-11')
  expect(shown).toMatchObject({ employees: 0, enough: true, problems: [{ code: 'PERIOD_PAID' }] })
  expect(shown.paidElsewhere.count).toBe(2)
  expectRefusal(await pressRunPayment(ours, team.payrollId, whole), 409, 'PERIOD_PAID')

  const chosen = await previewOf(ours, team.payrollId, `?periodKey=2026-11&include=${ana}`)
  expect(chosen).toMatchObject({ employees: 1, totalUsd: 500, problems: [] })
  expect(chosen.previewHash).toBe(shown.previewHash)
  const { previewHash } = shown
  const body = { ...whole, include: [ana], previewHash }
  const paid = await pay(ours, team, body)
  const office = { _id: team.payrollId, name: 'Oficina' }
  const elsewhere = { payroll: office, periodKey: '2026-11-Q2', as: null }
  expect(paid.leftOut).toMatchObject([{ employeeId: eva, reason: 'PAID_ELSEWHERE', elsewhere }])
  expect(await linesOf([ana, eva])).toEqual([2, 1])
  expect(first.leftOut).toEqual([])
  expectRefusal(
    await pressRunPayment(ours, team.payrollId, { include: [ours.companyId] }),
    400,
    'VALIDATION',
  )
})

test('in two payrolls for the same days → left out once; a choice is kept for both', async () => {
  const ours = await s.company()
  const shop = await payroll(ours, [due('2026-11-Q1')], [50_000n, 60_000n])
  const [ana = ''] = shop.employeeIds
  const weekly = await payroll(ours, [due('2026-W45')], [20_000n], [ana])
  await pay(ours, shop)
  const shown = await previewOf(ours, weekly.payrollId)
  expect(shown).toMatchObject({ employees: 1, totalUsd: 200, problems: [] })
  expect(shown.paidElsewhere).toMatchObject({
    count: 1,
    people: [{ employee: { _id: ana }, payroll: { _id: shop.payrollId }, as: null, usd: 500 }],
  })
  const status = await ours.call('GET', `/payrolls/${weekly.payrollId}`)
  expect(status.body).toMatchObject({ data: { status: { people: 2 } } })
  const week = await pay(ours, weekly)
  expect(week).toMatchObject({ lines: 1, leftOut: [{ employeeId: ana, reason: 'PAID_ELSEWHERE' }] })
  expect(await linesOf([ana])).toEqual([1])

  const { companyId, user } = ours
  const next = (keys: string[], { payrollId }: Pick<Made, 'payrollId'>) =>
    setPaydays(engine.owner, { companyId, userId: user._id, payrollId }, keys.map(due))
  await next(['2026-W46'], weekly)
  // A choice that was written past the program is none.
  const write = (included: unknown) =>
    sql`
    UPDATE orders SET included = ${JSON.stringify(included)}::jsonb
    WHERE sheet_id = ${week._id}`.execute(engine.owner)
  await write([{ employee: ana, payroll: shop.payrollId, paid: ana, mayConfirm: false }])
  const { paidElsewhere } = await previewOf(ours, weekly.payrollId, '?periodKey=2026-W46')
  expect(paidElsewhere.count).toBe(1)
  await write([])

  const chosen = await pay(ours, weekly, { periodKey: '2026-W46', include: 'all' })
  expect(chosen).toMatchObject({ lines: 2, leftOut: [] })
  // Whichever of the two pays first, nobody is asked again.
  await next(['2026-W47'], weekly)
  expect(await pay(ours, weekly, { periodKey: '2026-W47' })).toMatchObject({ lines: 2 })
  await next(['2026-11-Q2'], shop)
  expect((await previewOf(ours, shop.payrollId)).paidElsewhere).toEqual({ count: 0, people: [] })
})

longTest('left out for a run that is cancelled then → waits like others left out', async () => {
  const ours = await s.company()
  const shop = await payroll(ours, [due('2026-11-Q2')], [50_000n, 60_000n])
  const [ana = ''] = shop.employeeIds
  const office = await payroll(ours, [due('2026-11')], [20_000n], [ana])
  const statusOf = async ({ payrollId }: Made) =>
    (await ours.call('GET', `/payrolls/${payrollId}`)).body
  const first = await run(ours, shop.payrollId)
  await s.paymentIs(ours, first._id, 'unconfirmed')
  const paid = await run(ours, office.payrollId)
  expect(paid.leftOut).toMatchObject([{ employeeId: ana, reason: 'PAID_ELSEWHERE' }])
  await s.paymentIs(ours, paid._id, 'unconfirmed')
  await cancelAndMine(ours, first)
  const waits = { code: 'paidInPart', people: 2, unpaid: 1 }
  expect(await statusOf(office)).toMatchObject({ data: { status: waits } })
  // Paid there after all, Ana waits for nothing here.
  await run(ours, shop.payrollId)
  const done = { code: 'paid', people: 2, unpaid: 0 }
  expect(await statusOf(office)).toMatchObject({ data: { status: done } })
})

test('cancelled in one payroll, and mined after all → the other has not paid again', async () => {
  const ours = await s.company()
  const shop = await payroll(ours, [due('2026-11-Q2')], [50_000n])
  const [ana = ''] = shop.employeeIds
  const office = await payroll(ours, [due('2026-11')], [20_000n], [ana])
  const first = await run(ours, shop.payrollId)
  const original = await cancelAndMine(ours, first)
  expect((await previewOf(ours, office.payrollId)).paidElsewhere).toMatchObject({
    count: 1,
    people: [{ employee: { _id: ana }, mayConfirm: true }],
  })
  const paid = await run(ours, office.payrollId)
  expect(paid.leftOut).toMatchObject([{ employeeId: ana, reason: 'PAID_ELSEWHERE' }])
  await s.paymentIs(ours, paid._id, 'unconfirmed')
  await s.invalidate(1)
  await s.mineOnly([original])
  await s.mineOnly()
  await s.paymentIs(ours, first._id, 'confirmed')
  expect(await linesOf([ana, ...office.employeeIds])).toEqual([1, 1])
})

longTest('left out for a cancelled payment to another entry of theirs → waits, too', async () => {
  const ours = await s.company()
  const shop = await payroll(ours, [due('2026-11-Q2')], [50_000n])
  const office = await payroll(ours, [due('2026-11')], [20_000n, 30_000n])
  const [again = ''] = office.employeeIds
  await sql`UPDATE employees SET identification = '01234567-8'
    WHERE id = ANY(${[again, ...shop.employeeIds]}::uuid[])`.execute(engine.owner)
  await cancelAndMine(ours, await run(ours, shop.payrollId))
  const paid = await pay(ours, office)
  const elsewhere = { as: expect.any(String), mayConfirm: true }
  expect(paid.leftOut).toMatchObject([{ employeeId: again, elsewhere }])
  const { body } = await ours.call('GET', `/payrolls/${office.payrollId}`)
  expect(body).toMatchObject({ data: { status: { code: 'paidInPart', people: 2, unpaid: 1 } } })
})

longTest('mined after all between preview and press → a choice about it pays nobody', async () => {
  const ours = await s.company()
  const shop = await payroll(ours, [due('2026-11-Q2')], [50_000n])
  const office = await payroll(ours, [due('2026-11')], [20_000n], shop.employeeIds)
  const first = await run(ours, shop.payrollId)
  const original = await cancelAndMine(ours, first)
  const { previewHash } = await previewOf(ours, office.payrollId)
  await s.invalidate(1)
  await s.mineOnly([original])
  await s.mineOnly()
  await s.paymentIs(ours, first._id, 'confirmed')
  await s.price(9_100_000n)
  const body = { include: shop.employeeIds, previewHash }
  expectRefusal(await pressRunPayment(ours, office.payrollId, body), 409, 'PREVIEW_CHANGED')
})

longTest('a choice about a cancelled payment is kept for that payment alone', async () => {
  const ours = await s.company()
  const shop = await payroll(ours, [due('2026-11-Q2')], [50_000n])
  const office = await payroll(ours, [due('2026-11')], [20_000n], shop.employeeIds)
  await cancelAndMine(ours, await run(ours, shop.payrollId))
  expect(await pay(ours, office, { include: shop.employeeIds })).toMatchObject({ lines: 2 })
  expect((await previewOf(ours, shop.payrollId)).paidElsewhere.count).toBe(1)
})

longTest('cancelled in one payroll, 6 blocks deep → the other asks nothing any more', async () => {
  const ours = await s.company()
  const shop = await payroll(ours, [due('2026-11-Q2')], [50_000n])
  const office = await payroll(ours, [due('2026-11')], [], shop.employeeIds)
  await cancelAndMine(ours, await run(ours, shop.payrollId))
  // In the payroll itself the heads exclude both, so nothing is asked.
  expect((await previewOf(ours, shop.payrollId)).paidElsewhere.count).toBe(0)
  await engine.play.mine(4)
  await s.followed()
  await s.price(9_100_000n)
  const shown = await previewOf(ours, office.payrollId)
  expect(shown).toMatchObject({ problems: [{ code: 'PAID_ELSEWHERE' }], employees: 0 })
  expectRefusal(await pressRunPayment(ours, office.payrollId), 409, 'PAID_ELSEWHERE')
  await engine.play.mine(1)
  await s.followed()
  await s.price(9_100_000n)
  expect((await previewOf(ours, office.payrollId)).paidElsewhere.count).toBe(0)
  expect(await pay(ours, office)).toMatchObject({ lines: 1, leftOut: [] })
})

longTest('a choice in a run that was cancelled → is asked again', async () => {
  const ours = await s.company()
  const shop = await payroll(ours, [due('2026-11-Q2')], [50_000n])
  const office = await payroll(ours, [due('2026-11')], [20_000n], shop.employeeIds)
  await pay(ours, shop)
  await cancelAndMine(ours, await run(ours, office.payrollId, { include: 'all' }))
  expect((await previewOf(ours, office.payrollId)).paidElsewhere).toMatchObject({ count: 1 })
})

test('deleted and entered again → known by document or address, and named as whom', async () => {
  const ours = await s.company()
  const team = await payroll(ours, [due('2026-11-Q2')], [50_000n, 60_000n, 70_000n])
  const { companyId } = ours
  const [ana = '', eva = ''] = team.employeeIds
  const document = (id: string, text: string) =>
    sql`UPDATE employees SET identification = ${text} WHERE id = ${id}`.execute(engine.owner)
  await document(ana, '01234567-8')
  await document(eva, 'N/A')
  await pay(ours, team)
  await sql`UPDATE employees SET deleted_at = now() WHERE id = ${ana}`.execute(engine.owner)
  const { address } = await engine.db
    .selectFrom('employees')
    .select('address')
    .where('id', '=', eva)
    .executeTakeFirstOrThrow()
  const others = await engine.payroll(companyId, [40_000n, 41_000n, 42_000n], [address])
  const [atEvas = '', again = '', other = ''] = others.employeeIds
  await document(again, '012345678')
  await document(other, 'n/a')
  await engine.addMembers({ companyId, payrollId: team.payrollId }, others.employeeIds)

  const shown = await previewOf(ours, team.payrollId)
  expect(shown).toMatchObject({ employees: 1, totalUsd: 420 })
  const named = shown.paidElsewhere.people.map((one) => [one.employee._id, one.as])
  expect(named.toSorted()).toEqual(
    [
      [atEvas, `Ana Menjívar ${eva}`],
      [again, `Ana Menjívar ${ana}`],
    ].toSorted(),
  )
  // Once both are said to be paid there, they are two people.
  const path = `/companies/employees/${atEvas}/shared-address`
  expect((await ours.call('PUT', path, { with: eva, accepted: true })).status).toBe(200)
  const paid = await pay(ours, team)
  expect(paid.leftOut).toMatchObject([{ employeeId: again, reason: 'PAID_ELSEWHERE' }])
  expect(await linesOf([atEvas, again, other])).toEqual([1, 0, 1])
})

test('two presses at the same moment in two payrolls → somebody in both is paid once', async () => {
  const ours = await s.company()
  const shop = await payroll(ours, [due('2026-11-Q2')], [50_000n, 60_000n])
  const [ana = ''] = shop.employeeIds
  const office = await payroll(ours, [due('2026-11')], [20_000n], [ana])
  const ids = { companyId: ours.companyId, userId: ours.user._id }
  await Promise.all([shop, office].map(({ payrollId }) => engine.run({ ...ids, payrollId })))
  expect(await linesOf([ana, ...office.employeeIds])).toEqual([1, 1])
})

test('an extra run and a payroll without dates have no span', async () => {
  const ours = await s.company()
  const shop = await payroll(ours, [due('2026-11-Q2')], [50_000n])
  const office = await payroll(ours, [due('2026-11')], [20_000n], shop.employeeIds)
  const plain = await s.funded(ours, [30_000n], 5_000_000n)
  await engine.addMembers({ companyId: ours.companyId, ...plain }, shop.employeeIds)
  await pay(ours, shop)
  expect(await run(ours, plain.payrollId)).toMatchObject({ lines: 2, leftOut: [] })
  expect(await run(ours, office.payrollId, { extra: true })).toMatchObject({
    lines: 2,
    leftOut: [],
  })
})
