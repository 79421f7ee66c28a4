import { expect, test } from 'vitest'
import { session } from '#contract/auth.ts'
import { paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { parseBtc } from '#domain/money.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted, expectRefusal, type TestCompany } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { freezeByMail } from '#server/testing/freeze-steps.ts'
import { longTest } from '#server/testing/long-test.ts'
import { paydaySteps } from '#server/testing/payday-steps.ts'

const s = await paymentsForFile({ ownNode: true })
const ours = await s.company()
const { payroll, statusOf, until, add, fund, run, path } = paydaySteps(s, ours)
await s.price(9_100_000n)

/** Logs in again, because a freeze ends every session. */
async function signedInAgain(company: TestCompany): Promise<TestCompany> {
  const { email, password } = company.form
  const body = { email, password }
  const answer = await company.t.call('POST', '/auth/sign-in', { body })
  const { token } = expectAccepted(session, answer)
  const call: TestCompany['call'] = (method, path, body, options = {}) =>
    company.t.call(method, path, { token, body, ...options })
  return { ...company, token, call }
}

test('a whole payday → each state in its turn, alike in list, page and preview', async () => {
  const { id, script } = await payroll()
  expect(await statusOf(id)).toMatchObject({
    code: 'noPeople',
    people: 0,
    missing: null,
    toFund: { btc: '0.00000000', usd: 0, reserveUsd: 0 },
  })

  await add(id, 300)
  await add(id, 500.5)
  const short = await statusOf(id)
  expect(short).toMatchObject({ code: 'short', people: 2, missing: short.preview.missing })
  expect(short.toFund.reserveUsd).toBe(Math.ceil(short.preview.missing.usd * 3) / 100)
  expect(short.toFund.usd).toBeCloseTo(short.preview.missing.usd + short.toFund.reserveUsd, 6)

  await s.engine.play.give(script, parseBtc(short.toFund.btc) ?? 0n)
  const coming = await until(id, 'fundsOnTheWay')
  expect(coming).toMatchObject({
    missing: null,
    onTheWay: { btc: short.toFund.btc },
    toFund: { usd: 0, reserveUsd: 0 },
  })

  await s.engine.play.mine(1)
  const ready = await until(id, 'ready')
  expect(ready).toMatchObject({ onTheWay: null, toFund: { usd: 0 }, preview: { problems: [] } })
  expect(ready.spare?.usd).toBeGreaterThan(24)

  const { payment } = expectAccepted(paymentAnswer, await run(id))
  const sent = await until(id, 'sent')
  expect(sent).toMatchObject({ payment: payment._id, missing: null, onTheWay: null, unpaid: 0 })
  expect(sent.toFund.usd).toBe(0)

  await s.engine.play.mine(1)
  const paid = await until(id, 'paid')
  expect(paid).toMatchObject({ payment: payment._id, people: 2, unpaid: 0, missing: null })
  expect(paid.at).not.toBeNull()

  await add(id, 100)
  expect(await statusOf(id)).toMatchObject({ code: 'paid', people: 3, unpaid: 1 })
  const { received_sats: received } = await s.balanceOf(id)
  await s.engine.play.give(script, 999n)
  await s.engine.until('the dust is seen', async () => {
    return (await s.balanceOf(id)).received_sats === received + 999n
  })
  expect(await statusOf(id)).toMatchObject({ code: 'paid' })
  await s.engine.play.give(script, 1_000n)
  expect(await until(id, 'short')).toMatchObject({ people: 3, unpaid: 0, payment: null })
})

test('people are left out of a preview → what to send is for the others alone', async () => {
  const { id } = await payroll(50)
  const left = await add(id, 900)
  const all = await statusOf(id)
  const answer = await ours.call('GET', `${path(id)}/payment-preview?leave=${left}`)
  const { missing, toFund, status } = expectAccepted(paymentPreview, answer)
  expect(status).toMatchObject({ code: 'short', people: 2, missing: all.missing })
  expect(missing.usd).toBeLessThan(60)
  expect(toFund).toMatchObject({ reserveUsd: 5 })
  expect(toFund.usd).toBeCloseTo(missing.usd + 5, 6)
})

test('a deposit is on its way → nobody is asked for it again, for some as for all', async () => {
  const { id, script } = await payroll(50)
  const newcomer = await add(id, 60)
  await s.engine.play.give(script, 2_000_000n)
  expect(await until(id, 'fundsOnTheWay')).toMatchObject({ toFund: { usd: 0 } })
  const answer = await ours.call('GET', `${path(id)}/payment-preview?only=${newcomer}`)
  expect(expectAccepted(paymentPreview, answer)).toMatchObject({
    enough: false,
    toFund: { btc: '0.00000000', usd: 0, reserveUsd: 0 },
  })
})

test('a frozen company → stopped, whatever its payrolls hold', async () => {
  const cold = await s.company()
  const steps = paydaySteps(s, cold)
  const { id } = await steps.payroll(50)
  await freezeByMail({ db: s.engine.db, call: cold.t.call }, cold.companyId)
  const again = await signedInAgain(cold)
  const { at, ...stopped } = await paydaySteps(s, again).statusOf(id)
  expect(stopped).toMatchObject({ code: 'stopped', reason: 'COMPANY_FROZEN' })
  expect(at).not.toBeNull()
})

longTest(
  'a withdrawal of everything: awaits its code, is sent, then holds up the payday',
  async () => {
    const { id, script } = await payroll(60)
    await fund(id, script, 1_000_000n)
    const response = await ours.call('POST', `${path(id)}/withdraw-funds`, { address: anAddress() })
    const { transaction } = expectAccepted(withdrawalAnswer, response)
    expect(await statusOf(id)).toMatchObject({
      code: 'awaitsApproval',
      payment: null,
      approvals: { required: 1 },
      missing: null,
      preview: { problems: [{ code: 'PAYMENT_IN_PROGRESS' }] },
    })
    const code = await s.codeOf(ours)
    await ours.call('POST', `/transactions/${transaction._id}/approve`, { code })
    await until(id, 'sent')
    await s.engine.play.mine(1)
    await until(id, 'short')
    await fund(id, script, 900_000n)
    const held = await statusOf(id)
    expect(held).toMatchObject({ code: 'stopped', reason: 'PAYMENT_IN_PROGRESS', missing: null })
    expect(held.preview.enough).toBe(true)
    expectRefusal(await run(id), 409, 'PAYMENT_IN_PROGRESS')
  },
)

longTest('the node is silent → the run awaits it, and is sent once it answers', async () => {
  const { id, script } = await payroll(70)
  await fund(id, script, 1_000_000n)
  s.engine.switchNode({ rpcUrl: 'http://127.0.0.1:9', cookieFile: s.engine.node.cookieFile })
  // The answer to the press waits 10 seconds for the node.
  const press = run(id)
  const waiting = await until(id, 'awaitsNode')
  expect(waiting).toMatchObject({ missing: null, approvals: null })
  expect(waiting.at).not.toBeNull()
  s.engine.switchNode()
  expectAccepted(paymentAnswer, await press)
  await until(id, 'sent')
  await s.engine.play.mine(1)
  await until(id, 'paid')
})
