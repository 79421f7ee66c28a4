import { expect, test } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { employee } from '#contract/employees.ts'
import { isoDay } from '#domain/iso-day.ts'
import {
  aCompany,
  anEmployee,
  anEmployeeBody,
  expectAccepted,
  expectRefusal,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()
const path = '/companies/employees'
const terms = { hiredOn: '2024-02-29', payFrequency: 'FORTNIGHT' } as const

test('nobody says the hire date and the frequency → both are null', async () => {
  const made = await anEmployee(await aCompany(t))
  expect(made).toMatchObject({ hiredOn: null, payFrequency: null })
})

test('an edit that does not name them keeps them, and "" takes them away', async () => {
  const company = await aCompany(t)
  const made = await anEmployee(company, terms)
  expect(made).toMatchObject(terms)
  const body = anEmployeeBody({ cryptoAddress: made.cryptoAddress, baseSalary: 700 })
  const put = (more: object) => company.call('PUT', `${path}/${made._id}`, { ...body, ...more })
  for (const blank of [{}, { hiredOn: null, payFrequency: null }]) {
    expect(expectAccepted(employee, await put(blank))).toMatchObject(terms)
  }
  const monthly = expectAccepted(employee, await put({ payFrequency: 'MONTH' }))
  expect(monthly).toMatchObject({ ...terms, payFrequency: 'MONTH' })
  const emptied = expectAccepted(employee, await put({ hiredOn: '', payFrequency: '' }))
  expect(emptied).toMatchObject({ hiredOn: null, payFrequency: null })
  const { events } = expectAccepted(
    auditPage,
    await company.call('GET', '/companies/audit?limit=2'),
  )
  expect(events.map(({ detail }) => detail.changed)).toEqual([
    ['hiredOn', 'payFrequency'],
    ['payFrequency'],
  ])
})

const inAHundredDays = () => isoDay(new Date(Date.now() + 100 * 24 * 3_600_000))
test.each([
  [
    'a day to come',
    { hiredOn: inAHundredDays() },
    'hiredOn',
    'La fecha aún no llega: como máximo, 90 días después de hoy',
  ],
  ['30 February', { hiredOn: '2026-02-30' }, 'hiredOn', 'Escribe una fecha que exista'],
  ['29 February', { hiredOn: '2025-02-29' }, 'hiredOn', 'Escribe una fecha que exista'],
  ['a time', { hiredOn: '2025-02-01T00:00' }, 'hiredOn', 'Escribe una fecha que exista'],
  ['before 1900', { hiredOn: '1899-12-31' }, 'hiredOn', 'La fecha es anterior a 1900'],
  ['a number', { hiredOn: 20260101 }, 'hiredOn', 'Formato inválido'],
  ['a week', { payFrequency: 'WEEK' }, 'payFrequency', 'Formato inválido'],
  ['a list', { payFrequency: ['MONTH'] }, 'payFrequency', 'Formato inválido'],
])('%s → refused with its field, and nothing is saved', async (_what, wrong, path, message) => {
  const company = await aCompany(t)
  const answer = await company.call('POST', '/companies/employees', anEmployeeBody(wrong))
  expect(expectRefusal(answer, 400, 'VALIDATION').errors).toEqual([{ path, message }])
  const { events } = expectAccepted(auditPage, await company.call('GET', '/companies/audit'))
  expect(events.filter(({ action }) => action === 'employee.created')).toEqual([])
})

test('somebody hired today → saved', async () => {
  const hiredOn = isoDay(new Date())
  expect(await anEmployee(await aCompany(t), { hiredOn })).toMatchObject({ hiredOn })
})
