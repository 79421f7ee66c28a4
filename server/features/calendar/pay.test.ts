import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { occurrenceWindowMs } from '#domain/occurrence-state.ts'
import { insertApprover, makeApprovedPayday } from '#server/testing/approved-payday.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { changeSchedule, rewritePaydays, timesPaid } from '#server/testing/period-steps.ts'
import { consolidateBeforePaydays, payPaydays } from './pay.ts'
import { remindOfPaydays } from './remind.ts'
import { readOccurrences } from './rows.ts'

const story = await storyForFile()
const { engine } = story
const rate = 9_100_000n
const hourMs = 3_600_000

function depsAt(now = new Date()) {
  const { network, feeCeilings, config, macKey, log } = engine
  return {
    macKey,
    log,
    smsConfigured: true,
    isSandbox: true,
    clock: { now: () => now },
    config: { ...config, network, feeCeilings },
  }
}

/** Lets two workers look at the same moment. */
const look = (now?: Date) => Promise.all([0, 1].map(() => payPaydays(engine.worker, depsAt(now))))

async function payday(sats: bigint, hoursLate: number) {
  const ids = await story.fundedPayroll([20_000n, 30_000n], sats)
  const approver = await insertApprover(engine, ids.companyId)
  await engine.price(rate)
  const options = { key: '2026-11-Q1', rateUsdCentsPerBtc: rate, approver, hoursLate }
  return { ids, ...(await makeApprovedPayday(engine, ids, options)) }
}

type Payday = Awaited<ReturnType<typeof payday>>

const mailsOf = async ({ companyId }: Payday) => {
  const rows = await engine.owner
    .selectFrom('messages')
    .select(['template', 'user_id'])
    .where('company_id', '=', companyId)
    .where('template', 'in', ['paydayHeld', 'paydayMissed'])
    .orderBy('id')
    .execute()
  return rows.map(({ template }) => template)
}

async function rowOf({ companyId, id }: Payday) {
  const [row] = await readOccurrences(engine.db, engine.macKey, companyId, sql`o.id = ${id}`)
  if (!row) throw new Error('no such payday')
  return row
}

test('funds come 5 hours late, two workers → held is said once, paid once', async () => {
  const late = await payday(100_000n, 5)
  await look()
  await look()
  // Each of the two administrators gets one mail.
  expect(await mailsOf(late)).toEqual(['paydayHeld', 'paydayHeld'])
  expect(await rowOf(late)).toMatchObject({ heldReason: 'FUNDS', isPaid: false })
  await engine.play.give(late.ids.script, 3_000_000n)
  await engine.play.mine(1)
  await story.spendable(late.payrollId, 3_100_000n)
  await engine.price(rate)
  await look()
  const row = await rowOf(late)
  expect(row).toMatchObject({ isPaid: true })
  await story.paymentIs(late.ids, row.paymentId ?? '', 'unconfirmed')
  await look()
  await engine.play.mine(1)
  await story.paymentIs(late.ids, row.paymentId ?? '', 'confirmed')
  await engine.price(rate)
  await look()
  expect(await timesPaid(engine.db, late.payrollId, late.ids.employeeIds)).toEqual([1, 1])
  expect(await mailsOf(late)).toHaveLength(2)
})

test('no fresh price at the first look → nobody is told before the next look', async () => {
  const due = await payday(3_000_000n, 1)
  const lateMs = 120_000
  await look(new Date(Date.now() + lateMs))
  expect((await rowOf(due)).heldReason).toMatch(/^(PRICE|NODE)$/)
  expect(await mailsOf(due)).toEqual([])
  await look(new Date(Date.now() + lateMs + 30_000))
  expect(await mailsOf(due)).toEqual(['paydayHeld', 'paydayHeld'])
  await engine.price(rate)
  await look()
  expect(await rowOf(due)).toMatchObject({ isPaid: true })
})

test('funds come 7 hours late → not paid, and missed is said once with the reason', async () => {
  const late = await payday(100_000n, 1)
  await look()
  const { dueAt } = await rowOf(late)
  const now = new Date(dueAt.getTime() + occurrenceWindowMs + hourMs)
  await engine.play.give(late.ids.script, 3_000_000n)
  await engine.play.mine(1)
  await story.spendable(late.payrollId, 3_100_000n)
  await look(now)
  await remindOfPaydays(engine.worker, depsAt(now))
  await remindOfPaydays(engine.worker, depsAt(now))
  expect(await rowOf(late)).toMatchObject({ isPaid: false })
  const kinds = (await mailsOf(late)).toSorted()
  expect(kinds).toEqual(['paydayHeld', 'paydayHeld', 'paydayMissed', 'paydayMissed'])
  const { missed_reason: reason } = await engine.db
    .selectFrom('occurrences')
    .select('missed_reason')
    .where('id', '=', late.id)
    .executeTakeFirstOrThrow()
  expect(reason).toBe('FUNDS')
})

test('the worker was away for 3 days → nothing is paid late', async () => {
  const old = await payday(3_000_000n, 72)
  await look()
  await remindOfPaydays(engine.worker, depsAt())
  expect(await rowOf(old)).toMatchObject({ isPaid: false, heldReason: null })
  expect(await mailsOf(old)).toEqual(['paydayMissed', 'paydayMissed'])
})

longTest('the clock goes back an hour after the pay → paid once', async () => {
  const paid = await payday(3_000_000n, 2)
  await look()
  await look(new Date(Date.now() - hourMs))
  const { paymentId } = await rowOf(paid)
  await story.paymentIs(paid.ids, paymentId ?? '', 'unconfirmed')
  await engine.play.mine(1)
  await story.paymentIs(paid.ids, paymentId ?? '', 'confirmed')
  await engine.price(rate)
  await look(new Date(Date.now() - hourMs))
  expect(await timesPaid(engine.db, paid.payrollId, paid.ids.employeeIds)).toEqual([1, 1])
})

test('skipped, or a backup was restored since → nobody pays it by itself', async () => {
  const skipped = await payday(3_000_000n, 1)
  const bySomebody = sql`skipped_at = now(), skipped_by = ${skipped.ids.userId}`
  await rewritePaydays(engine.owner, sql`o.id = ${skipped.id}`, bySomebody)
  const restored = await payday(3_000_000n, 1)
  const before = sql`switched_on_at = now() - interval '1 day'`
  await changeSchedule(engine.owner, restored.payrollId, before)
  await sql`INSERT INTO restorations (first_receive_index, last_receive_index, first_change_index,
    last_change_index, hold_until_height) SELECT 0, 0, 0, 0, 0`.execute(engine.owner)
  await look()
  expect(await rowOf(skipped)).toMatchObject({ isPaid: false, heldReason: null })
  expect(await rowOf(restored)).toMatchObject({ isPaid: false, mode: 'REMIND', heldReason: null })
  expect(await mailsOf(restored)).toEqual([])
})

longTest(
  'a payday that pays itself needs a consolidation → it is made 12 hours before',
  async () => {
    const near = await payday(60_000n, -11)
    const payouts = Array.from({ length: 1_001 }, () => ({ script: near.ids.script, sats: 5_000n }))
    await story.mineOnly([story.signedBySomebody([await story.somebodysUtxo(payouts)], payouts)])
    await story.spendable(near.payrollId, 5_065_000n)
    await engine.price(rate)
    const consolidations = () =>
      engine.db
        .selectFrom('transactions')
        .select(['id', 'state'])
        .where('payroll_id', '=', near.payrollId)
        .where('type', '=', 'consolidation')
        .execute()
    const before = new Date(Date.now() - 2 * hourMs)
    await consolidateBeforePaydays(engine.worker, depsAt(before))
    expect(await consolidations()).toEqual([])
    await Promise.all([0, 1].map(() => consolidateBeforePaydays(engine.worker, depsAt())))
    expect(await consolidations()).toHaveLength(1)
    await engine.until(
      'it is sent',
      async () => (await consolidations())[0]?.state === 'unconfirmed',
    )
    await engine.play.mine(1)
    await engine.until(
      'it is mined',
      async () => (await consolidations())[0]?.state === 'confirmed',
    )
    await engine.price(rate)
    await consolidateBeforePaydays(engine.worker, depsAt())
    expect(await consolidations()).toHaveLength(1)
  },
)
