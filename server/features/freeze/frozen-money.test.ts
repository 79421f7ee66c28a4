import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { session } from '#contract/auth.ts'
import { transactionAnswer } from '#contract/fee-bumps.ts'
import { paymentPreview } from '#contract/payments.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { approveTransaction, makeWaitingRun, run } from '#server/testing/approval-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectAccepted, expectRefusal, type TestCompany } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { freezeByMail } from '#server/testing/freeze-steps.ts'
import { longTest } from '#server/testing/long-test.ts'
import { unfreezeByOperator } from './index.ts'

const s = await paymentsForFile()

const free = { overUsd: null, changedAddresses: false }

/** Freezes the company, and signs its administrator in again. */
async function freeze(ours: TestCompany): Promise<TestCompany> {
  const { call } = ours.t
  await freezeByMail(ours.t, ours.companyId)
  const { email, password } = ours.form
  const answer = await call('POST', '/auth/sign-in', { body: { email, password } })
  const { token } = expectAccepted(session, answer)
  return {
    ...ours,
    token,
    call: (method, path, body, options = {}) => call(method, path, { token, body, ...options }),
  }
}

const unfreeze = ({ form }: TestCompany) =>
  unfreezeByOperator(s.engine.db, form.email, {
    ...s.engine,
    now: new Date(),
  })

longTest('batches of a begun run → wait while frozen and are paid once unfrozen', async () => {
  const ours = await s.company(free)
  const salaries = Array.from({ length: 3_100 }, () => 1_000n)
  const { payrollId } = await s.funded(ours, salaries, 900_000_000n)
  const [first, second] = (await run(ours, payrollId)).transactions
  expect([first?.state, second?.waitingFor]).toEqual(['unconfirmed', 'feeder'])
  await freeze(ours)
  await s.engine.play.mine(1)
  await s.transactionIs(ours, first?._id ?? '', 'confirmed')
  await s.engine.until('the second batch waits for the signer alone', async () => {
    const waits = await s.transactionIs(ours, second?._id ?? '', 'pendingApproval')
    return waits.waitingFor === 'signature'
  })
  await unfreeze(ours)
  await s.transactionIs(ours, second?._id ?? '', 'unconfirmed')
})

test('an order that waits for its code → a freeze rejects it and its UTXOs are free', async () => {
  const { ours, payrollId, id, code } = await makeWaitingRun(
    s,
    { overUsd: 100, changedAddresses: false },
    [20_000n],
    5_000_000n,
  )
  const again = await freeze(ours)
  expect(await s.transactionIs(ours, id, 'rejected')).toMatchObject({ failure: 'FROZEN' })
  expect(await s.balanceOf(payrollId)).toMatchObject({ spendable_sats: 5_000_000n })
  expectRefusal(await approveTransaction(again, id, code), 409, 'COMPANY_FROZEN')
  const resend = await again.call('POST', `/transactions/${id}/approval-code`)
  expectRefusal(resend, 409, 'COMPANY_FROZEN')
  const { rows: messages } = await sql`SELECT FROM messages
    WHERE company_id = ${ours.companyId} AND template = 'paymentRejected'`.execute(s.engine.db)
  expect(messages).toEqual([])
})

test('a withdrawal that waits → a freeze rejects it, and the next is refused', async () => {
  const ours = await s.company(free)
  const { payrollId } = await s.funded(ours, [5_000n], 5_000_000n)
  const path = `/companies/payrolls/${payrollId}/withdraw-funds`
  const response = await ours.call('POST', path, { address: anAddress() })
  const { _id } = expectAccepted(withdrawalAnswer, response).transaction
  const again = await freeze(ours)
  await s.transactionIs(ours, _id, 'rejected')
  expectRefusal(await again.call('POST', path, { address: anAddress() }), 409, 'COMPANY_FROZEN')
})

test('a frozen company → its payment is refused first, and paid once unfrozen', async () => {
  const ours = await s.company(free)
  const { payrollId } = await s.funded(ours, [5_000n], 5_000_000n)
  const empty = await s.engine.payroll(ours.companyId, [])
  const again = await freeze(ours)
  for (const id of [payrollId, empty.payrollId]) {
    const path = `/companies/payrolls/${id}`
    expectRefusal(await again.call('POST', `${path}/run-payment`), 409, 'COMPANY_FROZEN')
    const preview = await again.call('GET', `${path}/payment-preview`)
    const [problem] = expectAccepted(paymentPreview, preview).problems
    expect(problem?.code).toBe('COMPANY_FROZEN')
  }
  await unfreeze(ours)
  expect((await run(again, payrollId)).state).toBe('unconfirmed')
})

longTest('a sent payment of a frozen company → cannot be bumped, can be cancelled', async () => {
  const ours = await s.company(free)
  const { payrollId } = await s.funded(ours, [5_000n], 5_000_000n)
  const [transaction] = (await run(ours, payrollId)).transactions
  const again = await freeze(ours)
  const path = `/transactions/${transaction?._id}`
  expectRefusal(await again.call('POST', `${path}/bump`, {}), 409, 'COMPANY_FROZEN')
  const cancelled = expectAccepted(transactionAnswer, await again.call('POST', `${path}/cancel`))
  expect(cancelled.transaction).toMatchObject({ state: 'unconfirmed', type: 'cancel' })
})

test.for([
  ['a plan the worker hands to the signer', ''],
  ['the same with the freeze taken back by hand', 'frozen_at = NULL'],
] as const)('%s → the signer itself signs none of it', async ([, byHand]) => {
  const { ours, payrollId, id } = await makeWaitingRun(
    s,
    { overUsd: 100, changedAddresses: false },
    [20_000n],
    5_000_000n,
  )
  const change = { frozen_at: new Date() }
  await s.engine.db
    .transaction()
    .execute((trx) => updateCompany(trx, s.engine.macKey, ours.companyId, change))
  if (byHand) {
    await sql`UPDATE companies SET ${sql.raw(byHand)} WHERE id = ${ours.companyId}`.execute(
      s.engine.db,
    )
  }
  await sql`UPDATE transactions SET waiting_for = 'node' WHERE id = ${id}`.execute(s.engine.owner)
  await s.wake()
  await s.engine.until('its UTXOs are found at the node', async () => {
    const { waiting_for } = await s.engine.db
      .selectFrom('transactions')
      .select('waiting_for')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return waiting_for === 'signature'
  })
  // Another company's later plan is signed, so the signer has looked at both.
  const theirs = await s.company(free)
  const other = await s.funded(theirs, [5_000n], 5_000_000n)
  expect((await run(theirs, other.payrollId)).state).toBe('unconfirmed')
  expect(await s.transactionIs(ours, id, 'pendingApproval')).toMatchObject({ txid: null })
  expect(s.engine.alarms.join().includes('changed past the program')).toBe(byHand !== '')

  await freeze(ours)
  await s.transactionIs(ours, id, 'rejected')
  expect(await s.balanceOf(payrollId)).toMatchObject({ spendable_sats: 5_000_000n })
})
