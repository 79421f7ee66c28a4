import { expect, test } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { bulkPayroll, importedPeople, type ListDiff } from '#contract/imports.ts'
import { readHolds } from '#server/authorization/address-holds.ts'
import { isTrue, macOf } from '#server/authorization/mac.ts'
import { anAddress } from '#server/testing/engine.ts'
import {
  aCompany,
  anEmployee,
  expectAccepted,
  expectRefusal,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { aListForm, createList, listHeader, replaceList } from '#server/testing/lists.ts'
import { longTest } from '#server/testing/long-test.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()

const header = `${listHeader},Porcentaje en Bitcoin,Banco,Cuenta`
const rosa = (salary: string, rest: string) => `Rosa,Menjívar,,,,${salary},${rest}`
const file = (...lines: string[]) => [header, ...lines, ''].join('\r\n')
const plain = (...lines: string[]) => [listHeader, ...lines, ''].join('\r\n')

const rowsOf = ({ companyId }: TestCompany) =>
  t.db
    .selectFrom('employees')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()

const dollarsOf = async (company: TestCompany) =>
  (await rowsOf(company)).map((row) => [row.bitcoin_percent, row.bank, row.bank_account])

async function expectTrueMacs(company: TestCompany) {
  for (const row of await rowsOf(company)) expect(isTrue(t.macKey, 'employees', row)).toBe(true)
}

const upload = (company: TestCompany, text: string, query = '') =>
  company.call('POST', `/companies/employees/bulk${query}`, aListForm({ file: text }))

const account = 'Banco Agrícola,3570-012345-6'

test('a file says share, bank and account; without an address it pays in dollars', async () => {
  const company = await aCompany(t)
  const lines = [
    rosa('650.25', `${anAddress()},30 %,${account}`),
    `Eva,Cruz,,,,700,,0,${account}`,
    `Ana,Flores,,,,700,${anAddress()},,,`,
    `Luis,Mena,,,,700,,0.0%,,`,
  ]
  expectAccepted(bulkPayroll, await createList(company, { file: file(...lines) }), 201)
  expect(await dollarsOf(company)).toEqual([
    [30, 'Banco Agrícola', '3570-012345-6'],
    [0, 'Banco Agrícola', '3570-012345-6'],
    [100, '', ''],
    [0, '', ''],
  ])
  const [, eva] = await rowsOf(company)
  expect(eva).toMatchObject({ address: '', script_pubkey: Buffer.alloc(0) })
  await expectTrueMacs(company)
})

test.each([
  ['Bitcoin Percent', 'Bank name', 'Account number'],
  ['Percentuale in Bitcoin', 'Banca', 'Conto bancario'],
  ['Percentual em Bitcoin', 'Nome do banco', 'Conta bancária'],
])('the columns %s, %s and %s mean the same', async (...names) => {
  const company = await aCompany(t)
  const text = [`${listHeader},${names.join(',')}`, rosa('650', `,0,${account}`), ''].join('\n')
  expectAccepted(bulkPayroll, await createList(company, { file: text }), 201)
  expect(await dollarsOf(company)).toEqual([[0, 'Banco Agrícola', '3570-012345-6']])
})

test.each([
  ['101', 'bitcoinPercent', 'Entre 0 y 100, sin decimales', `${anAddress()},101,,`],
  ['a half', 'bitcoinPercent', 'Entre 0 y 100, sin decimales', `${anAddress()},33.5,,`],
  ['a word', 'bitcoinPercent', 'Entre 0 y 100, sin decimales', `${anAddress()},todo,,`],
  ['less than nothing', 'bitcoinPercent', 'Entre 0 y 100, sin decimales', `${anAddress()},-1,,`],
  ['no address', 'cryptoAddress', 'Obligatorio', ',,,'],
  ['a share of no address', 'cryptoAddress', /^Falta la dirección/, ',30,,'],
  ['letters', 'bankAccount', /^Solo números, espacios y guiones/, `${anAddress()},50,BAC,12AB34`],
  ['a rounded account', 'bankAccount', /^La hoja de cálculo redondeó/, `${anAddress()},,,3.57E+9`],
  ['a long bank', 'bank', 'Es demasiado largo', `${anAddress()},,${'B'.repeat(101)},`],
])('%s → a fault of its cell, and nothing is saved', async (_what, path, message, rest) => {
  const company = await aCompany(t)
  const answer = await createList(company, { file: file(rosa('650', rest)) })
  const { errors } = expectRefusal(answer, 422, 'CSV_INVALID')
  expect(errors).toMatchObject([{ row: 2, path, message: expect.stringMatching(message) }])
  expect(await rowsOf(company)).toEqual([])
})

test('two people without an address share none', async () => {
  const company = await aCompany(t)
  const both = [`Eva,Cruz,,,,700,,0,,`, `Luis,Mena,,,,700,,0,,`]
  expectAccepted(importedPeople, await upload(company, file(...both)), 201)
  expectAccepted(importedPeople, await upload(company, file(`Otra,Persona,,,,700,,0,,`)), 201)
  expect(await rowsOf(company)).toHaveLength(3)
})

async function aListOfRosa(rest = `${anAddress()},30,${account}`) {
  const company = await aCompany(t)
  const made = await createList(company, { file: file(rosa('650', rest)) })
  return { company, payrollId: expectAccepted(bulkPayroll, made, 201)._id, rest }
}

test('a later file without the columns, or with a blank share, keeps what is known', async () => {
  const { company, payrollId } = await aListOfRosa()
  const [before] = await rowsOf(company)
  const diffs: (ListDiff | null)[] = []
  for (const text of [
    plain(rosa('651', before?.address ?? '')),
    file(rosa('652', `${before?.address},,${account}`)),
    file(rosa('653', `,0,${account}`)),
  ]) {
    diffs.push(
      expectAccepted(bulkPayroll, await replaceList(company, payrollId, { file: text })).diff,
    )
  }
  expect(diffs.map((one) => [one?.shareChangeCount, one?.bankChangeCount])).toEqual([
    [0, 0],
    [0, 0],
    [1, 0],
  ])
  expect(diffs[2]?.addressChangeCount).toBe(0)
  expect(await dollarsOf(company)).toEqual([[0, 'Banco Agrícola', '3570-012345-6']])
  expect((await rowsOf(company))[0]?.address).toBe(before?.address)
  await expectTrueMacs(company)
})

test('a changed share and account are shown before, saved, and audited by last digits', async () => {
  const { company, payrollId } = await aListOfRosa()
  const [before] = await rowsOf(company)
  const text = file(rosa('650', `${before?.address},45,BAC,99990000`))
  const shown = await replaceList(company, payrollId, { file: text }, '?dryRun=true')
  expect(shown.body.data).toMatchObject({
    changed: 1,
    shareChanges: [{ name: 'Rosa Menjívar', from: 30, to: 45 }],
    bankChanges: [{ name: 'Rosa Menjívar', bank: 'BAC', to: '0000' }],
  })
  expect(await dollarsOf(company)).toEqual([[30, 'Banco Agrícola', '3570-012345-6']])
  expectAccepted(bulkPayroll, await replaceList(company, payrollId, { file: text }))
  expect(await dollarsOf(company)).toEqual([[45, 'BAC', '99990000']])
  await expectTrueMacs(company)
  const { events } = expectAccepted(auditPage, await company.call('GET', '/companies/audit'))
  const detailOf = (action: string) => events.find((one) => one.action === action)?.detail
  expect(detailOf('employee.shareChanged')).toMatchObject({ shareFrom: 30, shareTo: 45 })
  expect(detailOf('employee.bankChanged')).toMatchObject({
    bank: 'BAC',
    accountFrom: '…3456',
    accountTo: '…0000',
  })
  expect(JSON.stringify(events)).not.toContain('9999')
})

longTest('people kept by hand: a blank bank or account leaves what is known', async () => {
  const company = await aCompany(t)
  const made = await anEmployee(company, {
    identification: '',
    bitcoinPercent: 50,
    bank: 'BAC',
    bankAccount: '12345678',
  })
  const cells = `${made.firstName},${made.lastName},,,,${made.baseSalary},${made.cryptoAddress}`
  const answer = await upload(company, file(`${cells},60,,`))
  expect(expectAccepted(importedPeople, answer, 201)).toMatchObject({ changed: 1 })
  expect(await dollarsOf(company)).toEqual([[60, 'BAC', '12345678']])
  await expectTrueMacs(company)
  const again = await upload(company, file(`${cells},60,,`))
  expect(expectAccepted(importedPeople, again, 201)).toMatchObject({ changed: 0, unchanged: 1 })
})

/** Saves an address like the employee's own page: it counts as the employee's own. */
async function setOwnAddress(company: TestCompany, address: string) {
  const [row] = await rowsOf(company)
  if (!row) throw new Error('nobody is there')
  const script = Buffer.from('00141122', 'hex')
  const version = row.version + 1
  const change = { address, script_pubkey: script, version }
  const own = {
    company_id: company.companyId,
    employee_id: row.id,
    ...change,
    kind: 'ADDRESS',
    bank: '',
    bank_account: '',
    previous_bank: '',
    previous_account: '',
    previous_address: row.address,
    at: t.now(),
    changed_by: null,
    via: 'EMPLOYEE',
    ip: null,
    hold_until: null,
    hold_reason: null,
  }
  await t.db
    .insertInto('employee_destinations')
    .values({ ...own, mac: macOf(t.macKey, 'employee_destinations', own) })
    .execute()
  const mac = macOf(t.macKey, 'employees', { ...row, address, version })
  await t.db
    .updateTable('employees')
    .set({ ...change, mac })
    .where('id', '=', row.id)
    .execute()
}

test.each(['one user', 'two users'])(
  'a file of %s replaces the employee’s own address → the change waits',
  async (users) => {
    const { company, payrollId } = await aListOfRosa()
    if (users === 'two users') await aMember(t, company, 'APPROVER')
    const [before] = await rowsOf(company)
    await setOwnAddress(company, anAddress())
    const text = file(rosa('650', `${before?.address},30,${account}`))
    expectAccepted(bulkPayroll, await replaceList(company, payrollId, { file: text }))
    const holds = await readHolds(t.db, t.macKey, company.companyId, t.now())
    expect(holds.map(({ row }) => [row.via, row.address])).toEqual([['CSV', before?.address]])
  },
)
