import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { company } from '#contract/company.ts'
import { employee, employeeList } from '#contract/employees.ts'
import { btcPrice } from '#contract/prices.ts'
import { addresses, makeCompany, makeEmployee } from '#web/testing/fixtures.ts'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component as EditScreen } from './edit-employee-screen.tsx'

const one = '/companies/employees/employee-1'
const read = makeEmployee({ baseSalary: 500, cryptoAddress: addresses.ana, version: 3 })
const theirs = { ...read, cryptoAddress: addresses.bea, bitcoinPercent: 60, version: 4 }

test('somebody else moved the person → that is said, and what was typed is kept', async () => {
  setElementWidth(widths.desk)
  server.answer('GET', '/companies/company', company, makeCompany({ country: 'SV' }))
  server.answer('GET', '/employees', employeeList, { employees: [], employeesMatched: 0, pages: 0 })
  server.answer('GET', '/coins/btc/price', btcPrice, {
    price: 100_000,
    currency: 'USD',
    updatedAt: new Date().toISOString(),
    sources: 3,
  })
  // Shown under no route, the screen asks for nobody by name.
  server.answer('GET', '/companies/employees/', employee, read)
  server.refuse('PUT', one, 'EMPLOYEE_CHANGED', { data: { employee: theirs } })
  const { person } = show(<EditScreen />)
  const salary = await screen.findByLabelText<HTMLInputElement>(/^Salario base/)
  await person.clear(salary)
  await person.type(salary, '650')
  const save = () => person.click(screen.getByRole('button', { name: t('ui.form.save') }))
  await save()
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('Alguien cambió a esta persona')
  expect(notice.textContent).toContain('Antes: 100')
  expect(notice.textContent).toContain('Ahora: 60')
  expect(notice.textContent, 'nobody else changed the salary').not.toContain('Salario')
  const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
  expect(value(/^Dirección de Bitcoin/)).toBe(addresses.bea)
  expect(value(/^Salario base/)).toBe('650.00')

  server.answer('PUT', one, employee, { ...theirs, baseSalary: 650, version: 5 })
  await save()
  expect(server.requests('PUT', one).at(-1)?.body).toMatchObject({
    baseSalary: 650,
    cryptoAddress: addresses.bea,
    bitcoinPercent: 60,
    version: 4,
  })
})
