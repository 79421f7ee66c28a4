import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { paymentAnswer } from '#contract/payments.ts'
import { parseBtcAddress } from '#domain/address.ts'
import { walkTransaction } from '#domain/block.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { rewritePaydays, setPaydays } from '#server/testing/period-steps.ts'
import { sweepSteps } from '#server/testing/sweep-steps.ts'

const s = await paymentsForFile({ ownNode: true })
const steps = sweepSteps(s)

const paidTo = (raw: Buffer | null, address: string) => {
  const parsed = parseBtcAddress(address, 'regtest')
  if (!raw || !parsed.ok) throw new Error('it is not signed')
  const { outputs } = walkTransaction(raw)
  const isTo = (script: Uint8Array) => Buffer.compare(script, parsed.script) === 0
  return {
    swept: outputs.filter(({ script }) => isTo(script)).map(({ sats }) => sats),
    head: outputs.filter(({ script }) => !isTo(script)).map(({ sats }) => sats),
  }
}

test('a trial of 10,000 sat goes first; only once it arrived is the rest swept', async () => {
  const ours = await s.company()
  const { payrollId } = await steps.paid(ours)
  expect(await steps.ruleOf(ours, payrollId)).toMatchObject({ on: false, waits: 'OFF' })
  expectRefusal(
    await ours.call('PUT', `/companies/payrolls/${payrollId}/sweep`, {}),
    409,
    'SWEEP_ADDRESS_MISSING',
  )
  const registered = await steps.register(ours)
  const address = registered.current?.address ?? ''
  expect(registered).toMatchObject({ current: { state: 'READY', trial: null }, pending: null })
  const on = await steps.switchOn(ours, payrollId)
  expect(on).toMatchObject({ on: true, floorUsd: 50, address, waits: null })
  expect(on.fee?.usd).toBeGreaterThan(0)
  expectRefusal(await steps.arrived(ours), 409, 'SWEEP_NOT_TRIED')

  await steps.look()
  const trial = await steps.newest(payrollId, 'unconfirmed')
  expect(paidTo(trial.raw, address).swept).toEqual([10_000n])
  expectRefusal(await steps.arrived(ours), 409, 'SWEEP_NOT_TRIED')
  await s.engine.play.mine(1)
  await steps.newest(payrollId, 'confirmed')
  expect(await steps.stateOf(ours)).toMatchObject({ current: { state: 'TRIAL_SENT' } })
  expect(await steps.start(ours, payrollId)).toEqual({ code: 'AWAITS_ARRIVAL' })

  expect((await steps.arrived(ours)).status).toBe(200)
  expect(await steps.stateOf(ours)).toMatchObject({ current: { state: 'ARRIVED' } })
  await steps.look()
  const whole = await steps.newest(payrollId, 'unconfirmed')
  const { swept, head } = paidTo(whole.raw, address)
  // The floor of $50 at 91,000 stays; before the two fees there were 4,450,549 sat.
  expect(head).toEqual([54_946n])
  expect(swept[0]).toBeGreaterThan(4_000_000n)
  await s.engine.play.mine(1)
  await steps.newest(payrollId, 'confirmed')
  await steps.look()
  expect(await steps.sweepsOf(payrollId)).toHaveLength(2)
  expect(await steps.ruleOf(ours, payrollId)).toMatchObject({ on: true, waits: 'DONE' })
})

longTest('what came in after the run is for the next one, and stays', async () => {
  const ours = await s.company()
  const { payrollId, script } = await steps.ready(ours)
  await s.engine.play.give(script, 1_000_000n)
  await s.engine.play.mine(1)
  await s.followed()
  await steps.look()
  const { sats } = await steps.newest(payrollId, 'unconfirmed')
  await s.engine.play.mine(1)
  await steps.newest(payrollId, 'confirmed')
  expect(sats).toBeGreaterThan(3_000_000n)
  const { balance_sats: left } = await s.balanceOf(payrollId)
  expect(left).toBeGreaterThanOrEqual(1_000_000n)
})

test('a sweep beside an open order, or within 12 hours of a payday → does not start', async () => {
  const ours = await s.company()
  const { payrollId, employeeIds } = await steps.ready(ours)
  const payroll = { companyId: ours.companyId, payrollId, userId: ours.user._id }
  const { owner } = s.engine
  await setPaydays(owner, payroll, [{ key: '2026-11-Q2', inHours: 11.9 }])
  expect(await steps.start(ours, payrollId)).toEqual({ code: 'PAYDAY_NEAR' })
  expect(await steps.ruleOf(ours, payrollId)).toMatchObject({ waits: 'PAYDAY_NEAR' })
  const at = (hours: number) =>
    rewritePaydays(
      owner,
      sql`o.payroll_id = ${payrollId}`,
      sql`due_at = now() + make_interval(mins => ${hours * 60})`,
    )
  await at(-2)
  expect(await steps.start(ours, payrollId)).toEqual({ code: 'PAYDAY_NEAR' })
  await at(13)
  // An order that waits for a code reserves the UTXOs.
  const body = { address: anAddress(), amount: '0.001' }
  const answer = await ours.call('POST', `/companies/payrolls/${payrollId}/withdraw-funds`, body)
  expect(answer.status).toBe(200)
  expect(await steps.start(ours, payrollId)).toEqual({ code: 'IN_PROGRESS' })
  await s.reject(ours, payrollId)
  const started = await steps.start(ours, payrollId)
  expect(started).toHaveProperty('transactionId')
  expect(employeeIds).toHaveLength(1)
  await steps.newest(payrollId, 'unconfirmed')
  // While the sweep is unconfirmed nothing else of the payroll starts.
  const path = `/companies/payrolls/${payrollId}/run-payment`
  expectRefusal(await ours.call('POST', path), 409, 'PAYMENT_IN_PROGRESS')
})

longTest('somebody left out of the run is still to be paid → nothing is swept', async () => {
  const ours = await s.company()
  const { payrollId, employeeIds } = await s.funded(ours, [50_000n, 60_000n], 6_000_000n)
  const path = `/companies/payrolls/${payrollId}`
  const run = await ours.call('POST', `${path}/run-payment`, { leave: [employeeIds[1]] })
  const { payment } = expectAccepted(paymentAnswer, run)
  await s.paymentIs(ours, payment._id, 'unconfirmed')
  await s.engine.play.mine(1)
  await s.paymentIs(ours, payment._id, 'confirmed')
  await steps.register(ours)
  await steps.switchOn(ours, payrollId)
  await steps.tried(ours, payrollId)
  await steps.bury(6)
  expect(await steps.start(ours, payrollId)).toEqual({ code: 'NOT_FINAL' })
  expect((await ours.call('POST', `${path}/close-payment`)).status).toBe(200)
  expect(await steps.start(ours, payrollId)).toHaveProperty('transactionId')
  await steps.newest(payrollId, 'unconfirmed')
  await s.engine.play.mine(1)
  await steps.newest(payrollId, 'confirmed')
})

longTest('two workers at once, again and again → one sweep a run', async () => {
  const ours = await s.company()
  const { payrollId } = await steps.ready(ours)
  await Promise.all([steps.look(), steps.look(), steps.look(), steps.look()])
  await steps.newest(payrollId, 'unconfirmed')
  await steps.look()
  await s.engine.play.mine(1)
  await steps.newest(payrollId, 'confirmed')
  await steps.bury(6)
  await steps.look()
  expect(await steps.sweepsOf(payrollId)).toHaveLength(2)
})

longTest(
  'a payday is 2 hours away → bumped out of what it sweeps, without AUTO_BUMP_USD',
  async () => {
    const ours = await s.company()
    const { payrollId, sweepTo } = await steps.ready(ours)
    await steps.look()
    const first = await steps.newest(payrollId, 'unconfirmed')
    const before = paidTo(first.raw, sweepTo)
    const payroll = { companyId: ours.companyId, payrollId, userId: ours.user._id }
    await setPaydays(s.engine.owner, payroll, [{ key: '2026-11-Q2', inHours: 1.9 }])
    await s.wake()
    const second = await s.engine.until('it is bumped', async () => {
      const [newest] = await steps.sweepsOf(payrollId)
      return newest && newest.version === 2 && newest.state === 'unconfirmed' && newest
    })
    const after = paidTo(second.raw, sweepTo)
    expect(after.head).toEqual(before.head)
    const more = (second.fee_sats ?? 0n) - (first.fee_sats ?? 0n)
    expect(more).toBeGreaterThan(0n)
    expect(after.swept[0]).toBe((before.swept[0] ?? 0n) - more)
    await s.engine.play.mine(1)
    await steps.newest(payrollId, 'confirmed')
  },
)

longTest(
  'a reorganisation takes the sweep back → it is mined again, and nothing follows',
  async () => {
    const ours = await s.company()
    const { payrollId } = await steps.ready(ours)
    await steps.look()
    await steps.newest(payrollId, 'unconfirmed')
    await s.engine.play.mine(1)
    await steps.newest(payrollId, 'confirmed')
    await s.invalidate(1)
    await s.mineOnly()
    await steps.newest(payrollId, 'unconfirmed')
    await steps.look()
    await s.engine.play.mine(1)
    await steps.newest(payrollId, 'confirmed')
    expect(await steps.sweepsOf(payrollId)).toHaveLength(2)
  },
)

longTest('frozen, or from before a restored backup → nothing is swept', async () => {
  const ours = await s.company()
  const { payrollId } = await steps.ready(ours)
  await sql`INSERT INTO restorations (first_receive_index, last_receive_index, first_change_index,
    last_change_index, hold_until_height) VALUES (0, 0, 0, 0, 0)`.execute(s.engine.owner)
  expect(await steps.start(ours, payrollId)).toEqual({ code: 'RESTORED' })
  await steps.switchOn(ours, payrollId)
  expect(await steps.ruleOf(ours, payrollId)).toMatchObject({ waits: null })
  await inTransaction(s.engine.db, (trx) =>
    updateCompany(trx, s.engine.macKey, ours.companyId, { frozen_at: new Date() }),
  )
  expect(await steps.start(ours, payrollId)).toEqual({ code: 'FROZEN' })
})

test('a floor below the reserve, or so little left that the fee eats it → none', async () => {
  const ours = await s.company()
  const { payrollId } = await steps.paid(ours)
  const path = `/companies/payrolls/${payrollId}/sweep`
  expectRefusal(await ours.call('PUT', path, {}), 409, 'SWEEP_ADDRESS_MISSING')
  await steps.register(ours)
  // The reserve is 3 % of $500.
  const rule = await steps.ruleOf(ours, payrollId)
  expect(rule).toMatchObject({ leastFloorUsd: 15, defaultFloorUsd: 50 })
  const low = await ours.call('PUT', path, { floorUsd: 14.99 })
  expectRefusal(low, 400, 'VALIDATION')
  const left = (await s.balanceOf(payrollId)).spendable_sats
  const floorUsd = Number((left * 91n) / 1_000n) / 100
  await steps.switchOn(ours, payrollId, Math.floor(floorUsd * 100) / 100)
  expect(await steps.start(ours, payrollId)).toEqual({ code: 'NOTHING_LEFT' })
})
