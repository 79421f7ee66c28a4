import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { session } from '#contract/auth.ts'
import { addressReport, changes, holdRequested } from '#contract/changes.ts'
import { employee as employeeAnswer, employeeList } from '#contract/employees.ts'
import { payroll as payrollAnswer } from '#contract/payrolls.ts'
import { updateCompany } from '#server/authorization/account-rows.ts'
import { readHolds } from '#server/authorization/address-holds.ts'
import { macOf } from '#server/authorization/mac.ts'
import { tellFormerContacts } from '#server/features/notifications/index.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  editEmployee,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aListForm, createList, listHeader, replaceList } from '#server/testing/lists.ts'
import { makePaidRun } from '#server/testing/paid-rows.ts'
import { whileRunningImports } from '#server/testing/run-imports.ts'
import { releaseHold } from '#server/testing/step-up.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()
const soon = { timeout: 120_000, interval: 200 }

const holdsOf = ({ companyId }: TestCompany) => readHolds(t.db, t.macKey, companyId, new Date())
const tell = () => tellFormerContacts(t.worker, { macKey: t.macKey, config: t.config, sms: true })

/** A company of two people; its payroll, with one of them in it, was paid once. */
async function paidTeam(person: object = {}) {
  const ours = await aCompany(t)
  const colleague = await aMember(t, ours, 'APPROVER')
  const payrollId = (await aPayroll(ours))._id
  const employee = await anEmployee(ours, person)
  const path = `/companies/payrolls/${payrollId}/employees/${employee._id}`
  expectAccepted(payrollAnswer, await ours.call('PATCH', path))
  const paymentId = await makePaidRun(ours, payrollId)
  return { ours, colleague, payrollId, employee, paymentId }
}

test('form and API write by which way an address changed, who did it and from where', async () => {
  const { ours, employee } = await paidTeam()
  const { version } = await editEmployee(ours, employee._id, { cryptoAddress: anAddress() })
  const body = { ...employee, version, cryptoAddress: anAddress() }
  const options = { headers: { 'x-via': 'FORM' } }
  await ours.call('PUT', `/companies/employees/${employee._id}`, body, options)
  const holds = await holdsOf(ours)
  expect(holds.map(({ row }) => [row.via, row.version, row.changed_by, row.hold_reason])).toEqual([
    ['API', 2, ours.user._id, 'ADDRESS'],
    ['FORM', 3, ours.user._id, 'ADDRESS'],
  ])
})

test('1,000 addresses changed by a CSV wait, each with its row, in a few statements', async () => {
  const ours = await aCompany(t)
  const people = 1_000
  const list = () =>
    [
      listHeader,
      ...Array.from(
        { length: people },
        (_, n) => `Rosa,Número ${n},,r${n}@izalco.sv,,650,${anAddress()}`,
      ),
      '',
    ].join('\r\n')
  const payrollId = await whileRunningImports(t, async () => {
    await createList(ours, { file: list() })
    const payrolls = t.db.selectFrom('payrolls').select('id')
    const { id } = await vi.waitFor(
      () => payrolls.where('company_id', '=', ours.companyId).executeTakeFirstOrThrow(),
      soon,
    )
    await aMember(t, ours, 'APPROVER')
    await makePaidRun(ours, id)
    await replaceList(ours, id, { file: list() })
    await vi.waitFor(async () => expect(await holdsOf(ours)).toHaveLength(people), soon)
    return id
  })
  // The rows of one INSERT have the same command number in an SQL transaction.
  const { rows } = await sql<{ commands: string }>`
    SELECT count(DISTINCT (xmin::text, cmin::text)) AS commands FROM employee_destinations
    WHERE company_id = ${ours.companyId} AND via = 'CSV'`.execute(t.db)
  expect(rows).toEqual([{ commands: 1n }])
  const path = `/companies/payrolls/${payrollId}/changes?limit=100`
  const shown = expectAccepted(changes, await ours.call('GET', path))
  expect(shown.counts).toMatchObject({ addresses: people, added: 0, left: 0 })
  expect(shown.pages).toBe(people / 100)
})

test('people of employees/bulk wait as by the form', async () => {
  const { ours, employee } = await paidTeam()
  const line = `${employee.firstName},${employee.lastName},${employee.identification},,,650.25`
  const file = `${listHeader}\r\n${line},${anAddress()}\r\n`
  const answer = await ours.call('POST', '/companies/employees/bulk', aListForm({ file }))
  expect(answer.status).toBe(201)
  expect((await holdsOf(ours)).map(({ row }) => row.via)).toEqual(['CSV'])
})

test.each([
  ['DUI', { identification: '09999999-1', email: '' }],
  ['e-mail', { identification: '', email: 'eva@izalco.sv' }],
])('deleted and made again with the same %s and another address → it waits', async (_of, one) => {
  const { ours, employee, payrollId } = await paidTeam(one)
  await ours.call('DELETE', `/companies/employees/${employee._id}`)
  const again = await anEmployee(ours, one)
  const [hold] = await holdsOf(ours)
  expect(hold?.row).toMatchObject({
    employee_id: again._id,
    previous_address: employee.cryptoAddress,
  })
  await ours.call('PATCH', `/companies/payrolls/${payrollId}/employees/${again._id}`)
  const path = `/companies/payrolls/${payrollId}/changes`
  const { counts, rows, held } = expectAccepted(changes, await ours.call('GET', path))
  expect(counts).toMatchObject({ added: 0, left: 0, addresses: 1 })
  expect(rows).toMatchObject([{ kind: 'address', before: employee.cryptoAddress }])
  expect(held).toMatchObject([{ previousAddress: employee.cryptoAddress }])
})

test('former e-mail and phone are notified; a report holds until another releases', async () => {
  const { ours, colleague, employee } = await paidTeam({
    email: 'ana@antes.sv',
    phone: '+50371112222',
  })
  const changed = { email: 'ana@despues.sv', phone: '+50373334444', cryptoAddress: anAddress() }
  await editEmployee(ours, employee._id, changed)
  await tell()
  const [mail] = await messagesTo(t.db, 'ana@antes.sv')
  expect(mail?.subject).toBe('Tu dirección de cobro cambió')
  expect(await messagesTo(t.db, '+50371112222')).toHaveLength(1)
  expect(await messagesTo(t.db, 'ana@despues.sv')).toEqual([])
  const token = /\/direccion#t=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  const path = `/address-reports/${token}`
  const seen = expectAccepted(addressReport, await t.call('GET', path))
  expect(seen).toMatchObject({ companyName: 'Café Izalco', reportedAt: null })
  const reported = expectAccepted(addressReport, await t.call('POST', path))
  expect(expectAccepted(addressReport, await t.call('POST', path))).toEqual(reported)
  expect(await holdsOf(ours)).toMatchObject([{ until: null }])
  const notified = await messagesTo(t.db, ours.form.email)
  expect(notified.filter(({ template }) => template === 'addressReported')).toHaveLength(1)

  expectRefusal(await releaseHold(ours, employee._id), 409, 'RELEASE_BY_SAME_PERSON')
  expect((await releaseHold(colleague, employee._id)).status).toBe(200)
  expect(await holdsOf(ours)).toEqual([])
  t.wait(31 * 24 * 3_600_000)
  expectRefusal(await t.call('GET', path), 410, 'REPORT_LINK_ENDED')
  expectRefusal(await t.call('POST', path), 410, 'REPORT_LINK_ENDED')
  t.wait(-31 * 24 * 3_600_000)
  expectRefusal(await t.call('POST', '/address-reports/none'), 410, 'REPORT_LINK_ENDED')
})

test('nobody else may release: the administrator does, with a code 24 hours later', async () => {
  const ours = await aCompany(t)
  await aMember(t, ours, 'ACCOUNTANT')
  const payrollId = (await aPayroll(ours))._id
  const employee = await anEmployee(ours)
  await ours.call('PATCH', `/companies/payrolls/${payrollId}/employees/${employee._id}`)
  await makePaidRun(ours, payrollId)
  await editEmployee(ours, employee._id, { cryptoAddress: anAddress() })
  const { data } = expectRefusal(
    await releaseHold(ours, employee._id),
    409,
    'RELEASE_BY_SAME_PERSON',
  )
  expect(Date.parse(String(data?.from))).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  t.wait(25 * 3_600_000)
  const { email, password } = ours.form
  const { token } = expectAccepted(
    session,
    await t.call('POST', '/auth/sign-in', { body: { email, password } }),
  )
  const again: TestCompany = {
    ...ours,
    call: (method, path, body, options = {}) => t.call(method, path, { token, body, ...options }),
  }
  expect((await releaseHold(again, employee._id)).status).toBe(200)
  t.wait(-25 * 3_600_000)
  expect(await holdsOf(ours)).toEqual([])
})

test('a release needs a right code, a role that approves, and an approver of a day ago', async () => {
  const { ours, employee } = await paidTeam()
  await editEmployee(ours, employee._id, { cryptoAddress: anAddress() })
  const path = `/companies/employees/${employee._id}/address-hold/release`
  for (const role of ['PAYROLL', 'ACCOUNTANT'] as const) {
    const other = await aMember(t, ours, role)
    expectRefusal(await other.call('POST', path, { code: '123456' }), 422, 'NOT_ALLOWED_FOR_ROLE')
  }
  const approver = await aMember(t, ours, 'APPROVER')
  expectRefusal(await approver.call('POST', path, {}), 400, 'VALIDATION')
  expectRefusal(await approver.call('POST', path, { code: 'x' }), 400, 'VALIDATION')
  expectRefusal(await approver.call('POST', path, { code: '000000' }), 409, 'NOT_PENDING_APPROVAL')
  const requested = await approver.call('POST', path.replace('release', 'request'))
  expectAccepted(holdRequested, requested)
  expectRefusal(await approver.call('POST', path, { code: '000000' }), 401, 'WRONG_CODE')
  expect(await holdsOf(ours)).toHaveLength(1)
})

test('lists and pages of employees say whose address waits, until it is released', async () => {
  const { ours, colleague, employee } = await paidTeam()
  const other = await anEmployee(ours, { identification: '', email: '' })
  await editEmployee(ours, employee._id, { cryptoAddress: anAddress() })
  const waits = async () => {
    const page = await ours.call('GET', `/companies/employees/${employee._id}`)
    const list = expectAccepted(employeeList, await ours.call('GET', '/employees'))
    const holds = list.employees.map(({ _id, addressHold }) => [_id, addressHold?.reason])
    return { list: holds, page: expectAccepted(employeeAnswer, page).addressHold?.reason }
  }
  const listed = (reason: string | undefined) => [
    [other._id, undefined],
    [employee._id, reason],
  ]
  expect(await waits()).toEqual({ list: listed('ADDRESS'), page: 'ADDRESS' })
  const report = {
    company_id: ours.companyId,
    employee_id: employee._id,
    version: 2,
    at: new Date(),
  }
  const mac = macOf(t.macKey, 'address_reports', report)
  await t.db
    .insertInto('address_reports')
    .values({ ...report, mac })
    .execute()
  expect(await waits()).toEqual({ list: listed('REPORTED'), page: 'REPORTED' })
  expect((await releaseHold(colleague, employee._id)).status).toBe(200)
  expect(await waits()).toEqual({ list: listed(undefined), page: undefined })
})

test('an approver of less than a day ago → APPROVER_TOO_NEW, and it waits', async () => {
  const { ours, employee } = await paidTeam()
  await editEmployee(ours, employee._id, { cryptoAddress: anAddress() })
  // A role given in the company's first 24 hours counts at once.
  const born = new Date(Date.now() - 48 * 3_600_000)
  await t.owner
    .transaction()
    .execute((trx) => updateCompany(trx, t.macKey, ours.companyId, { created_at: born }))
  const young = await aMember(t, ours, 'APPROVER', new Date(Date.now() - 23 * 3_600_000))
  expectRefusal(await releaseHold(young, employee._id), 409, 'APPROVER_TOO_NEW')
  expect(await holdsOf(ours)).toHaveLength(1)
  const old = await aMember(t, ours, 'APPROVER', new Date(Date.now() - 25 * 3_600_000))
  expect((await releaseHold(old, employee._id)).status).toBe(200)
  expect(await holdsOf(ours)).toEqual([])
})

test('a thief with the database role takes no hold away, and adds no release', async () => {
  const { ours, colleague, employee } = await paidTeam()
  await editEmployee(ours, employee._id, { cryptoAddress: anAddress() })
  const [before] = await holdsOf(ours)
  for (const forgery of [
    sql`UPDATE employee_destinations SET hold_until = NULL, hold_reason = NULL`,
    sql`DELETE FROM employee_destinations`,
    sql`UPDATE destination_releases SET at = now()`,
    sql`DELETE FROM address_reports`,
    sql`DELETE FROM employee_contacts`,
  ]) {
    await expect(forgery.execute(t.db)).rejects.toThrow(/permission denied/)
  }
  const { row } = before ?? {}
  if (!row) throw new Error('the address waits')
  // A release, a report and a later row of the same address, each written without the key.
  await sql`INSERT INTO destination_releases (company_id, employee_id, version, address, bank, bank_account,
      released_by, at, kind, mac)
    VALUES (${ours.companyId}, ${employee._id}, 9, ${row.address}, '', '', ${colleague.id}, now(), 'CODE',
      ${Buffer.alloc(32)})`.execute(t.db)
  await sql`INSERT INTO employee_destinations (company_id, employee_id, kind, version, address, script_pubkey,
      bank, bank_account, previous_address, previous_bank, previous_account, at, changed_by, via, mac)
    VALUES (${ours.companyId}, ${employee._id}, 'ADDRESS', 9, ${row.address}, ${row.script_pubkey},
      '', '', 'x', '', '', now(),
      ${colleague.id}, 'FORM', ${Buffer.alloc(32)})`.execute(t.db)
  expect(await holdsOf(ours)).toEqual([before])
  await sql`UPDATE companies SET address_hold_hours = 0 WHERE id = ${ours.companyId}`.execute(t.db)
  const body = { ...employee, cryptoAddress: anAddress() }
  const answer = await ours.call('PUT', `/companies/employees/${employee._id}`, body)
  expectRefusal(answer, 409, 'ACCOUNT_TAMPERED')
  expect(JSON.stringify(t.logged())).toContain(ours.companyId)
})
