import { screen, waitFor, within } from '@testing-library/react'
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

function answerForm() {
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
}

test('somebody else moved the person → that is said, and what was typed is kept', async () => {
  answerForm()
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

const question = {
  name: 'María Cruz',
  person: { _id: 'employee-1', name: 'Ana Flores' },
  differs: ['email'],
  same: ['baseSalary'],
  known: { email: 'ana@empresa.test' },
  listed: { email: 'maria@empresa.test' },
}

test.each([
  ['payrolls.decide.same', 'PUT', one, { samePerson: true, version: 3 }],
  ['employees.samePerson.other', 'POST', '/companies/employees', {}],
] as const)(
  'an edit may be about somebody else → asked: %s',
  async (answer, method, path, sent) => {
    answerForm()
    server.refuse('PUT', one, 'ANOTHER_PERSON', { data: { question } })
    const { person } = show(<EditScreen />)
    const name = await screen.findByLabelText<HTMLInputElement>(/^Nombre/)
    await person.clear(name)
    await person.type(name, 'María')
    await person.click(screen.getByRole('button', { name: t('ui.form.save') }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Ana Flores pasa a ser María Cruz')
    expect(dialog.textContent).toContain('maria@empresa.test')
    const added = { ...read, _id: method === 'PUT' ? read._id : 'employee-2', firstName: 'María' }
    server.answer(method, path, employee, added)
    await person.click(within(dialog).getByRole('button', { name: t(answer) }))
    await waitFor(() => {
      const { body } = server.requests(method, path).at(-1) ?? {}
      expect(body).toMatchObject({ firstName: 'María', ...sent })
    })
    expect(server.requests('PUT', one)).toHaveLength(method === 'PUT' ? 2 : 1)
  },
)
