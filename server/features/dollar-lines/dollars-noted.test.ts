import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import { markDollarsUnsent } from '#server/authorization/dollar-marks.ts'
import type { RecordedNote } from '#server/authorization/signing-record.ts'
import { notify } from '#server/platform/db/notify.ts'
import { signatureLock } from '#server/signer/signature-lock.ts'
import { pressRunPayment, run } from '#server/testing/approval-steps.ts'
import { dollarSteps } from '#server/testing/dollar-steps.ts'
import { editEmployee, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'

/** Released dollars stand in the signing record before any list has them. */

const s = await paymentsForFile()
const { db, owner, record } = s.engine
const { dollarTeam, listPath, listOf, paymentOf, approves, csvOf } = dollarSteps(s)

const runOf = (note: RecordedNote) => (note.is === 'mark' ? note.mark.run : note.dollars.run)
const notesOf = async ({ _id }: Payment) =>
  (await record.readNotes()).filter((note) => runOf(note) === _id)
const saidOf = async (payment: Payment) =>
  (await notesOf(payment)).map((note) => (note.is === 'mark' ? note.mark.sent : note.is))
const wake = () => notify(db, 'signatures')

/** The signer has looked at all that waited: it notes the oldest first, and now a newer one. */
async function signerLooked() {
  const { ours, payrollId } = await dollarTeam([1_000n], 0)
  expect(await saidOf(await run(ours, payrollId))).toEqual(['dollars'])
}
const listIs = async (
  who: { call: (m: 'GET', p: string) => Promise<{ status: number }> },
  payment: Payment,
) => (await who.call('GET', listPath(payment))).status

/** Does something while another one holds the lock of the signer. */
const whileSignerIsAway = <T>(work: () => Promise<T>): Promise<T> =>
  owner.connection().execute(async (session) => {
    await sql`SELECT pg_advisory_lock(${signatureLock}::bigint)`.execute(session)
    return work().finally(() =>
      sql`SELECT pg_advisory_unlock(${signatureLock}::bigint)`.execute(session),
    )
  })

test('a released order is noted with each line, once, and its list is there', async () => {
  const { ours, gloria, payrollId, employeeIds } = await dollarTeam([50_000n, 40_000n], 1)
  const payment = await run(ours, payrollId)
  expect(await notesOf(payment)).toEqual([])
  await approves(gloria)
  const { order, lines } = await listOf(ours, payment)
  expect(lines).toHaveLength(2)
  const [note, ...others] = await notesOf(payment)
  expect(others).toEqual([])
  if (note?.is !== 'dollars') throw new Error('no dollars are noted')
  const { sheetSha256, orderNumber, pay } = note.dollars
  expect({ sheetSha256, orderNumber }).toEqual({ sheetSha256: order?.sha256, orderNumber: 1n })
  const paid = pay.lines.map((line) => [line.employee, line.dollarsUsdCents, line.bankAccount])
  expect(paid.toSorted()).toEqual(
    employeeIds.map((id, at) => [id, at === 0 ? 50_000n : 40_000n, '00-4417']).toSorted(),
  )
})

test('dollars beside bitcoin are noted once a transaction of the order is signed', async () => {
  const { ours, payrollId, employeeIds } = await dollarTeam([50_000n, 40_000n], 0)
  await editEmployee(ours, employeeIds[0] ?? '', { bitcoinPercent: 50 })
  const payment = await run(ours, payrollId)
  expect(payment.transactions).toMatchObject([{ state: 'unconfirmed' }])
  const [note] = await notesOf(payment)
  if (note?.is !== 'dollars') throw new Error('no dollars are noted')
  const parts = note.dollars.pay.lines.map((line) => [line.usdCents, line.dollarsUsdCents])
  expect(parts.toSorted()).toEqual([
    [0n, 40_000n],
    [25_000n, 25_000n],
  ])
  expect(await listIs(ours, payment)).toBe(200)
})

test('the signer is away → the press answers in time, no list until it is back', async () => {
  const { ours, payrollId } = await dollarTeam([50_000n], 0)
  const payment = await whileSignerIsAway(async () => {
    const begun = Date.now()
    const made = await run(ours, payrollId)
    expect(Date.now() - begun).toBeGreaterThan(9_000)
    expectRefusal(await ours.call('GET', listPath(made)), 409, 'NOT_APPROVED')
    expect((await csvOf(ours, made)).toString()).toContain('NOT_APPROVED')
    expectRefusal(await pressRunPayment(ours, payrollId), 409, 'ALREADY_PAID')
    return made
  })
  await s.engine.until('the list is there', async () => (await listIs(ours, payment)) === 200)
  expect(await saidOf(payment)).toEqual(['dollars'])
})

test('the database lost the note → it is noted again, and stands in the record once', async () => {
  const { ours, payrollId } = await dollarTeam([50_000n], 0)
  const payment = await run(ours, payrollId)
  await owner.deleteFrom('noted_dollars').where('company_id', '=', ours.companyId).execute()
  expect(await listIs(ours, payment)).toBe(409)
  await wake()
  await s.engine.until('the list is there', async () => (await listIs(ours, payment)) === 200)
  expect(await saidOf(payment)).toEqual(['dollars'])
})

test('rows of the program’s own role release nothing, and hold up no other order', async () => {
  const { ours, gloria, payrollId } = await dollarTeam([50_000n], 2)
  const payment = await run(ours, payrollId)
  await approves(gloria)
  const forged = sql`
    INSERT INTO noted_dollars (id, company_id, sheet_sha256, usd_cents)
    SELECT id, company_id, sheet_sha256, 1 FROM orders WHERE sheet_id = ${payment._id}`
  await expect(forged.execute(db)).rejects.toThrow('permission denied')
  await sql`UPDATE sheets SET closed_at = now() WHERE id = ${payment._id}`.execute(db)
  await sql`UPDATE orders SET required = 1 WHERE sheet_id = ${payment._id}`.execute(db)
  await wake()
  await signerLooked()
  expect(await notesOf(payment)).toEqual([])
  expect(await paymentOf(ours, payment)).toMatchObject({ state: 'confirmed' })
  expectRefusal(await ours.call('GET', listPath(payment)), 409, 'NOT_APPROVED')
  expect(s.engine.alarms).toContain('the signer notes no dollars of an order')
})

test('approved, and changed before the signer looks → never noted', async () => {
  const { ours, gloria, payrollId } = await dollarTeam([50_000n], 1)
  const payment = await run(ours, payrollId)
  await whileSignerIsAway(async () => {
    await approves(gloria)
    // An account of the program's own making, as a thief of its role could insert a line.
    await sql`UPDATE sheet_lines SET bank_account = '99' WHERE sheet_id = ${payment._id}`.execute(
      owner,
    )
  })
  await signerLooked()
  expect(await notesOf(payment)).toEqual([])
})

test('“No se envió” is noted, and a list that sends after all waits for its note', async () => {
  const { ours, payrollId } = await dollarTeam([50_000n], 0)
  const payment = await run(ours, payrollId)
  await csvOf(ours, payment)
  const { lines } = await listOf(ours, payment)
  const path = `${listPath(payment)}/${lines[0]?._id}`
  expect((await ours.call('PATCH', path, { sent: false })).status).toBe(200)
  await s.engine.until('it is noted', async () => (await saidOf(payment)).length === 2)
  expect(await saidOf(payment)).toEqual(['dollars', false])
  await csvOf(ours, payment)
  expect(await saidOf(payment)).toEqual(['dollars', false, true])
  await csvOf(ours, payment)
  expect(await saidOf(payment)).toEqual(['dollars', false, true])
})

test('a mark that the program did not write is never noted', async () => {
  const { ours, payrollId } = await dollarTeam([50_000n], 0)
  const payment = await run(ours, payrollId)
  const [line] = (await listOf(ours, payment)).lines
  const { id: marked_by } = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', ours.companyId)
    .executeTakeFirstOrThrow()
  const by = { company_id: ours.companyId, marked_by, at: new Date() }
  await db.transaction().execute(async (trx) => {
    await markDollarsUnsent(trx, s.engine.macKey, [line?._id ?? ''], by)
    await sql`INSERT INTO dollar_marks (id, company_id, line_id, sent, marked_by, at, mac)
      SELECT uuidv7(), company_id, line_id, sent, marked_by, at, mac FROM dollar_marks
      WHERE line_id = ${line?._id}`.execute(trx)
  })
  await wake()
  await s.engine.until('it is noted', async () => (await saidOf(payment)).length === 2)
  await signerLooked()
  expect(await saidOf(payment)).toEqual(['dollars', false])
})
