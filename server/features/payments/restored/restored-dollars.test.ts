import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dollarLines } from '#contract/dollar-lines.ts'
import type { Payment } from '#contract/payments.ts'
import { pressRunPayment, previewOf, run } from '#server/testing/approval-steps.ts'
import { dollarSteps } from '#server/testing/dollar-steps.ts'
import {
  editEmployee,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { type PayingCompany, startPayingCompany } from '#server/testing/paying-company.ts'
import { setPaydays } from '#server/testing/period-steps.ts'
import { backUp } from '#server/testing/restored-steps.ts'
import { setTiers } from '#server/testing/tier-steps.ts'

/** A restored backup takes the dollars that were released since from the signing record. */

const period = [{ key: '2026-11-Q2', inHours: -1 }]
let old: PayingCompany
let ours: TestCompany
let payrolls: Record<'alone' | 'mixed' | 'waiting', { payrollId: string; employeeIds: string[] }>
let payments: Record<keyof typeof payrolls, Payment>
let offered: number

beforeAll(async () => {
  const s = await startPayingCompany()
  const steps = dollarSteps(s)
  const team = await steps.dollarTeam([50_000n, 40_000n], 0)
  const inDollars = { bitcoinPercent: 0, bank: 'Cuscatlán', bankAccount: '00-4417' }
  const another = async (salaries: bigint[], shares: number[]) => {
    const payroll = await s.funded(team.ours, salaries, 3_000_000n)
    for (const [at, bitcoinPercent] of shares.entries()) {
      await editEmployee(team.ours, payroll.employeeIds[at] ?? '', { ...inDollars, bitcoinPercent })
    }
    return payroll
  }
  payrolls = {
    alone: team,
    mixed: await another([50_000n, 30_000n], [50, 0]),
    waiting: await another([1_000_000n], [0]),
  }
  const { companyId, user } = team.ours
  for (const { payrollId } of Object.values(payrolls)) {
    await setPaydays(s.engine.owner, { companyId, payrollId, userId: user._id }, period)
  }
  await setTiers(team.ours, [{ fromUsd: 5_000, approvals: 1 }])
  const waiting = await run(team.ours, payrolls.waiting.payrollId)
  expect(waiting.state).toBe('pendingApproval')
  const backup = backUp(s)

  await steps.approves(team.gloria)
  // The sum of 24 hours is above the tier: each of them is approved, too.
  const alone = await run(team.ours, payrolls.alone.payrollId)
  await steps.approves(team.gloria)
  const mixed = await run(team.ours, payrolls.mixed.payrollId)
  await steps.approves(team.gloria)
  await s.paymentIs(team.ours, mixed._id, 'unconfirmed')
  payments = { waiting, alone, mixed }
  await steps.csvOf(team.ours, alone)
  const { lines } = await steps.listOf(team.ours, alone)
  const unsent = lines.find(({ employeeId }) => employeeId === team.employeeIds[1])
  const path = `${steps.listPath(alone)}/${unsent?._id}`
  expect((await team.ours.call('PATCH', path, { sent: false })).status).toBe(200)
  await s.engine.until('it is noted', async () => {
    const notes = await s.engine.record.readNotes()
    return notes.some(({ is }) => is === 'mark')
  })
  offered = (await previewOf(team.ours, payrolls.alone.payrollId)).dollarsUsd
  await s.engine.play.mine(1)
  await s.paymentIs(team.ours, mixed._id, 'confirmed')
  old = await startPayingCompany(await backup.restored())
  const { token } = team.ours
  ours = {
    ...team.ours,
    t: { db: old.engine.db, call: old.call },
    call: (method, at, body, options) => old.call(method, at, { token, body, ...options }),
  }
  await old.price(9_100_000n)
  await old.paymentIs(ours, mixed._id, 'confirmed')
})
afterAll(() => old.stop())

const linesOf = async (payment: Payment) =>
  expectAccepted(dollarLines, await ours.call('GET', `/payments/${payment._id}/dollar-lines`)).lines

test('dollars were released since → their people are not paid the period again', async () => {
  const preview = await previewOf(ours, payrolls.mixed.payrollId)
  expect(preview).toMatchObject({ dollarsUsd: 0, bitcoinUsd: 0 })
  expectRefusal(await pressRunPayment(ours, payrolls.mixed.payrollId), 409, 'PERIOD_PAID')
  const lines = await linesOf(payments.mixed)
  expect(lines.map(({ usd, sent, bankAccount }) => [usd, sent, bankAccount]).toSorted()).toEqual([
    [250, true, '00-4417'],
    [300, true, '00-4417'],
  ])
})

test('somebody had said that dollars were not sent → they alone are not', async () => {
  const lines = await linesOf(payments.alone)
  const [sent = '', unsent = ''] = payrolls.alone.employeeIds
  const said = new Map(lines.map((line) => [line.employeeId, line.sent]))
  expect(said).toEqual(
    new Map([
      [sent, true],
      [unsent, false],
    ]),
  )
  expect((await previewOf(ours, payrolls.alone.payrollId)).dollarsUsd).toBe(offered)
})

test('an order waited in the backup and was released since → it waits no more', async () => {
  const { rows } = await sql<{ closed: boolean; sent: bigint }>`
    SELECT closed_at IS NOT NULL AS closed, (SELECT count(*) FROM payouts d
      WHERE d.sheet_id = p.id AND d.sent_at IS NOT NULL) AS sent
    FROM sheets p WHERE id = ${payments.waiting._id}`.execute(old.engine.db)
  expect(rows).toEqual([{ closed: true, sent: 1n }])
  expectRefusal(await pressRunPayment(ours, payrolls.waiting.payrollId), 409, 'PERIOD_PAID')
})

test('the record had all dollars → no press asks whether somebody was paid in dollars', async () => {
  const { owner } = old.engine
  const asks = async () => {
    const { dollarsUnknownSince } = await previewOf(ours, fresh.payrollId)
    return typeof dollarsUnknownSince === 'string'
  }
  const fresh = await old.funded(ours, [20_000n], 3_000_000n)
  const inDollars = { bitcoinPercent: 0, bank: 'Cuscatlán', bankAccount: '00-4417' }
  await editEmployee(ours, fresh.employeeIds[0] ?? '', inDollars)
  const restoration = {
    first_receive_index: 1,
    last_receive_index: 2,
    first_change_index: 1,
    last_change_index: 2,
    hold_until_height: 0,
    dollars_known: true,
  }
  await owner.insertInto('restorations').values(restoration).execute()
  expect(await asks()).toBe(false)
  await owner.updateTable('restorations').set({ dollars_known: false }).execute()
  expect(await asks()).toBe(true)
})
