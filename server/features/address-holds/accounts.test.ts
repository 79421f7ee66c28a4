import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { approvalList } from '#contract/approvals.ts'
import { addressReport, changes, holdRequested } from '#contract/changes.ts'
import { dollarLines } from '#contract/dollar-lines.ts'
import { employee as employeeAnswer } from '#contract/employees.ts'
import { payroll as payrollAnswer } from '#contract/payrolls.ts'
import { readHolds } from '#server/authorization/address-holds.ts'
import { tellFormerContacts } from '#server/features/notifications/index.ts'
import { signerForFile } from '#server/testing/app-signer.ts'
import { pressRunPayment, previewOf, run } from '#server/testing/approval-steps.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  aPayroll,
  editEmployee,
  expectAccepted,
  expectRefusal,
  noApproval,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { createList, listHeader, replaceList } from '#server/testing/lists.ts'
import { whileRunningImports } from '#server/testing/run-imports.ts'
import { releaseHold, setApproval } from '#server/testing/step-up.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()
await signerForFile(t)
const soon = { timeout: 120_000, interval: 200 }

const before = { bank: 'Banco Agrícola', bankAccount: '003-0114-4417' }
const now = { bank: 'Banco Cuscatlán', bankAccount: '401-7788-0937' }
const inDollars = { bitcoinPercent: 0, cryptoAddress: '' }

const holdsOf = ({ companyId }: TestCompany) => readHolds(t.db, t.macKey, companyId, t.now())
const tell = () => tellFormerContacts(t.worker, { macKey: t.macKey, config: t.config, sms: true })

/** A company of two users that paid each of these people in dollars once. */
async function paidInDollars(...people: object[]) {
  const ours = await aCompany(t)
  await setApproval(ours, noApproval)
  const colleague = await aMember(t, ours, 'APPROVER')
  const payrollId = (await aPayroll(ours))._id
  const ids: string[] = []
  for (const [index, person] of people.entries()) {
    const own = { email: `persona-${index}@izalco.sv`, phone: '', identification: '' }
    const { _id } = await anEmployee(ours, { ...inDollars, ...before, ...own, ...person })
    const path = `/companies/payrolls/${payrollId}/employees/${_id}`
    expectAccepted(payrollAnswer, await ours.call('PATCH', path))
    ids.push(_id)
  }
  const { _id: after } = await run(ours, payrollId)
  return { ours, colleague, payrollId, ids, after }
}

const accountsOf = async (ours: Pick<TestCompany, 'call'>, paymentId: string) => {
  const list = await ours.call('GET', `/payments/${paymentId}/dollar-lines`)
  const { lines } = expectAccepted(dollarLines, list)
  return Object.fromEntries(lines.map((line) => [line.employeeId, line.bankAccount]))
}

const changesOf = async (ours: TestCompany, payrollId: string) =>
  expectAccepted(changes, await ours.call('GET', `/companies/payrolls/${payrollId}/changes`))

test('accounts changed by form → held; one is paid at the old one, one is left out', async () => {
  const { ours, colleague, payrollId, ids, after } = await paidInDollars({}, {}, {})
  const [ana = '', eva = '', luz = ''] = ids
  await editEmployee(ours, ana, now)
  await editEmployee(ours, eva, now)

  const shown = await previewOf(ours, payrollId)
  expect(shown.problems.map(({ code }) => code)).toContain('HELD_ADDRESSES')
  expect(shown.held.map(({ employee }) => employee._id).toSorted()).toEqual([ana, eva].toSorted())
  expect(shown.held[0]).toMatchObject({
    kind: 'ACCOUNT',
    cryptoAddress: '',
    account: 'Banco Cuscatlán …0937',
    previousAddress: null,
    previousAccount: 'Banco Agrícola …4417',
    reason: 'ACCOUNT',
    via: 'API',
    by: 'Marcela Portillo',
  })
  expect(JSON.stringify(shown)).not.toContain('7788')
  const refused = await pressRunPayment(ours, payrollId, { after, held: { [ana]: 'previous' } })
  expectRefusal(refused, 409, 'HELD_ADDRESSES')
  const { readiness, accountHold } = expectAccepted(
    employeeAnswer,
    await ours.call('GET', `/companies/employees/${ana}`),
  )
  expect({ readiness, reason: accountHold?.reason }).toEqual({
    readiness: 'accountHeld',
    reason: 'ACCOUNT',
  })

  const held = { [ana]: 'previous', [eva]: 'leave' }
  const paid = await run(ours, payrollId, { after, previewHash: shown.previewHash, held })
  expect(paid.leftOut).toMatchObject([{ employeeId: eva, reason: 'HELD_ADDRESS' }])
  expect(await accountsOf(ours, paid._id)).toEqual({
    [ana]: before.bankAccount,
    [luz]: before.bankAccount,
  })

  expectRefusal(await releaseHold(ours, eva), 409, 'RELEASE_BY_SAME_PERSON')
  expect((await releaseHold(colleague, eva)).status).toBe(200)
  const later = await run(ours, payrollId, { only: [eva], after })
  expect(await accountsOf(ours, later._id)).toEqual({ [eva]: now.bankAccount })
})

test('back at the account last paid, or a name alone → nothing waits', async () => {
  const { ours, payrollId, ids, after } = await paidInDollars({})
  const [ana = ''] = ids
  await editEmployee(ours, ana, now)
  await editEmployee(ours, ana, before)
  await editEmployee(ours, ana, { firstName: 'Anabel', samePerson: true })
  expect((await previewOf(ours, payrollId)).held).toEqual([])
  await run(ours, payrollId, { after })
})

test('an account changed by CSV → held as by the form', async () => {
  const ours = await aCompany(t)
  await aMember(t, ours, 'APPROVER')
  const header = `${listHeader},Porcentaje en Bitcoin,Banco,Cuenta`
  const file = ({ bank, bankAccount }: typeof before) =>
    [header, `Rosa,Menjívar,,rosa@izalco.sv,,650,,0,${bank},${bankAccount}`, ''].join('\r\n')
  const payrollId = await whileRunningImports(t, async () => {
    await createList(ours, { file: file(before) })
    const payrolls = t.db.selectFrom('payrolls').select('id')
    const { id } = await vi.waitFor(
      () => payrolls.where('company_id', '=', ours.companyId).executeTakeFirstOrThrow(),
      soon,
    )
    await run(ours, id)
    await replaceList(ours, id, { file: file(now) })
    await vi.waitFor(async () => expect(await holdsOf(ours)).toHaveLength(1), soon)
    return id
  })
  const [hold] = await holdsOf(ours)
  expect(hold?.row).toMatchObject({
    kind: 'ACCOUNT',
    via: 'CSV',
    bank_account: now.bankAccount,
    previous_account: before.bankAccount,
    changed_by: ours.user._id,
  })
  const { held, rows, counts } = await changesOf(ours, payrollId)
  expect(held).toMatchObject([{ kind: 'ACCOUNT', via: 'CSV' }])
  expect(counts.accounts).toBe(1)
  expect(rows).toMatchObject([
    {
      kind: 'account',
      before: 'Banco Agrícola …4417',
      after: 'Banco Cuscatlán …0937',
      via: 'CSV',
      by: 'Marcela Portillo',
      severity: 'warn',
    },
  ])
})

test('an account changed past the program → no press pays it, and no list names it', async () => {
  const { ours, payrollId, ids, after } = await paidInDollars({}, {})
  const [ana = ''] = ids
  await sql`UPDATE employees SET bank_account = '999' WHERE id = ${ana}`.execute(t.owner)
  expectRefusal(await pressRunPayment(ours, payrollId, { after }), 409, 'ACCOUNT_TAMPERED')
  await sql`UPDATE sheet_lines SET bank_account = '999' WHERE employee_id = ${ana}`.execute(t.owner)
  const list = await ours.call('GET', `/payments/${after}/dollar-lines`)
  expectRefusal(list, 409, 'NOT_APPROVED')
  const faults = t.logged().filter(({ level }) => level >= 50)
  expect(faults.map(({ msg }) => msg)).toEqual(['an account was changed past the program'])
})

test('changed while the preview is open → the press says so by bank and last digits', async () => {
  const { ours, payrollId } = await paidInDollars({})
  const other = await anEmployee(ours, { ...inDollars, ...before, email: 'nueva@izalco.sv' })
  await ours.call('PATCH', `/companies/payrolls/${payrollId}/employees/${other._id}`)
  const { previewHash } = await previewOf(ours, payrollId, `?only=${other._id}`)
  await editEmployee(ours, other._id, now)
  const press = { only: [other._id], previewHash }
  const { data } = expectRefusal(
    await pressRunPayment(ours, payrollId, press),
    409,
    'PREVIEW_CHANGED',
  )
  expect(data?.changes).toMatchObject([
    { kind: 'account', before: 'Banco Agrícola …4417', after: 'Banco Cuscatlán …0937' },
  ])
})

test('the employee is told; a report holds until another releases', async () => {
  const { ours, colleague, ids } = await paidInDollars({ email: 'ana@antes.sv' })
  const [ana = ''] = ids
  await editEmployee(ours, ana, { ...now, email: 'ana@despues.sv' })
  await tell()
  const [mail] = await messagesTo(t.db, 'ana@antes.sv')
  expect(mail?.subject).toBe('Tu cuenta de cobro cambió')
  expect(mail?.text).toContain('Banco Cuscatlán …0937')
  expect(mail?.text).not.toContain('7788')
  const token = /\/direccion#t=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  const path = `/address-reports/${token}`
  const seen = expectAccepted(addressReport, await t.call('GET', path))
  expect(seen).toMatchObject({ reportedAt: null, changed: ['ACCOUNT', 'EMAIL'] })
  expectAccepted(addressReport, await t.call('POST', path))
  expect(await holdsOf(ours)).toMatchObject([{ until: null }])
  const notified = await messagesTo(t.db, ours.form.email)
  expect(notified.filter(({ template }) => template === 'accountReported')).toHaveLength(1)
  expectRefusal(await releaseHold(ours, ana), 409, 'RELEASE_BY_SAME_PERSON')
  expect((await releaseHold(colleague, ana)).status).toBe(200)
  expect(await holdsOf(ours)).toEqual([])
})

test('address and account changed at once → one mail and one release for both', async () => {
  const half = { bitcoinPercent: 50, cryptoAddress: anAddress() }
  const { ours, colleague, payrollId, ids } = await paidInDollars({ email: 'eva@antes.sv' })
  const [eva = ''] = ids
  await editEmployee(ours, eva, { ...half, ...now })
  expect((await holdsOf(ours)).map(({ row }) => row.kind).toSorted()).toEqual([
    'ACCOUNT',
    'ADDRESS',
  ])
  await tell()
  const mails = await messagesTo(t.db, 'eva@antes.sv')
  expect(mails.map(({ subject }) => subject)).toEqual(['Tu dirección de cobro cambió'])
  expect(mails[0]?.text).toContain('Banco Cuscatlán …0937')
  const { held } = await changesOf(ours, payrollId)
  expect(held.map(({ kind, previousAccount }) => [kind, previousAccount]).toSorted()).toEqual([
    ['ACCOUNT', 'Banco Agrícola …4417'],
    ['ADDRESS', null],
  ])
  expectAccepted(
    holdRequested,
    await ours.call('POST', `/companies/employees/${eva}/address-hold/request`),
  )
  const { approvals } = expectAccepted(approvalList, await colleague.call('GET', '/approvals'))
  expect(approvals).toMatchObject([
    {
      kind: 'RELEASE',
      addressChange: { before: null, after: half.cryptoAddress },
      accountChange: { before: 'Banco Agrícola …4417', after: 'Banco Cuscatlán …0937' },
    },
  ])
  expect((await releaseHold(colleague, eva)).status).toBe(200)
  expect(await holdsOf(ours)).toEqual([])
})

test('deleted and made again with another account → it waits as well', async () => {
  const identification = '09999999-1'
  const { ours, payrollId, ids } = await paidInDollars({ identification })
  const [ana = ''] = ids
  await ours.call('DELETE', `/companies/employees/${ana}`)
  const again = await anEmployee(ours, { ...inDollars, ...now, identification, email: '' })
  await ours.call('PATCH', `/companies/payrolls/${payrollId}/employees/${again._id}`)
  const { held } = await previewOf(ours, payrollId)
  expect(held).toMatchObject([
    { kind: 'ACCOUNT', employee: { _id: again._id }, previousAccount: 'Banco Agrícola …4417' },
  ])
})

test('share and frequency are among the changes, with who made them', async () => {
  const { ours, payrollId, ids } = await paidInDollars({})
  const [ana = ''] = ids
  const options = { headers: { 'x-via': 'FORM' } }
  const path = `/companies/employees/${ana}`
  const one = expectAccepted(employeeAnswer, await ours.call('GET', path))
  const terms = { bitcoinPercent: 40, cryptoAddress: anAddress(), payFrequency: 'MONTH' }
  const body = { ...one, hiredOn: '', ...terms }
  expectAccepted(employeeAnswer, await ours.call('PUT', path, body, options))
  const { rows, counts } = await changesOf(ours, payrollId)
  expect(rows.filter(({ kind }) => kind === 'share' || kind === 'frequency')).toMatchObject([
    { kind: 'share', before: '0', after: '40', via: 'FORM', by: 'Marcela Portillo' },
    { kind: 'frequency', before: null, after: 'MONTH', via: 'FORM', by: 'Marcela Portillo' },
  ])
  expect(counts).toMatchObject({ shares: 1, frequencies: 1, accounts: 0, amounts: 0 })
})
