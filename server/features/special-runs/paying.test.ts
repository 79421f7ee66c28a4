import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Payment, paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { specialRunAnswer } from '#contract/special-runs.ts'
import { dayIn } from '#domain/schedule/zoned-time.ts'
import { run } from '#server/testing/approval-steps.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'

const s = await paymentsForFile()
const ours = await s.company()
/** The year in El Salvador, which begins six hours after UTC's. */
const year = Number(dayIn('America/El_Salvador', new Date()).slice(0, 4))

/** Two people of $500.00 and $600.00, and a bonus of a tenth for each. */
async function aBonus() {
  const made = await s.funded(ours, [50_000n, 60_000n], 9_000_000n)
  const body = { kind: 'BONUS', year, percent: 10 }
  const path = `/companies/payrolls/${made.payrollId}/special-runs`
  const { specialRun } = expectAccepted(specialRunAnswer, await ours.call('POST', path, body))
  return { ...made, sheet: specialRun, path: `/special-runs/${specialRun._id}` }
}

const previewOf = async (path: string) =>
  expectAccepted(paymentPreview, await ours.call('GET', `${path}/payment-preview`))
const pay = (path: string, body: object = {}) => ours.call('POST', `${path}/run`, body)

async function confirmed({ _id }: Payment) {
  await s.paymentIs(ours, _id, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.paymentIs(ours, _id, 'confirmed')
  await s.price(9_100_000n)
}

test('a bonus beside salaries of that day → both are paid, and neither meets the other', async () => {
  const { payrollId, sheet, path } = await aBonus()
  const salaries = await run(ours, payrollId)
  await confirmed(salaries)
  const shown = await previewOf(path)
  expect(shown).toMatchObject({
    employees: 2,
    totalUsd: 110,
    problems: [],
    period: { key: sheet.periodKey, extra: false },
  })
  const { payment } = expectAccepted(
    paymentAnswer,
    await pay(path, { previewHash: shown.previewHash }),
  )
  expect(payment).toMatchObject({ totalUsd: 110, lines: 2, specialRun: sheet._id })
  await confirmed(payment)
  expectRefusal(await pay(path), 409, 'PERIOD_PAID')
  // The special pay does not count as the last run of salaries.
  expectRefusal(
    await ours.call('POST', `/companies/payrolls/${payrollId}/run-payment`, {}),
    409,
    'ALREADY_PAID',
  )
})

/** Until so many SQL transactions wait for a lock. */
const queued = (count: number) =>
  s.engine.until(`${count} wait for the payroll`, async () => {
    const { rows } = await sql<{ waiting: bigint }>`
      SELECT count(*) AS waiting FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()`.execute(s.engine.db)
    return Number(rows[0]?.waiting) === count
  })

test('the sheet is edited while a press waits for the payroll → the new amount is paid', async () => {
  const { payrollId, path, employeeIds } = await aBonus()
  const planner = await s.engine.owner.startTransaction().execute()
  await sql`SELECT FROM payrolls WHERE id = ${payrollId} FOR NO KEY UPDATE`.execute(planner)
  const lines = [{ employee: employeeIds[0] ?? '', usd: 75.5 }]
  const edited = ours.call('PUT', path, { lines })
  await queued(1)
  const answer = pay(path)
  await queued(2)
  await planner.commit().execute()
  expect((await edited).status).toBe(200)
  const { payment } = expectAccepted(paymentAnswer, await answer)
  expect(payment.totalUsd).toBe(135.5)
  await confirmed(payment)
})

test('an amount set by hand is paid, and then the sheet stays as it is', async () => {
  const { sheet, path, employeeIds } = await aBonus()
  const [ana = '', eva = ''] = employeeIds
  const edit = {
    lines: [
      { employee: ana, usd: 75.5 },
      { employee: eva, usd: null },
    ],
  }
  const saved = expectAccepted(specialRunAnswer, await ours.call('PUT', path, edit)).specialRun
  expect(saved.totalUsd).toBe(75.5)
  const shown = await previewOf(path)
  expect(shown).toMatchObject({ employees: 1, totalUsd: 75.5 })
  const { payment } = expectAccepted(
    paymentAnswer,
    await pay(path, { previewHash: shown.previewHash }),
  )
  await confirmed(payment)
  expectRefusal(
    await ours.call('PUT', path, { lines: [{ employee: ana, usd: 1 }] }),
    409,
    'OCCURRENCE_IS_OVER',
  )
  expectRefusal(await ours.call('DELETE', path), 409, 'OCCURRENCE_IS_OVER')
  const { specialRun } = expectAccepted(specialRunAnswer, await ours.call('GET', path))
  expect(specialRun).toMatchObject({ _id: sheet._id, totalUsd: 75.5, saved: true })
  expect(specialRun.payment).toMatchObject({
    _id: payment._id,
    state: 'confirmed',
    people: 1,
    unpaid: 0,
    transaction: payment.transactions[0]?._id,
  })
})

test('an amount set by hand → the order says that it is not what the formula has', async () => {
  const { sheet, path, employeeIds } = await aBonus()
  const [ana = '', eva = ''] = employeeIds
  const lines = [
    { employee: ana, usd: 90 },
    { employee: eva, usd: 60 },
  ]
  expectAccepted(specialRunAnswer, await ours.call('PUT', path, { lines }))
  const { payment } = expectAccepted(paymentAnswer, await pay(path))
  const { changes } = await s.engine.db
    .selectFrom('orders')
    .select('changes')
    .where('sheet_id', '=', payment._id)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(changes ?? '').summary.counts).toMatchObject({ amounts: 1, salaries: 0 })
  expect(sheet.lines).toHaveLength(2)
})

test('a run of one of two → the sheet says who is left, and another pays the other', async () => {
  const { sheet, path, employeeIds } = await aBonus()
  const [ana = ''] = employeeIds
  const read = async () => expectAccepted(specialRunAnswer, await ours.call('GET', path)).specialRun
  expect((await read()).payment).toBeNull()
  const { payment } = expectAccepted(paymentAnswer, await pay(path, { only: [ana] }))
  await confirmed(payment)
  expect((await read()).payment).toMatchObject({ _id: payment._id, people: 1, unpaid: 1 })
  const rest = expectAccepted(paymentAnswer, await pay(path)).payment
  expect(rest).toMatchObject({ lines: 1, specialRun: sheet._id })
  await confirmed(rest)
  expect((await read()).payment).toMatchObject({ _id: rest._id, people: 1, unpaid: 0 })
})

test('the database role raises an amount → the sheet is refused, and nothing is signed', async () => {
  const { sheet, path } = await aBonus()
  await s.engine.owner
    .updateTable('draft_lines')
    .set({ usd_cents: 999_900n })
    .where('draft_id', '=', sheet._id)
    .execute()
  expectRefusal(await pay(path), 503, 'SHEET_BROKEN')
  const payments = await s.engine.owner
    .selectFrom('sheets')
    .select('id')
    .where('draft_id', '=', sheet._id)
    .execute()
  expect(payments).toEqual([])
})
