import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { decidedAnswer } from '#contract/approval.ts'
import { employee } from '#contract/employees.ts'
import {
  anotherCode,
  approveTransaction,
  expectUnsigned,
  makeWaitingRun,
  readDetails,
  rejectTransaction,
  run,
} from '#server/testing/approval-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { anEmployeeBody, expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'
import { aMember } from '#server/testing/team-steps.ts'

const s = await paymentsForFile()

const overHundred = { overUsd: 100, changedAddresses: false }
/** A run that waits for its approval. */
const aWaitingRun = (salaries = [20_000n], sats = 5_000_000n) =>
  makeWaitingRun(s, overHundred, salaries, sats)

const orderOf = (id: string) => sql`(SELECT order_id FROM transactions WHERE id = ${id})`

test('a run above the company’s sum moves nothing until its code is given', async () => {
  // The deposit is exactly what the run and its head take: the UTXOs that the run reserves must not
  // count as missing.
  const { ours, payrollId, payment, id, code } = await aWaitingRun([20_000n], 221_062n)
  expect(payment).toMatchObject({ state: 'pendingApproval', totalUsd: 200 })
  expect(await s.balanceOf(payrollId)).toMatchObject({
    balance_sats: 221_062n,
    spendable_sats: 0n,
  })
  const details = await readDetails(ours, id)
  const requestedBy = `${ours.form.firstName} ${ours.form.lastName}`
  const requester = { _id: ours.user._id, name: requestedBy, email: ours.form.email }
  const byRequester = { requestedBy, requester }
  expect(details.order).toMatchObject({ ...byRequester, approvedBy: null, approvedAt: null })
  expect(details.approval).toMatchObject({
    people: 1,
    transactions: 1,
    usd: 200,
    btc: payment.totalBtc,
    overUsd: 100,
    changedAddresses: [],
    codeSentTo: `${ours.form.email[0]}•••${ours.form.email.slice(ours.form.email.indexOf('@'))}`,
  })
  expect(details.approval?.neverPaid).toEqual(details.recipients.map(({ userId }) => userId))
  expectRefusal(await approveTransaction(ours, id, anotherCode(code)), 401, 'WRONG_CODE')
  const decided = expectAccepted(decidedAnswer, await approveTransaction(ours, id, code))
  expect(decided.transaction._id).toBe(id)
  expect(decided.payment?._id).toBe(payment._id)
  await s.transactionIs(ours, id, 'unconfirmed')
  const approved = await readDetails(ours, id)
  expect(approved).toMatchObject({
    order: { ...byRequester, approvedBy: requestedBy, approvers: [requester] },
    approval: null,
  })
  expectRefusal(await approveTransaction(ours, id, code), 409, 'NOT_PENDING_APPROVAL')
  expectRefusal(await rejectTransaction(ours, id), 409, 'NOT_PENDING_APPROVAL')
  const resend = await ours.call('POST', `/transactions/${id}/approval-code`)
  expectRefusal(resend, 409, 'NOT_PENDING_APPROVAL')
})

test('a run of the company’s sum itself needs no code', async () => {
  const ours = await s.company(overHundred)
  const { payrollId } = await s.funded(ours, [4_000n, 6_000n], 5_000_000n)
  const payment = await run(ours, payrollId)
  expect(payment.state).toBe('unconfirmed')
})

test('an address changed since the last payment → old, new and author in the details', async () => {
  const ours = await s.company({ overUsd: null, changedAddresses: true })
  const { payrollId, employeeIds } = await s.funded(ours, [5_000n, 6_000n], 5_000_000n)
  const first = await run(ours, payrollId)
  expect(first.state).toBe('unconfirmed')
  await s.engine.play.mine(1)
  await s.transactionIs(ours, first.transactions[0]?._id ?? '', 'confirmed')

  const before = expectAccepted(
    employee,
    await ours.call('GET', `/companies/employees/${employeeIds[0]}`),
  )
  const { firstName, lastName } = before
  const edit = (cryptoAddress: string) =>
    ours.call(
      'PUT',
      `/companies/employees/${employeeIds[0]}`,
      anEmployeeBody({ firstName, lastName, baseSalary: 50, cryptoAddress }),
    )
  expectAccepted(employee, await edit(anAddress()))
  const to = anAddress()
  expectAccepted(employee, await edit(to))
  await s.price(9_100_000n)
  const second = await run(ours, payrollId, { after: first._id })
  const id = second.transactions[0]?._id ?? ''
  const seen = async () => (await readDetails(ours, id)).approval?.changedAddresses
  const change = { userId: employeeIds[0], usdAmount: 50, from: before.cryptoAddress, to }
  const changedBy = `${ours.form.firstName} ${ours.form.lastName}`
  expect(await seen()).toEqual([expect.objectContaining({ ...change, changedBy })])
  // The waiting run was planned for the old address; a later edit does not change it.
  expectAccepted(employee, await edit(anAddress()))
  expect(await seen()).toEqual([
    expect.objectContaining({ ...change, changedAt: null, changedBy: null }),
  ])
})

test('an approval row that the program did not write stops no payment', async () => {
  const { ours, id, code } = await aWaitingRun()
  const { id: other } = await aMember({ ...s, db: s.engine.db }, ours, 'APPROVER')
  // One stands where the approval of the person who asked is to stand.
  await sql`INSERT INTO approvals (company_id, subject_id, user_id, at, kind, sheet_sha256, mac)
    SELECT o.company_id, o.id, u.id, now(), 'CODE', o.sheet_sha256, ${Buffer.alloc(32, 7)}
    FROM orders o, unnest(ARRAY[o.requested_by, ${other}::uuid]) u (id)
    WHERE o.id = ${orderOf(id)}`.execute(s.engine.db)
  expectAccepted(decidedAnswer, await approveTransaction(ours, id, code))
  await s.transactionIs(ours, id, 'unconfirmed')
})

test('a rejected run frees its UTXOs, shows its reason, and the next may follow', async () => {
  const { ours, payrollId, id, code } = await aWaitingRun()
  const { payment, transaction } = expectAccepted(
    decidedAnswer,
    await rejectTransaction(ours, id, ' Falta el aguinaldo '),
  )
  expect(transaction).toMatchObject({
    state: 'rejected',
    failure: 'REJECTED',
    failureMessage: 'lo rechazó un administrador.',
    reason: 'Falta el aguinaldo',
  })
  expect(payment?.state).toBe('rejected')
  expect(await s.balanceOf(payrollId)).toMatchObject({ spendable_sats: 5_000_000n })
  expectRefusal(await approveTransaction(ours, id, code), 409, 'NOT_PENDING_APPROVAL')
  expect((await run(ours, payrollId)).state).toBe('pendingApproval')
})

longTest(
  'a run of several batches is approved as a whole; a later one outlives the day',
  async () => {
    const salaries = Array.from({ length: 3_100 }, () => 1_000n)
    const other = await aWaitingRun()
    const { ours, payment, id, code } = await aWaitingRun(salaries, 900_000_000n)
    const later = payment.transactions[1]?._id ?? ''
    expect(payment.transactions[1]).toMatchObject({ waitingFor: 'feeder' })
    expectRefusal(await approveTransaction(ours, later, code), 409, 'NOT_PENDING_APPROVAL')
    expectAccepted(decidedAnswer, await approveTransaction(ours, id, code))
    await s.transactionIs(ours, id, 'unconfirmed')
    const shift = (interval: string) =>
      sql`UPDATE orders SET requested_at = requested_at + ${interval}::interval
      WHERE id = ${orderOf(id)}`.execute(s.engine.owner)
    await shift('-25 hours')
    // Once the worker has rejected the other run, it has looked at this run too.
    await sql`UPDATE orders SET requested_at = requested_at - interval '25 hours'
    WHERE id = ${orderOf(other.id)}`.execute(s.engine.owner)
    await s.wake()
    await s.transactionIs(other.ours, other.id, 'rejected')
    await shift('25 hours')
    await s.engine.play.mine(1)
    await s.transactionIs(ours, later, 'unconfirmed')
  },
)

test('an approval written into the database by hand releases nothing, loses nothing', async () => {
  const byHand = await aWaitingRun()
  const approved = await aWaitingRun()
  expectAccepted(decidedAnswer, await approveTransaction(approved.ours, approved.id, approved.code))
  await s.transactionIs(approved.ours, approved.id, 'unconfirmed')
  // An approval that is genuine, but was given for another run, is copied here.
  await sql`INSERT INTO approvals (company_id, subject_id, user_id, at, kind, sheet_sha256, mac)
    SELECT o.company_id, o.id, o.requested_by, a.at, a.kind, o.sheet_sha256, a.mac
    FROM orders o, approvals a
    WHERE o.id = ${orderOf(byHand.id)} AND a.subject_id = ${orderOf(approved.id)}`.execute(
    s.engine.owner,
  )
  await expectUnsigned(s, byHand, 'ORDER_NOT_APPROVED')

  const untold = await aWaitingRun()
  await expectUnsigned(s, untold, 'ORDER_NOT_APPROVED')

  const declared = await aWaitingRun()
  await sql`UPDATE orders SET required = 0, own_code = false WHERE id = ${orderOf(declared.id)}`.execute(
    s.engine.owner,
  )
  await expectUnsigned(s, declared, 'ORDER_MAC_WRONG')

  const none = await aWaitingRun()
  await sql`UPDATE transactions SET order_id = NULL WHERE id = ${none.id}`.execute(s.engine.owner)
  await expectUnsigned(s, none, 'NOT_ORDERED')
})

test('the signer signs the approved people and salaries and no others', async () => {
  const { ours, payrollId, payment, id, code } = await aWaitingRun([20_000n, 10_000n])
  // The node fails for a moment, so that both runs can be changed before the inputs are checked.
  const { unspent } = s.engine.chain
  s.engine.chain.unspent = () => Promise.reject(new Error('away for a moment'))
  expectAccepted(decidedAnswer, await approveTransaction(ours, id, code))
  // One output is left out of the first run, and the inputs of the second come back as change: each
  // line and each sum is still right.
  const { id: line, sats } = await s.engine.owner
    .selectFrom('payouts')
    .select(['line_id as id', 'sats'])
    .where('sheet_id', '=', payment._id)
    .where('usd_cents', '=', 10_000n)
    .executeTakeFirstOrThrow()
  await s.engine.owner.transaction().execute(async (trx) => {
    await sql`DELETE FROM transaction_outputs WHERE line_id = ${line}`.execute(trx)
    await sql`UPDATE transaction_outputs SET sats = sats + ${sats}
      WHERE transaction_id = ${id} AND line_id IS NULL`.execute(trx)
    await sql`UPDATE transactions SET sats = sats - ${sats} WHERE id = ${id}`.execute(trx)
  })
  s.engine.chain.unspent = unspent
  await s.wake()
  await s.transactionIs(ours, id, 'failed')
  expect(await readSignerFault(s.engine.db, id)).toMatchObject({ code: 'ORDER_NOT_ITS_PLAN' })
  await s.spendable(payrollId, 5_000_000n)
  // The output is put back, so that the checker finds the run as it was planned.
  await sql`INSERT INTO transaction_outputs (transaction_id, vout, line_id, script_pubkey, sats)
    SELECT ${id}, 99, l.id, l.script_pubkey, o.sats
    FROM sheet_lines l JOIN payouts o ON o.line_id = l.id WHERE l.id = ${line}`.execute(
    s.engine.owner,
  )
  await sql`UPDATE transactions SET sats = sats + ${sats} WHERE id = ${id}`.execute(s.engine.owner)
})

longTest('of approving and rejecting at the same moment one happens, wholly', async () => {
  for (let round = 0; round < 4; round++) {
    const { ours, payrollId, id, code } = await aWaitingRun()
    const [approved, rejected] = await Promise.all([
      approveTransaction(ours, id, code),
      rejectTransaction(ours, id),
    ])
    expect([approved.status, rejected.status].sort()).toEqual([200, 409])
    if (approved.status === 200) await s.transactionIs(ours, id, 'unconfirmed')
    else await s.transactionIs(ours, id, 'rejected')
    const { spendable_sats } = await s.balanceOf(payrollId)
    expect(spendable_sats === 0n).toBe(approved.status === 200)
  }
})

longTest('twenty approvals at once approve it once', async () => {
  const { ours, id, code } = await aWaitingRun()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => approveTransaction(ours, id, code)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await s.transactionIs(ours, id, 'unconfirmed')
  const events = await s.engine.db
    .selectFrom('audit_events')
    .select('id')
    .where('company_id', '=', ours.companyId)
    .where('action', '=', 'payment.approved')
    .execute()
  expect(events).toHaveLength(1)
})

test('an approval that comes again under its key is answered as it was', async () => {
  const { ours, id, code } = await aWaitingRun()
  const again = () =>
    ours.call(
      'POST',
      `/transactions/${id}/approve`,
      { code },
      { headers: { 'idempotency-key': 'approve-1' } },
    )
  const first = await again()
  expect(first.status).toBe(200)
  await s.transactionIs(ours, id, 'unconfirmed')
  const second = await again()
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotent-replayed']).toBe('true')
  await sql`UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 second'
    WHERE key = 'approve-1'`.execute(s.engine.owner)
  expectRefusal(await again(), 409, 'NOT_PENDING_APPROVAL')
})

test('after five wrong codes none is right; a new one is, a minute later', async () => {
  const { ours, id, code } = await aWaitingRun()
  for (let attempt = 0; attempt < 5; attempt++) {
    expectRefusal(await approveTransaction(ours, id, anotherCode(code)), 401, 'WRONG_CODE')
  }
  expectRefusal(await approveTransaction(ours, id, code), 401, 'WRONG_CODE')
  const resend = () => ours.call('POST', `/transactions/${id}/approval-code`)
  expectRefusal(await resend(), 429, 'RATE_LIMITED')
  s.wait(61_000)
  expectAccepted(z.null(), await resend())
  // A right code stays right, however often another reason refuses the approval.
  const right = await s.codeOf(ours)
  for (let attempt = 0; attempt < 6; attempt++) {
    expectRefusal(await approveTransaction(ours, id, right), 503, 'PRICE_UNAVAILABLE')
  }
  await s.price(9_100_000n)
  expectAccepted(decidedAnswer, await approveTransaction(ours, id, right))
  await s.transactionIs(ours, id, 'unconfirmed')
})
