import { expect, test } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { company } from '#contract/company.ts'
import { isTrue } from '#server/authorization/mac.ts'
import { macColumns } from '#server/authorization/registry.ts'
import {
  aCompany,
  expectAccepted,
  expectRefusal,
  faultsOf,
  type TestCompany,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { loosenSettings } from '#server/testing/step-up.ts'
import { aMember } from '#server/testing/team-steps.ts'

const t = await appForFile()

const edit = ({ call }: Pick<TestCompany, 'call'>, body: object) => call('PUT', '/companies', body)
const settingsOf = async ({ call }: TestCompany) => {
  const read = expectAccepted(company, await call('GET', '/companies/company'))
  const { shareSetBy, requireConsent, notifyEmployees } = read
  return { shareSetBy, requireConsent, notifyEmployees }
}
const fresh = { shareSetBy: 'EMPLOYEE', requireConsent: false, notifyEmployees: false }
const strict = { shareSetBy: 'COMPANY', requireConsent: true, notifyEmployees: true }

test('a new company lets employees set their share, asks no consent and mails nobody', async () => {
  expect(await settingsOf(await aCompany(t))).toEqual(fresh)
})

test('an administrator tightens without a code, under the MAC and in the trail', async () => {
  const ours = await aCompany(t)
  const others = await aCompany(t)
  expectAccepted(company, await edit(ours, strict))
  expect(await settingsOf(ours)).toEqual(strict)
  expect(await settingsOf(others)).toEqual(fresh)
  const row = await t.db
    .selectFrom('companies')
    .select(macColumns.companies)
    .where('id', '=', ours.companyId)
    .executeTakeFirstOrThrow()
  expect(isTrue(t.macKey, 'companies', row)).toBe(true)
  for (const change of [{ require_consent: false }, { share_set_by: 'EMPLOYEE' }]) {
    expect(isTrue(t.macKey, 'companies', { ...row, ...change })).toBe(false)
  }
  const { events } = expectAccepted(auditPage, await ours.call('GET', '/companies/audit'))
  expect(events.find(({ action }) => action === 'company.edited')?.detail).toMatchObject(strict)
})

test.each([
  ['consent is no longer required', { requireConsent: false }],
  ['employees may set their share again', { shareSetBy: 'EMPLOYEE' }],
] as const)('%s → password and code', async (_what, looser) => {
  const ours = await aCompany(t)
  expectAccepted(company, await edit(ours, strict))
  expectRefusal(await edit(ours, looser), 401, 'CODE_REQUIRED')
  expect(await settingsOf(ours)).toEqual(strict)
  await loosenSettings(ours, looser)
  expect(await settingsOf(ours)).toEqual({ ...strict, ...looser })
})

test('receipts by mail are switched on and off without a code', async () => {
  const ours = await aCompany(t)
  expectAccepted(company, await edit(ours, { notifyEmployees: true }))
  expectAccepted(company, await edit(ours, { notifyEmployees: false }))
  expect(await settingsOf(ours)).toEqual(fresh)
})

test('nobody but an ADMIN changes them', async () => {
  const ours = await aCompany(t)
  for (const role of ['PAYROLL', 'APPROVER', 'ACCOUNTANT'] as const) {
    expectRefusal(await edit(await aMember(t, ours, role), strict), 422, 'NOT_ALLOWED_FOR_ROLE')
  }
  expect(await settingsOf(ours)).toEqual(fresh)
})

test.each([
  { shareSetBy: 'NOBODY' },
  { shareSetBy: 1 },
  { requireConsent: 'yes' },
  { notifyEmployees: 0 },
])('%j → a fault of its field, and nothing changes', async (body) => {
  const ours = await aCompany(t)
  const [field = ''] = Object.keys(body)
  expect(faultsOf(await edit(ours, body))).toEqual({ [field]: 'Formato inválido' })
  expect(await settingsOf(ours)).toEqual(fresh)
})
