import { expect, test } from 'vitest'
import { paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { payroll as payrollAnswer } from '#contract/payrolls.ts'
import { parseBtc } from '#domain/money.ts'
import { expectAccepted } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { paydaySteps } from '#server/testing/payday-steps.ts'

const s = await paymentsForFile()
const ours = await s.company()
const { payroll, statusOf, until, add, fund, run, path } = paydaySteps(s, ours)
await s.price(9_100_000n)

test('the price falls before the block → short of the difference alone', async () => {
  const { id, script } = await payroll(400)
  const { preview } = await statusOf(id)
  const sats = parseBtc(preview.missing.btc) ?? 0n
  await s.engine.play.give(script, sats)
  await until(id, 'fundsOnTheWay')
  await s.price(8_700_000n)
  const short = await until(id, 'short')
  expect(short.onTheWay?.btc).toBe(preview.missing.btc)
  const onlyNow = parseBtc(short.preview.missing.btc) ?? 0n
  const missing = parseBtc(short.missing?.btc ?? '') ?? 0n
  // A deposit counts less the fee of its own input.
  expect(onlyNow - sats).toBeLessThanOrEqual(missing)
  expect(missing - (onlyNow - sats)).toBeLessThan(1_000n)
  expect(short.toFund.reserveUsd).toBe(5)
  await s.engine.play.give(script, parseBtc(short.toFund.btc) ?? 0n)
  await until(id, 'fundsOnTheWay')
  await s.engine.play.mine(1)
  await until(id, 'ready')
  await s.price(9_100_000n)
})

test('exactly what is missing → ready; one satoshi less → short of one', async () => {
  const { id, script } = await payroll(120, 80)
  const missing = parseBtc((await statusOf(id)).preview.missing.btc) ?? 0n
  await fund(id, script, missing - 1n)
  const short = await statusOf(id)
  expect(short).toMatchObject({ code: 'short', missing: short.preview.missing })
  const rest = await payroll(120, 80)
  await fund(rest.id, rest.script, missing)
  expect(await statusOf(rest.id)).toMatchObject({ code: 'ready', preview: { enough: true } })
})

test('an order waits for its code → one approval is asked, until it expires', async () => {
  const strict = await s.company({ overUsd: 0, changedAddresses: true })
  const steps = paydaySteps(s, strict)
  const { id, script } = await steps.payroll(50)
  await steps.fund(id, script, 1_000_000n)
  expect(await steps.statusOf(id)).toMatchObject({ code: 'ready', preview: { needsCode: true } })
  const { payment } = expectAccepted(paymentAnswer, await steps.run(id))
  const waiting = await steps.statusOf(id)
  expect(waiting).toMatchObject({
    code: 'awaitsApproval',
    payment: payment._id,
    approvals: { given: 0, required: 1 },
    toFund: { usd: 0 },
  })
  const ordered = Date.parse(waiting.at ?? '')
  expect(Date.parse(waiting.approvals?.until ?? '') - ordered).toBe(24 * 3_600_000)
  await s.reject(strict, id)
  expect(await steps.statusOf(id)).toMatchObject({ code: 'ready', payment: null })
})

test('somebody added later is paid alone → the whole payday is paid', async () => {
  const { id, script } = await payroll(50, 60)
  await fund(id, script, 2_000_000n)
  expectAccepted(paymentAnswer, await run(id))
  await until(id, 'sent')
  await s.engine.play.mine(1)
  await until(id, 'paid')
  const later = await add(id, 70)
  expect(await statusOf(id)).toMatchObject({
    code: 'paid',
    people: 3,
    unpaid: 1,
    preview: { unpaidPeople: { count: 1, ids: [later] } },
  })
  await s.price(9_100_000n)
  const { payment } = expectAccepted(paymentAnswer, await run(id, { only: [later] }))
  expect(await until(id, 'sent')).toMatchObject({ payment: payment._id, people: 3, unpaid: 0 })
  await s.engine.play.mine(1)
  expect(await until(id, 'paid')).toMatchObject({ payment: payment._id, people: 3, unpaid: 0 })
})

test('somebody is left out of a run → paid in part until paid alone or removed', async () => {
  const { id, script } = await payroll(50, 60)
  const [left, gone] = [await add(id, 70), await add(id, 80)]
  await fund(id, script, 2_000_000n)
  const { payment } = expectAccepted(paymentAnswer, await run(id, { leave: [left, gone] }))
  await until(id, 'sent')
  await s.engine.play.mine(1)
  const inPart = { payment: payment._id, people: 4, unpaid: 2, missing: null }
  expect(await until(id, 'paidInPart')).toMatchObject({ ...inPart, toFund: { usd: 0 } })
  await s.price(100_000n)
  const poor = expectAccepted(payrollAnswer, await ours.call('GET', `/payrolls/${id}`))
  expect(poor.status.code).toBe('paidInPart')
  expect(poor.status.missing?.usd).toBeGreaterThan(130)
  // A press without chosen people pays everybody once more, and asks to confirm that.
  const whole = await ours.call('GET', `${path(id)}/payment-preview`)
  const { missing, toFund } = expectAccepted(paymentPreview, whole)
  expect(missing.usd).toBeGreaterThan(poor.toFund.usd)
  expect(toFund.usd).toBeGreaterThan(missing.usd)
  await s.price(9_100_000n)
  await ours.call('DELETE', `${path(id)}/employees/${gone}`)
  expect(await statusOf(id)).toMatchObject({ code: 'paidInPart', people: 3, unpaid: 1 })
  expectAccepted(paymentAnswer, await run(id, { only: [left] }))
  await until(id, 'sent')
  await s.engine.play.mine(1)
  expect(await until(id, 'paid')).toMatchObject({ people: 3, unpaid: 0 })
})
