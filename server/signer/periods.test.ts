import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testMacKey } from '#server/testing/codes.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { setPaydays, timesPaid } from '#server/testing/period-steps.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'
import { aSpecialPay } from '#server/testing/special-pay.ts'

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
function sheetOf(ids: Ids, cents: bigint) {
  const { companyId, payrollId, userId, employeeIds } = ids
  const id = randomUUID()
  const draft = {
    id,
    company_id: companyId,
    payroll_id: payrollId,
    kind: 'BONUS',
    period_key: `2026-11-BONUS-${id.slice(0, 4)}`,
    bonus_usd_cents: 10_000n,
    bonus_percent: null,
  } as const
  return aSpecialPay(engine.owner, testMacKey, { ...draft, created_by: userId }, employeeIds, cents)
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
    .selectFrom('sheet_lines as l')
    .innerJoin('payouts as o', 'o.line_id', 'l.id')
    .select(['o.method', 'o.usd_cents as usdCents', 'l.net_usd_cents as net'])
    .select('l.base_usd_cents as base')
    .where('l.sheet_id', '=', special)
    .orderBy('l.base_usd_cents')
    .execute()
  const paid = { method: 'BITCOIN', usdCents: 12_345n, net: 12_345n }
  expect(lines).toEqual([
    { ...paid, base: 20_000n },
    { ...paid, base: 30_000n },
  ])
  await expect(runSpecial(ids, sheet)).rejects.toMatchObject({ code: 'PERIOD_PAID' })
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'ALREADY_PAID' })
  await mined(ids, await engine.run(ids, regular))
  expect(await timesPaid(engine.db, ids.payrollId, ids.employeeIds)).toEqual([3, 3])
})
