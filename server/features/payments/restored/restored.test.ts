import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseBtcAddress } from '#domain/address.ts'
import { withMacsOfActs } from '#server/authorization/audit-rows.ts'
import { macOf, requireTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import { readPayment } from '#server/features/payments/read-payment.ts'
import { readDueLines } from '#server/features/receipts/due-lines.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type ChainStory, chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { actions, anAddress } from '#server/testing/engine.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { setPaydays, timesPaid } from '#server/testing/period-steps.ts'
import { backUp } from '#server/testing/restored-steps.ts'
import { aSpecialPay } from '#server/testing/special-pay.ts'

/** A restored backup takes what was signed since from the signing record, and guesses nothing. */

const node = await nodeForFile()
type Ids = Awaited<ReturnType<ChainStory['fundedPayroll']>>
const paydays = [{ key: '2026-11-Q2', inHours: -1 }]

const lowestId = '00000000-0000-0000-0000-000000000000'
let old: ChainStory
let special: Ids
let moved: Ids
let hired: Ids
let waiting: Ids
let planned: string
let sheet: Awaited<ReturnType<typeof aguinaldoOf>>
let aguinaldo: string
let kept: Awaited<ReturnType<ReturnType<typeof backUp>['restored']>>

/** The sheet of an aguinaldo for everybody, as somebody has saved it. */
async function aguinaldoOf({ engine }: ChainStory, ids: Ids, cents: bigint) {
  const { companyId, payrollId, userId, employeeIds } = ids
  const draft = {
    id: randomUUID(),
    company_id: companyId,
    payroll_id: payrollId,
    kind: 'AGUINALDO',
    period_key: '2026-12-AGUINALDO',
    bonus_usd_cents: null,
    bonus_percent: null,
  } as const
  return aSpecialPay(engine.owner, testMacKey, { ...draft, created_by: userId }, employeeIds, cents)
}

async function move({ engine }: ChainStory, id: string, changes: object) {
  const person = await engine.owner
    .selectFrom('employees')
    .select(macColumns.employees)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const address = anAddress()
  const parsed = parseBtcAddress(address, 'regtest')
  if (!parsed.ok) throw new Error('a test address is not valid')
  const { mac: _, ...before } = requireTrue(testMacKey, 'employees', person)
  const terms = { ...before, address, version: before.version + 1 }
  const mac = macOf(testMacKey, 'employees', terms)
  await engine.owner
    .updateTable('employees')
    .set({
      address,
      version: terms.version,
      ...changes,
      script_pubkey: Buffer.from(parsed.script),
      mac,
    })
    .where('id', '=', id)
    .execute()
}

beforeAll(async () => {
  const present = await chainStory({ node })
  const { engine } = present
  special = await present.fundedPayroll([50_000n, 30_000n], 3_000_000n)
  moved = await present.nextFundedPayroll(special, [50_000n, 30_000n], 3_000_000n)
  hired = await present.nextFundedPayroll(special, [50_000n], 3_000_000n)
  waiting = await present.nextFundedPayroll(special, [50_000n], 3_000_000n)
  // Somebody of two payrolls, for the same days.
  await engine.addMembers(waiting, hired.employeeIds)
  for (const ids of [special, moved, hired]) await setPaydays(engine.owner, ids, paydays)
  await setPaydays(engine.owner, waiting, [{ key: '2026-11', inHours: -1 }])
  const backup = backUp(present)
  sheet = await aguinaldoOf(present, special, 20_000n)
  await move(present, moved.employeeIds[0] ?? '', {})
  const newcomer = await engine.payroll(special.companyId, [40_000n])
  await move(present, newcomer.employeeIds[0] ?? '', { identification: '01234567-8' })
  await engine.addMembers(hired, newcomer.employeeIds)
  await engine.price(rateUsdCentsPerBtc)
  aguinaldo = await engine.run(special, '', null, undefined, sheet)
  const payments = [aguinaldo, await engine.run(moved), await engine.run(hired)]
  for (const id of payments) await present.paymentIs(special, id, 'unconfirmed')
  await engine.play.mine(1)
  for (const id of payments) await present.paymentIs(special, id, 'confirmed')
  kept = await backup.restored()
  // Somebody pressed in the restored database before the operator ran `npm run restored`.
  const prepare = async (owner: Db) => {
    const db = withMacsOfActs(owner, testMacKey)
    planned = await actions({ db, worker: db }, { ...engine, sandbox: true }).run(waiting)
    await kept.prepare(owner)
  }
  old = await chainStory({ node, ...kept, prepare })
  for (const id of payments) await old.paymentIs(special, id, 'confirmed')
  await old.engine.price(rateUsdCentsPerBtc)
})
afterAll(() => old.engine.stop())

test('a plan that nobody signed → ends; the next press knows who is paid elsewhere', async () => {
  const { engine } = old
  const { transactions } = await engine.until('the plan is signed, or has ended', async () => {
    const payment = await readPayment(engine.db, waiting.companyId, planned)
    return payment?.state !== 'pendingApproval' && payment
  })
  expect(transactions).toMatchObject([{ state: 'failed', failure: 'RESTORED' }])
  const paid = await engine.run(waiting)
  await old.paymentIs(waiting, paid, 'unconfirmed')
  await engine.play.mine(1)
  await old.paymentIs(waiting, paid, 'confirmed')
  const people = [...waiting.employeeIds, ...hired.employeeIds]
  expect(await timesPaid(engine.db, waiting.payrollId, people)).toEqual([1, 0])
  const { number } = await engine.db
    .selectFrom('orders')
    .select('number')
    .where('sheet_id', '=', paid)
    .executeTakeFirstOrThrow()
  // The lost database has signed the orders 1 to 3 of the company.
  expect(number).toBe(4n)
})

test('a payment made after the backup → receipts at a rate without sources', async () => {
  const of = { companyId: special.companyId, paymentId: aguinaldo }
  const lines = await old.engine.owner
    .transaction()
    .execute((trx) => readDueLines(trx, of, 'Quincena', { after: lowestId, most: 10 }))
  expect(lines.map(({ facts }) => facts.bitcoin)).toMatchObject([
    { rateSources: 0, rateUsdCentsPerBtc: String(rateUsdCentsPerBtc) },
    { rateSources: 0, rateUsdCentsPerBtc: String(rateUsdCentsPerBtc) },
  ])
})

test('an aguinaldo paid after the backup is not paid again, and is no regular payday', async () => {
  const { engine } = old
  await expect(engine.run(special, aguinaldo, null, undefined, sheet)).rejects.toMatchObject({
    code: 'PERIOD_PAID',
  })
  await old.paymentIs(special, await engine.run(special), 'unconfirmed')
  await engine.play.mine(1)
  await old.followed()
  expect(await timesPaid(engine.db, special.payrollId, special.employeeIds)).toEqual([2, 2])
})

test('somebody who moved to another address since is not paid the period again', async () => {
  const { engine } = old
  await engine.price(rateUsdCentsPerBtc)
  await expect(engine.run(moved)).rejects.toMatchObject({ code: 'PERIOD_PAID' })
  const people = await engine.db
    .selectFrom('employees')
    .select(macColumns.employees)
    .where('id', 'in', moved.employeeIds)
    .orderBy(sql`array_position(${moved.employeeIds}::uuid[], id)`)
    .execute()
  const versions = people.map((person) => requireTrue(testMacKey, 'employees', person).version)
  // Present terms are above all signed ones: the lost database may have signed others of this version.
  expect(versions).toEqual([3, 2])
  expect(kept.taken.in?.moved.map(({ id }) => id)).toEqual([moved.employeeIds[0]])
})

test('a person hired after the backup and entered again is not paid the period again', async () => {
  const { engine } = old
  const again = await engine.payroll(special.companyId, [40_000n])
  await move(old, again.employeeIds[0] ?? '', { identification: '012345678' })
  await engine.addMembers(hired, again.employeeIds)
  await engine.price(rateUsdCentsPerBtc)
  await expect(engine.run(hired)).rejects.toMatchObject({ code: 'PERIOD_PAID' })
})
