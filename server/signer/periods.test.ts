import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { macOf } from '#server/authorization/mac.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { setPaydays, timesPaid } from '#server/testing/period-steps.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'

// The database forgets the period of a payment.
const story = await storyForFile({}, { breaks: ['I4'] })
const { engine } = story
const rate = 9_100_000n

type Ids = Awaited<ReturnType<typeof story.fundedPayroll>>

async function mined(ids: Ids, paymentId: string) {
  await story.paymentIs(ids, paymentId, 'unconfirmed')
  await engine.play.mine(1)
  await story.paymentIs(ids, paymentId, 'confirmed')
  await engine.price(rate)
}

async function faultOf(ids: Ids, paymentId: string) {
  await story.paymentIs(ids, paymentId, 'failed')
  // The worker closes a payment that the signer refused, and the payroll can be paid again.
  await engine.until('the payment is closed', async () => {
    const payments = engine.db.selectFrom('sheets').select('closed_at')
    return (await payments.where('id', '=', paymentId).executeTakeFirstOrThrow()).closed_at
  })
  const { id } = await engine.db
    .selectFrom('transactions')
    .select('id')
    .where('sheet_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return readSignerFault(engine.db, id)
}

test('the tables forget that a period was paid → the signer does not', async () => {
  const ids = await story.fundedPayroll([20_000n, 30_000n], 3_000_000n)
  await setPaydays(engine.owner, ids, [{ key: '2026-11-Q1', inHours: -1 }])
  await engine.price(rate)
  const first = await engine.run(ids)
  await mined(ids, first)
  // A thief of the api's database role makes the run one of no period.
  await sql`DELETE FROM period_claims WHERE payroll_id = ${ids.payrollId}`.execute(engine.db)
  await sql`UPDATE sheets SET period_key = NULL WHERE id = ${first}`.execute(engine.db)
  const again = await engine.run(ids, first)
  expect(await faultOf(ids, again)).toMatchObject({ code: 'BOTH_MAY_CONFIRM' })
  expect(await timesPaid(engine.db, ids.payrollId, ids.employeeIds)).toEqual([1, 1])
})

/** A sheet of a special pay for everybody, as somebody has saved it. */
async function sheetOf(ids: Ids, cents: bigint, mac = testMacKey) {
  const { companyId, payrollId, userId, employeeIds } = ids
  const runId = randomUUID()
  const periodKey = `2026-11-BONUS-${runId.slice(0, 4)}`
  await sql`
    INSERT INTO special_runs (id, company_id, payroll_id, kind, year, period_key, bonus_usd_cents, due_at,
      created_by) VALUES (${runId}, ${companyId}, ${payrollId}, 'BONUS', 2026, ${periodKey}, 10000, now(),
      ${userId})`.execute(engine.owner)
  for (const employeeId of employeeIds) {
    const terms = {
      company_id: companyId,
      run_id: runId,
      employee_id: employeeId,
      usd_cents: cents,
      version: 1,
    }
    await sql`
      INSERT INTO special_run_lines (run_id, company_id, employee_id, usd_cents, edited, version, mac)
      VALUES (${runId}, ${companyId}, ${employeeId}, ${String(cents)}, false, 1,
        ${macOf(mac, 'special_run_lines', terms)})`.execute(engine.owner)
  }
  const amounts = new Map(employeeIds.map((id) => [id, cents]))
  return { runId, kind: 'BONUS' as const, periodKey, amounts, usual: new Map() }
}

type Sheet = Awaited<ReturnType<typeof sheetOf>>

async function runSpecial(ids: Ids, special: Sheet) {
  await engine.price(rate)
  return engine.run(ids, '', null, undefined, special)
}

test('a special pay beside a regular run within 72 h → both are paid, each once', async () => {
  const ids = await story.fundedPayroll([20_000n, 30_000n], 3_000_000n)
  await engine.price(rate)
  const regular = await engine.run(ids)
  await mined(ids, regular)
  const sheet = await sheetOf(ids, 12_345n)
  const special = await runSpecial(ids, sheet)
  await mined(ids, special)
  const lines = await engine.db
    .selectFrom('sheet_lines')
    .select(['usd_cents as usdCents', 'salary_usd_cents as salary'])
    .where('sheet_id', '=', special)
    .orderBy('salary_usd_cents')
    .execute()
  expect(lines).toEqual([
    { usdCents: 12_345n, salary: 20_000n },
    { usdCents: 12_345n, salary: 30_000n },
  ])
  await expect(runSpecial(ids, sheet)).rejects.toMatchObject({ code: 'PERIOD_PAID' })
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'ALREADY_PAID' })
  await mined(ids, await engine.run(ids, regular))
  expect(await timesPaid(engine.db, ids.payrollId, ids.employeeIds)).toEqual([3, 3])
})

test('an amount of a sheet that nobody has saved → the signer refuses it', async () => {
  const ids = await story.fundedPayroll([20_000n], 3_000_000n)
  const sheet = await sheetOf(ids, 12_345n)
  await sql`UPDATE special_run_lines SET usd_cents = 99000 WHERE run_id = ${sheet.runId}`.execute(
    engine.owner,
  )
  const amounts = new Map(ids.employeeIds.map((id) => [id, 99_000n]))
  const forged = await runSpecial(ids, { ...sheet, amounts })
  expect(await faultOf(ids, forged)).toMatchObject({ code: 'LINE_MAC_WRONG' })
  const higher = await sheetOf(ids, 12_345n)
  const other = await runSpecial(ids, { ...higher, amounts })
  expect(await faultOf(ids, other)).toMatchObject({ code: 'LINE_NOT_THE_SALARY' })
})
