import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SignerFaultCode } from '#domain/signer-faults.ts'
import { updateUser } from '#server/authorization/account-rows.ts'
import { withMacsOfActs } from '#server/authorization/audit-rows.ts'
import { macOf } from '#server/authorization/mac.ts'
import { takeOrderNumber } from '#server/authorization/order-numbers.ts'
import { changersOfOrder, orderColumns } from '#server/authorization/order-rows.ts'
import { planSha256 } from '#server/authorization/ordered-plan.ts'
import { type Sheet, sheetSha256 } from '#server/authorization/sheet.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { addApproval, insertApprover, makeApprovedPayday } from '#server/testing/approved-payday.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { payTerms } from '#server/testing/pay-terms.ts'
import { tryPayday } from '#server/testing/payday-pay-steps.ts'
import { changeSchedule, rewritePaydays } from '#server/testing/period-steps.ts'
import { findPlanFault } from './check.ts'
import { readPlan, type StoredPlan } from './read-plan.ts'

/**
 * A thief with the database role of the worker, and no MAC key: the run of a payday has an order without
 * a MAC, and the thief writes all of it. Exactly what people approved is signed.
 */

const story = await storyForFile()
const { engine } = story
const { macKey } = engine
const rate = 9_100_000n
const ids = await story.fundedPayroll([20_000n, 30_000n], 3_000_000n)
const { companyId, userId, payrollId, employeeIds } = ids
const approver = await insertApprover(engine, companyId)

type Options = Partial<Parameters<typeof makeApprovedPayday>[2]> & { approvers?: string[] }
type Planned = { trx: Trx; orderId: string; changeId: string; paymentId: string; id: string }

const checks = { wallet: engine.wallet, network: engine.network, macKey, caps: engine.caps }

/** The hashes of an order are no secret: a careful thief writes the right ones. */
async function rehash(trx: Trx, id: string) {
  const plan = await readPlan(trx, id)
  if (!plan?.order) return
  const { row, plan: ordered } = plan.order
  const sheet = {
    ...ordered,
    feeCeilingUsdCents: row.fee_ceiling_usd_cents,
    held: row.held as Sheet['held'],
    changers: changersOfOrder(row).map(({ userId }) => userId),
    changesSha256: row.changes_sha256,
  }
  await trx
    .updateTable('orders')
    .set({
      plan_sha256: planSha256(ordered, row.fee_ceiling_sats),
      sheet_sha256: sheetSha256(sheet),
    })
    .where('id', '=', row.id)
    .execute()
}

/** The signer's word on a payday that was planned and forged; nothing of it is ever committed. */
async function faultAfter(
  forge: (planned: Planned) => Promise<unknown>,
  options: Options = {},
  { now = new Date(), alter = (plan: StoredPlan) => plan } = {},
) {
  await engine.price(rate)
  const trx = await withMacsOfActs(engine.owner, macKey).startTransaction().execute()
  try {
    const inTrx = { macKey, db: trx, owner: trx }
    const key = '2026-11-Q1'
    const input = { key, rateUsdCentsPerBtc: rate, approver, ...options }
    const payday = await makeApprovedPayday(inTrx, ids, input)
    for (const one of options.approvers ?? []) {
      await addApproval(trx, macKey, { companyId, id: payday.changeId }, one)
    }
    expect(await tryPayday(engine, payday, now, trx)).toBeNull()
    const { id, order_id: orderId } = await trx
      .selectFrom('transactions')
      .select(['id', 'order_id'])
      .where('payroll_id', '=', payrollId)
      .where('type', '=', 'send')
      .executeTakeFirstOrThrow()
    const { sheet_id: paymentId } = await trx
      .selectFrom('orders')
      .select('sheet_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const { changeId } = payday
    await forge({ trx, id, changeId, orderId: orderId ?? '', paymentId: paymentId ?? '' })
    await rehash(trx, id)
    const plan = await readPlan(trx, id)
    return plan && findPlanFault(alter(plan), checks)
  } finally {
    await trx.rollback().execute()
  }
}

const nothing = async () => undefined
const set = (table: 'orders' | 'change_orders', what: ReturnType<typeof sql>) => (p: Planned) =>
  sql`UPDATE ${sql.table(table)} SET ${what}
    WHERE id = ${table === 'orders' ? p.orderId : p.changeId}`.execute(p.trx)

test('a payday as people approved it → the signer has no fault to find', async () => {
  expect(await faultAfter(nothing)).toBeNull()
  expect(await faultAfter(nothing, { approver: userId, required: 0 })).toBeNull()
})

/** A salary that the company set once, under its MAC, and nobody approved for this payday. */
async function higherSalary({ trx, paymentId }: Planned) {
  const [employeeId = ''] = employeeIds
  const { address } = await trx
    .selectFrom('employees')
    .select('address')
    .where('id', '=', employeeId)
    .executeTakeFirstOrThrow()
  const person = { id: employeeId, company_id: companyId, base_salary_usd_cents: 20_100n }
  const mac = macOf(macKey, 'employees', payTerms({ ...person, address, version: 7 }))
  await sql`UPDATE sheet_lines SET net_usd_cents = 20100, base_usd_cents = 20100, version = 7, mac = ${mac}
    WHERE sheet_id = ${paymentId} AND employee_id = ${employeeId}`.execute(trx)
  await sql`UPDATE payouts o SET usd_cents = l.net_usd_cents, sats = 220879 FROM sheet_lines l
    WHERE l.id = o.line_id AND o.sheet_id = ${paymentId} AND l.employee_id = ${employeeId}`.execute(
    trx,
  )
  await sql`UPDATE transaction_outputs o SET sats = l.sats FROM payouts l
    WHERE l.line_id = o.line_id AND l.sheet_id = ${paymentId}`.execute(trx)
  await sql`UPDATE transaction_outputs SET sats = sats - 1099
    WHERE line_id IS NULL AND transaction_id IN (
      SELECT id FROM transactions WHERE sheet_id = ${paymentId})`.execute(trx)
}

/** Somebody is left out, and the amount stays in the payroll. */
const onePersonLess = ({ trx, id }: Planned) =>
  sql`
    WITH gone AS (
      DELETE FROM transaction_outputs WHERE transaction_id = ${id} AND line_id = (
        SELECT min(line_id::text)::uuid FROM transaction_outputs WHERE transaction_id = ${id})
      RETURNING sats)
    UPDATE transaction_outputs SET sats = sats + (SELECT sats FROM gone)
    WHERE transaction_id = ${id} AND line_id IS NULL`.execute(trx)

/** All that is ordered of the payroll until then would come before it. */
async function orderedNextYear(planned: Planned) {
  await set('orders', sql`requested_at = now() + interval '1 year'`)(planned)
  await sql`INSERT INTO prices (at, usd_cents_per_btc, sources)
    SELECT requested_at, ${String(rate)}, 3 FROM orders WHERE id = ${planned.orderId}`.execute(
    planned.trx,
  )
}

/** The plan at a price that fell by 9 %, which the thief has written. */
async function lowerPrice({ trx, id, paymentId, orderId }: Planned) {
  const low = 8_281_000n
  await sql`INSERT INTO prices (at, usd_cents_per_btc, sources)
    SELECT requested_at, ${String(low)}, 3 FROM orders WHERE id = ${orderId}
    ON CONFLICT (at) DO UPDATE SET usd_cents_per_btc = excluded.usd_cents_per_btc`.execute(trx)
  await sql`UPDATE transactions SET rate_usd_cents_per_btc = ${String(low)} WHERE id = ${id}`.execute(
    trx,
  )
  await sql`UPDATE payouts SET sats = round(usd_cents * 100000000.0 / ${String(low)}::bigint)
    WHERE sheet_id = ${paymentId}`.execute(trx)
  await sql`UPDATE transaction_outputs c SET sats = c.sats - (
      SELECT sum(l.sats - o.sats) FROM transaction_outputs o JOIN payouts l ON l.line_id = o.line_id
      WHERE o.transaction_id = ${id})
    WHERE c.transaction_id = ${id} AND c.line_id IS NULL`.execute(trx)
  await sql`UPDATE transaction_outputs o SET sats = l.sats FROM payouts l
    WHERE l.line_id = o.line_id AND o.transaction_id = ${id}`.execute(trx)
}

const otherPayload = set(
  'change_orders',
  sql`payload = replace(payload, '"mode":"PAY"',
  '"mode":"PREPARE"')`,
)

const otherApproval = ({ trx, changeId }: Planned) =>
  sql`UPDATE approvals SET user_id = ${approver}, mac = ${randomBytes(32)}
    WHERE subject_id = ${changeId}`.execute(trx)

const removedApprover = ({ trx }: Planned) =>
  updateUser(trx, macKey, { companyId, userId: approver }, { removed_at: new Date() })

const removeRequester = ({ trx }: Planned) =>
  updateUser(trx, macKey, { companyId, userId }, { removed_at: new Date() })

const forgeries: [string, SignerFaultCode, (planned: Planned) => Promise<unknown>][] = [
  ['somebody gets a salary of another time', 'PAYDAY_NOT_ITS_SHEET', higherSalary],
  ['somebody is left out', 'PAYDAY_NOT_ITS_SHEET', onePersonLess],
  [
    'a choice about held people is invented',
    'PAYDAY_NOT_ITS_SHEET',
    set('orders', sql`held = jsonb_build_object(${employeeIds[0]}::text, 'leave')`),
  ],
  [
    'a choice about people paid elsewhere is invented',
    'PAYDAY_OF_ANOTHER_RUN',
    set('orders', sql`included = '[{ "employee": "a", "payroll": "b", "paid": "a" }]'`),
  ],
  ['the fees may be any', 'PAYDAY_ABOVE_CEILING', set('orders', sql`fee_ceiling_sats = 100000`)],
  ['the price is said to have fallen by 9 %', 'PAYDAY_ABOVE_CEILING', lowerPrice],
  [
    'it claims another period',
    'PAYDAY_OF_ANOTHER_RUN',
    set('orders', sql`claims_period = '2026-12-Q1'`),
  ],
  ['it claims no period', 'PAYDAY_OF_ANOTHER_RUN', set('orders', sql`claims_period = NULL`)],
  [
    'somebody else is said to have asked',
    'PAYDAY_OF_ANOTHER_RUN',
    set('orders', sql`requested_by = ${approver}`),
  ],
  ['it is said to be ordered next year', 'PAYDAY_OUT_OF_WINDOW', orderedNextYear],
  ['the approved payload is another', 'PAYDAY_MAC_WRONG', otherPayload],
  ['it needs fewer approvals', 'PAYDAY_MAC_WRONG', set('change_orders', sql`required = 0`)],
  [
    'it lives longer',
    'PAYDAY_MAC_WRONG',
    set('change_orders', sql`expires_at = now() + interval '1 day'`),
  ],
  [
    'it was rejected',
    'PAYDAY_NEEDS_PRESS',
    set('change_orders', sql`state = 'rejected', ended_at = now()`),
  ],
  ['an approval is written by hand', 'ORDER_NOT_APPROVED', otherApproval],
  ['who approved has left', 'APPROVERS_DO_NOT_COUNT', removedApprover],
  ['who asked has left', 'PAYDAY_NEEDS_PRESS', removeRequester],
  ['a MAC is invented', 'ORDER_MAC_WRONG', set('orders', sql`mac = ${randomBytes(32)}`)],
]

test.each(forgeries)('%s → %s', async (_what, code, forge) => {
  expect(await faultAfter(forge)).toMatchObject({ code })
})

/** Paydays of the payroll after the thief has kept their approval from ending with them. */
const paydaysBecome =
  (changes: ReturnType<typeof sql>) =>
  async ({ trx, changeId }: Planned) => {
    expect(await stateOf(trx, changeId)).toBe('waiting')
    await rewritePaydays(trx, sql`o.payroll_id = ${payrollId}`, changes, macKey)
  }

const stateOf = async (trx: Trx, changeId: string) => {
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM change_orders WHERE id = ${changeId}`.execute(trx)
  return rows[0]?.state
}

const scheduleBecomes =
  (changes: ReturnType<typeof sql>) =>
  ({ trx }: Planned) =>
    changeSchedule(trx, payrollId, changes, macKey)

test.each([
  ['was skipped', paydaysBecome(sql`skipped_at = now(), skipped_by = ${userId}`)],
  ['was moved', paydaysBecome(sql`due_at = due_at + interval '1 minute'`)],
  ['ended', paydaysBecome(sql`ended = true`)],
  [
    'was written by somebody',
    ({ trx }: Planned) => sql`UPDATE occurrences SET mac = NULL`.execute(trx),
  ],
  ['pays itself no more', scheduleBecomes(sql`mode = 'PREPARE'`)],
  ['has no dates', scheduleBecomes(sql`ended = true`)],
  ['is said to be done', set('change_orders', sql`state = 'done', ended_at = now()`)],
])('approved, it %s since, and its approval stands → not signed', async (_what, forge) => {
  expect(await faultAfter(forge)).toMatchObject({ code: 'PAYDAY_NEEDS_PRESS' })
})

test('nobody approved it, whatever its state says → not signed', async () => {
  const unapproved = ({ trx, changeId }: Planned) =>
    sql`DELETE FROM approvals WHERE subject_id = ${changeId}`.execute(trx)
  expect(await faultAfter(unapproved)).toMatchObject({ code: 'ORDER_NOT_APPROVED' })
})

test('it is not its hour, or that is over → not signed', async () => {
  const code = 'PAYDAY_OUT_OF_WINDOW'
  expect(await faultAfter(nothing, { hoursLate: -1 })).toMatchObject({ code })
  const now = new Date(Date.now() - 2 * 3_600_000)
  expect(await faultAfter(nothing, { hoursLate: 7 }, { now })).toMatchObject({ code })
})

test('to be pressed for, a backup restored, or signed for before → not signed', async () => {
  expect(await faultAfter(nothing, { mode: 'PREPARE' })).toMatchObject({
    code: 'PAYDAY_NEEDS_PRESS',
  })
  const remembering = (payday: object) => (plan: StoredPlan) =>
    plan.order
      ? { ...plan, order: { ...plan.order, payday: { ...plan.order.payday, ...payday } } }
      : plan
  const restored = remembering({ restoredAt: new Date() })
  expect(await faultAfter(nothing, {}, { alter: restored })).toMatchObject({
    code: 'PAYDAY_NEEDS_PRESS',
  })
  const signed = remembering({ signedFor: [employeeIds[1] ?? ''] })
  expect(await faultAfter(nothing, {}, { alter: signed })).toMatchObject({
    code: 'PAYDAY_SIGNED_BEFORE',
  })
  const others = remembering({ signedFor: [randomUUID()] })
  expect(await faultAfter(nothing, {}, { alter: others })).toBeNull()
})

/** The calendar prepared it, and the approver had changed a salary. */
const changedByApprover = {
  askedBy: null,
  payload: { changers: [{ userId: approver, changed: [{ what: 'SALARY' as const, people: 1 }] }] },
}

test('approved by who changed it alone → not signed but once another presses', async () => {
  const byBoth = { ...changedByApprover, approvers: [userId] }
  expect(await faultAfter(nothing, byBoth)).toBeNull()
  const takeBack = ({ trx, changeId }: Planned) =>
    sql`DELETE FROM approvals WHERE subject_id = ${changeId} AND user_id = ${userId}`.execute(trx)
  expect(await faultAfter(takeBack, byBoth)).toMatchObject({ code: 'ORDER_NOT_APPROVED' })
  const presser = (presser: string) => async (planned: Planned) => {
    await takeBack(planned)
    const { trx, orderId } = planned
    const row = await trx
      .selectFrom('orders')
      .select(orderColumns)
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const number = await takeOrderNumber(trx, companyId)
    const terms = { ...row, requested_by: presser, number }
    const mac = macOf(macKey, 'orders', terms)
    await trx
      .updateTable('orders')
      .set({ requested_by: presser, number, mac })
      .where('id', '=', orderId)
      .execute()
  }
  expect(await faultAfter(presser(userId), byBoth)).toBeNull()
  expect(await faultAfter(presser(approver), byBoth)).toMatchObject({
    code: 'ORDER_NOT_APPROVED',
  })
})

test('prepared by the calendar, nobody else counts → an administrator’s own code', async () => {
  const own = { ...changedByApprover, required: 0 }
  expect(await faultAfter(nothing, own)).toBeNull()
  const demoted = ({ trx }: Planned) =>
    updateUser(trx, macKey, { companyId, userId: approver }, { role: 'APPROVER' })
  expect(await faultAfter(demoted, own)).toMatchObject({ code: 'APPROVERS_DO_NOT_COUNT' })
})
