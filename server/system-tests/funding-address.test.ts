import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { payrollList } from '#contract/payrolls.ts'
import { parseBtcAddress } from '#domain/address.ts'
import { remindOfPaydays } from '../features/calendar/remind.ts'
import { messagesTo } from '../testing/codes.ts'
import { anAddress } from '../testing/engine.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  aPrice,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '../testing/factories.ts'
import { appForFile } from '../testing/for-file.ts'
import { sealRows } from '../testing/seal-rows.ts'

/** A thief who inserts payrolls as the api does, under its key, with an address of the thief's own. */

const hourMs = 3_600_000
const t = await appForFile()

/** A company whose payroll lacks $2,000 for its next payday. */
async function aShortPayroll() {
  const ours = await aCompany(t)
  await aPrice(t, 9_100_000n, t.now())
  const { _id: id, cryptoAddress } = await aPayroll(ours)
  const { _id: person } = await anEmployee(ours, { baseSalary: 2_000 })
  await ours.call('PATCH', `/companies/payrolls/${id}/employees/${person}`)
  const dates = { every: 'MONTH', days: ['LAST'], hour: '09:00' }
  await ours.call('PUT', `/companies/payrolls/${id}/schedule`, dates)
  return { ours, id, cryptoAddress }
}

/** The rows of a payroll once more under another address, with its people and its next payday. */
async function insertTwin(id: string, address: string, dueAt: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO payrolls (company_id, name, description, type, address)
    SELECT company_id, name, description, type, ${address} FROM payrolls WHERE id = ${id}
    RETURNING id`.execute(t.db)
  const twin = rows[0]?.id ?? ''
  await sql`INSERT INTO payroll_balances (payroll_id, company_id)
    SELECT id, company_id FROM payrolls WHERE id = ${twin}`.execute(t.db)
  await sql`INSERT INTO payroll_employees (company_id, payroll_id, employee_id)
    SELECT company_id, ${twin}, employee_id FROM payroll_members WHERE payroll_id = ${id}`.execute(
    t.db,
  )
  await sql`INSERT INTO occurrences (company_id, payroll_id, kind, period_key, nominal_day, due_at,
      time_zone, mode)
    SELECT company_id, ${twin}, kind, period_key, nominal_day, ${dueAt}, time_zone, mode
    FROM occurrences WHERE payroll_id = ${id} ORDER BY due_at DESC LIMIT 1`.execute(t.db)
  for (const kind of ['payrolls', 'payroll_employees', 'occurrences'] as const) {
    await sealRows(t.db, t.macKey, kind)
  }
  return twin
}

/** Watches the thief's script as that of an index which the program gave to nobody. */
const watchForged = (payrollId: string, address: string) =>
  sql`INSERT INTO addresses (script_pubkey, company_id, payroll_id, branch, index)
    SELECT ${scriptOf(address)}, company_id, id, 0, 900000 FROM payrolls
    WHERE id = ${payrollId}`.execute(t.db)

const scriptOf = (address: string) => {
  const parsed = parseBtcAddress(address, 'regtest')
  if (!parsed.ok) throw new Error('the address is of another network')
  return Buffer.from(parsed.script)
}

/** Everything that the company reads about its payrolls. */
async function readAll(ours: TestCompany, id: string) {
  const read = async (path: string) => (await ours.call('GET', path)).body.data
  return JSON.stringify(
    await Promise.all(
      [
        '/payrolls',
        `/payrolls/${id}`,
        `/companies/payrolls/${id}/payment-preview`,
        '/calendar',
        '/calendar/next',
        '/transactions',
      ].map(read),
    ),
  )
}

async function remindBefore(dueAt: Date, hours: number) {
  const now = new Date(dueAt.getTime() - hours * hourMs)
  await aPrice(t, 9_100_000n, now)
  await remindOfPaydays(t.worker, { ...t, clock: { now: () => now } })
}

test('a withdrawal to an inserted twin is refused for its destination alone', async () => {
  const { ours, id } = await aShortPayroll()
  const twin = await insertTwin(id, anAddress(), new Date(t.now().getTime() + 8 * 24 * hourMs))
  const { _id: other } = await aPayroll(ours)
  const withdrawTo = (payrollId: string) =>
    ours.call('POST', `/companies/payrolls/${id}/withdraw-funds`, { payrollId })
  expect(Object.keys(faultsOf(await withdrawTo(twin)))).toEqual(['payrollId'])
  expectRefusal(await withdrawTo(other), 409, 'EMAIL_NOT_VERIFIED')
})

test.each(['an address alone', 'an address that is watched'])(
  'an inserted twin of a payroll with %s asks for no money',
  async (way) => {
    const { ours, id, cryptoAddress } = await aShortPayroll()
    const address = anAddress()
    const dueAt = new Date(t.now().getTime() + 8 * 24 * hourMs)
    const twin = await insertTwin(id, address, dueAt)
    if (way === 'an address that is watched') await watchForged(twin, address)
    expect(await readAll(ours, twin)).not.toContain(address)
    const shown = expectAccepted(payrollList, await ours.call('GET', '/payrolls')).payrolls
    const requests = shown.map(({ _id, cryptoAddress: to, toFund }) => [_id, to, toFund.usd > 0])
    expect(requests).toContainEqual([id, cryptoAddress, true])
    expect(requests).not.toContainEqual([twin, expect.anything(), true])
    await remindBefore(dueAt, 7 * 24)
    const mails = await messagesTo(t.db, ours.form.email)
    expect(JSON.stringify(mails)).not.toContain(address)
    const reminder = mails.find(
      ({ subject }) => subject === 'Revisa el pago de Planilla de oficina',
    )
    expect(reminder?.text).toContain('Lo impide: No mostramos su dirección')
    expect(reminder?.attachment).toBeUndefined()
  },
)
