import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { parseBtcAddress } from '#domain/address.ts'
import { macOf } from '#server/authorization/mac.ts'
import type { CoveredRow } from '#server/authorization/registry.ts'
import { insertApprover, makeApprovedPayday } from '#server/testing/approved-payday.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { payTerms } from '#server/testing/pay-terms.ts'
import { tryPayday } from '#server/testing/payday-pay-steps.ts'
import { timesPaid } from '#server/testing/period-steps.ts'
import { spendOutside } from '#server/testing/spend-outside.ts'
import { acknowledgeAll, somebodysScript } from '#server/testing/untracked-steps.ts'

const story = await storyForFile()
const { engine } = story
const rate = 9_100_000n

async function payroll(sats = 3_000_000n) {
  const ids = await story.fundedPayroll([20_000n, 30_000n], sats)
  const approver = await insertApprover(engine, ids.companyId)
  await engine.price(rate)
  return { ids, approver }
}

type Ids = Awaited<ReturnType<typeof payroll>>['ids']

const paymentsOf = (ids: Ids) =>
  engine.db
    .selectFrom('sheets')
    .select(['id', 'period_key as key'])
    .where('payroll_id', '=', ids.payrollId)
    .execute()

const ordersOf = (ids: Ids) =>
  engine.db
    .selectFrom('orders')
    .select(['id', 'mac', 'change_order_id as changeId', 'required', 'claims_period as period'])
    .where('payroll_id', '=', ids.payrollId)
    .execute()

async function isPaidOnce(ids: Ids) {
  const [payment, ...more] = await paymentsOf(ids)
  if (!payment) throw new Error('nothing was planned')
  expect(more).toEqual([])
  await story.paymentIs(ids, payment.id, 'unconfirmed')
  await engine.play.mine(1)
  await story.paymentIs(ids, payment.id, 'confirmed')
  expect(await timesPaid(engine.db, ids.payrollId, ids.employeeIds)).toEqual([1, 1])
}

test('approved and due → paid once by itself, however many workers try', async () => {
  const { ids, approver } = await payroll()
  const options = { key: '2026-11-Q1', rateUsdCentsPerBtc: rate, approver }
  const payday = await makeApprovedPayday(engine, ids, options)
  const tries = await Promise.all(Array.from({ length: 8 }, () => tryPayday(engine, payday)))
  expect(tries.filter((reason) => reason === null)).toHaveLength(1)
  expect(await ordersOf(ids)).toEqual([
    {
      id: expect.any(String),
      mac: null,
      changeId: payday.changeId,
      required: 0,
      period: '2026-11-Q1',
    },
  ])
  await isPaidOnce(ids)
})

const prepared = ({ ids, approver }: Awaited<ReturnType<typeof payroll>>, hoursLate = 0.5) =>
  makeApprovedPayday(engine, ids, {
    key: '2026-11-Q1',
    rateUsdCentsPerBtc: rate,
    approver,
    hoursLate,
  })

type Destination = CoveredRow<'employee_destinations'>
type Noted = Pick<Destination, 'employee_id' | 'kind' | 'changed_by' | 'via'> & Partial<Destination>

/** Notes the change of a destination that version 2 of a person brings, without a hold. */
async function noteDestination(companyId: string, noted: Noted): Promise<void> {
  const change: Destination = {
    company_id: companyId,
    version: 2,
    address: '',
    script_pubkey: Buffer.alloc(0),
    bank: '',
    bank_account: '',
    previous_address: '',
    previous_bank: '',
    previous_account: '',
    at: new Date(),
    ip: null,
    hold_until: null,
    hold_reason: null,
    ...noted,
  }
  await engine.db
    .insertInto('employee_destinations')
    .values({ ...change, mac: macOf(engine.macKey, 'employee_destinations', change) })
    .execute()
}

/** Gives the first person another address, set by the company or on the person's own page. */
async function movesAddress({ companyId, userId, employeeIds }: Ids, via: 'FORM' | 'EMPLOYEE') {
  const [employeeId = ''] = employeeIds
  const address = anAddress()
  const parsed = parseBtcAddress(address, 'regtest')
  if (!parsed.ok) throw new Error('a fresh address is valid')
  const script = Buffer.from(parsed.script)
  const person = { id: employeeId, company_id: companyId, base_salary_usd_cents: 20_000n }
  const mac = macOf(engine.macKey, 'employees', payTerms({ ...person, address, version: 2 }))
  await noteDestination(companyId, {
    employee_id: employeeId,
    kind: 'ADDRESS',
    address,
    script_pubkey: script,
    previous_address: anAddress(),
    changed_by: via === 'EMPLOYEE' ? null : userId,
    via,
  })
  await engine.db
    .updateTable('employees')
    .set({ address, script_pubkey: script, version: 2, mac })
    .where('id', '=', employeeId)
    .execute()
  return { employeeId, address }
}

test('the company changes an address after the approval → nobody is paid', async () => {
  const made = await payroll()
  const payday = await prepared(made)
  await movesAddress(made.ids, 'FORM')
  expect(await tryPayday(engine, payday)).toBe('SHEET_CHANGED')
  expect(await paymentsOf(made.ids)).toEqual([])
})

/** Gives the first person another bank account, noted as the program notes a change by `via`; null: past it. */
async function changesAccount({ companyId, userId, employeeIds }: Ids, via: 'FORM' | 'CSV' | null) {
  const [employeeId = ''] = employeeIds
  const account = { bank: 'Banco Cuscatlán', bank_account: '401-7788-0937' }
  if (via === null) {
    await engine.db.updateTable('employees').set(account).where('id', '=', employeeId).execute()
    return
  }
  const person = await engine.db
    .updateTable('employees')
    .set({ ...account, version: 2 })
    .where('id', '=', employeeId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const mac = macOf(engine.macKey, 'employees', person)
  await engine.db.updateTable('employees').set({ mac }).where('id', '=', employeeId).execute()
  const made = { changed_by: userId, via }
  await noteDestination(companyId, {
    employee_id: employeeId,
    kind: 'ACCOUNT',
    ...account,
    ...made,
  })
}

test.each(['FORM', 'CSV', null] as const)(
  'an account changes after the approval, by %s → nobody is paid',
  async (via) => {
    const made = await payroll()
    const payday = await prepared(made)
    await changesAccount(made.ids, via)
    expect(await tryPayday(engine, payday)).toBe('SHEET_CHANGED')
    expect(await paymentsOf(made.ids)).toEqual([])
  },
)

test('an account changed and changed back after the approval → another sheet', async () => {
  const made = await payroll()
  const payday = await prepared(made)
  await changesAccount(made.ids, 'FORM')
  await sql`UPDATE employees SET bank = '', bank_account = '', version = 3
    WHERE id = ${made.ids.employeeIds[0]}`.execute(engine.db)
  expect(await tryPayday(engine, payday)).toBe('SHEET_CHANGED')
})

test('somebody writes another account into the approved sheet → nobody is paid', async () => {
  const made = await payroll()
  const payday = await prepared(made)
  const [employeeId] = made.ids.employeeIds
  await sql`WITH gone AS (
      DELETE FROM payday_sheet_lines WHERE employee_id = ${employeeId} RETURNING *)
    INSERT INTO payday_sheet_lines SELECT sheet_id, employee_id, company_id, address, script_pubkey, usd_cents,
      dollars_usd_cents, bitcoin_percent, split_reason, 'Banco Cuscatlán', '401-7788-0937', pay_frequency,
      version, mac FROM gone`.execute(engine.db)
  await sql`UPDATE employees SET bank = 'Banco Cuscatlán', bank_account = '401-7788-0937'
    WHERE id = ${employeeId}`.execute(engine.db)
  expect(await tryPayday(engine, payday)).toBe('SHEET_CHANGED')
  expect(await paymentsOf(made.ids)).toEqual([])
})

test('a claim contradicts the sheet → nobody is paid, and the worker says why', async () => {
  const made = await payroll()
  const payday = await prepared(made)
  const { companyId, payrollId, employeeIds } = made.ids
  const claim = {
    company_id: companyId,
    payroll_id: payrollId,
    employee_id: employeeIds[0] ?? '',
    period_key: '2026-11-Q1',
    line_id: payrollId,
  }
  await engine.owner.insertInto('period_claims').values(claim).execute()
  expect(await tryPayday(engine, payday)).toBe('SHEET_CHANGED')
  expect(await paymentsOf(made.ids)).toEqual([])
})

test('somebody changes the own address after the approval → paid as approved', async () => {
  const made = await payroll()
  const payday = await prepared(made)
  const { employeeId, address } = await movesAddress(made.ids, 'EMPLOYEE')
  expect(await tryPayday(engine, payday)).toBeNull()
  const line = await engine.db
    .selectFrom('sheet_lines')
    .select(['address', 'version'])
    .where('employee_id', '=', employeeId)
    .executeTakeFirstOrThrow()
  expect(line.version).toBe(1)
  expect(line.address).not.toBe(address)
  await isPaidOnce(made.ids)
})

test('changes that somebody invents after the approval → paid as approved', async () => {
  const made = await payroll()
  const payday = await prepared(made)
  const { employeeId } = await movesAddress(made.ids, 'EMPLOYEE')
  const { companyId, userId } = made.ids
  await sql`INSERT INTO employee_changes (company_id, employee_id, kind, at, changed_by, via, version, mac)
    VALUES (${companyId}, ${employeeId}, 'SHARE', now(), ${userId}, 'FORM', 2, ${randomBytes(32)})`.execute(
    engine.db,
  )
  await sql`INSERT INTO employee_destinations (company_id, employee_id, kind, version, address, script_pubkey,
      bank, bank_account, previous_address, previous_bank, previous_account, at, changed_by, via, mac)
    SELECT company_id, employee_id, kind, 3, address, script_pubkey, bank, bank_account,
      previous_address, previous_bank, previous_account, at, ${userId}, 'FORM', mac
    FROM employee_destinations WHERE employee_id = ${employeeId}`.execute(engine.db)
  expect(await tryPayday(engine, payday)).toBeNull()
  await isPaidOnce(made.ids)
})

test('a person more, a salary raised or somebody paid before → another sheet', async () => {
  const made = await payroll()
  const { payrollId, companyId, employeeIds } = made.ids
  const payday = await prepared(made)
  const { employeeIds: others } = await engine.payroll(companyId, [10_000n])
  await engine.addMembers({ companyId, payrollId }, others)
  expect(await tryPayday(engine, payday)).toBe('SHEET_CHANGED')
  await engine.endMembers(others)
  await sql`UPDATE employees SET base_salary_usd_cents = 30001, version = 2
    WHERE id = ${employeeIds[1]}`.execute(engine.db)
  expect(await tryPayday(engine, payday)).toBe('SHEET_CHANGED')
  expect(await paymentsOf(made.ids)).toEqual([])
})

test('a spend in no record after the approval → nobody is paid until somebody presses', async () => {
  const { ids, approver } = await payroll()
  const payday = await prepared({ ids, approver })
  const payouts = [
    { script: somebodysScript(), sats: 900_000n },
    { script: ids.script, sats: 2_000_000n },
  ]
  await story.mineOnly([await spendOutside(story, ids.payrollId, payouts)])
  await story.spendable(ids.payrollId, 2_000_000n)
  await acknowledgeAll(story, ids)
  await engine.price(rate)
  expect(await tryPayday(engine, payday)).toBe('UNCERTAIN')
  expect(await paymentsOf(ids)).toEqual([])
})

test('the price is 4 % lower → paid; 9 % lower → above the ceiling', async () => {
  const lower = await payroll()
  const below = await prepared(lower)
  await engine.price((rate * 91n) / 100n)
  expect(await tryPayday(engine, below)).toBe('ABOVE_CEILING')
  await engine.price((rate * 96n) / 100n)
  expect(await tryPayday(engine, below)).toBeNull()
  await isPaidOnce(lower.ids)
})

test('funds come hours late → tried again and paid once; unapproved → never', async () => {
  const made = await payroll(100_000n)
  const payday = await prepared(made, 5)
  expect(await tryPayday(engine, payday)).toBe('FUNDS')
  await engine.play.give(made.ids.script, 3_000_000n)
  await engine.play.mine(1)
  await story.spendable(made.ids.payrollId, 3_100_000n)
  await engine.price(rate)
  await sql`UPDATE change_orders SET state = 'open' WHERE id = ${payday.changeId}`.execute(
    engine.owner,
  )
  expect(await tryPayday(engine, payday)).toBe('NOT_APPROVED')
  await sql`UPDATE change_orders SET state = 'waiting' WHERE id = ${payday.changeId}`.execute(
    engine.owner,
  )
  expect(await tryPayday(engine, payday)).toBeNull()
  expect(await tryPayday(engine, payday)).not.toBeNull()
  await isPaidOnce(made.ids)
})

test('a person presses an approved payday → nobody is asked again, and once is enough', async () => {
  const made = await payroll()
  const payday = await prepared(made, -2)
  const paymentId = await engine.run(made.ids)
  expect(await ordersOf(made.ids)).toMatchObject([
    { mac: expect.any(Buffer), changeId: payday.changeId, required: 0 },
  ])
  await story.paymentIs(made.ids, paymentId, 'unconfirmed')
  await isPaidOnce(made.ids)
  await engine.price(rate)
  expect(await tryPayday(engine, payday)).toBe('NOT_APPROVED')
})

test('the signer refuses the run → a person decides, and no second one is ordered', async () => {
  const made = await payroll()
  const payday = await prepared(made)
  engine.caps.paymentUsdCents = 1n
  expect(await tryPayday(engine, payday)).toBeNull()
  const [payment] = await paymentsOf(made.ids)
  await story.paymentIs(made.ids, payment?.id ?? '', 'failed')
  engine.caps.paymentUsdCents = null
  await engine.price(rate)
  expect(await tryPayday(engine, payday)).toBe('STOPPED')
  expect(await ordersOf(made.ids)).toHaveLength(1)
  engine.alarms.length = 0
})
