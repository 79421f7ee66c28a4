import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { type Employee, employeeList } from '#contract/employees.ts'
import { btcPrice } from '#contract/prices.ts'
import { successText } from '#web/lib/answer-text.ts'
import { makeEmployee, problem } from '#web/testing/fixtures.ts'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component as EmployeesScreen } from './employees-screen.tsx'

const listPath = '/employees'
const ana = makeEmployee()
const bea = makeEmployee({ _id: 'employee-2', firstName: 'Bea', lastName: 'Cruz' })
const carla = makeEmployee({
  _id: 'employee-3',
  firstName: 'Carla',
  lastName: 'Mena',
  creationType: 'CSV',
  payroll: { _id: 'payroll-7', name: 'Temporada de corte' },
})

function answerList(employees: Employee[], employeesMatched = employees.length) {
  const pages = Math.ceil(employeesMatched / 10)
  server.answer('GET', listPath, employeeList, { employees, employeesMatched, pages })
}

beforeEach(() => {
  setElementWidth(widths.desk)
  server.answer('GET', '/coins/btc/price', btcPrice, {
    price: 100_000,
    currency: 'USD',
    updatedAt: new Date().toISOString(),
    sources: 3,
  })
})

const showScreen = (path = '/employees') => show(<EmployeesScreen />, path)
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
/** The list's, beside which its counts are asked for. */
const lastQuery = () =>
  Object.fromEntries(
    server
      .requests('GET', listPath)
      .filter(({ query }) => !query.has('counts'))
      .at(-1)?.query ?? [],
  )

test('the screen opens → the first ten are asked for and shown with their salaries', async () => {
  answerList([ana, bea], 24)
  showScreen()
  const first = await row('Ana Flores')
  for (const shown of ['01234567-8', 'ana@empresa.test', '$500.00', '0.00500000']) {
    await waitFor(() => expect(first.textContent).toContain(shown))
  }
  expect(screen.getByText('1–10 de 24')).toBeTruthy()
  expect(lastQuery()).toEqual({ page: '1', limit: '10' })
})

test('the list is on its way → ten rows are drawn for it', () => {
  answerList([ana])
  const release = server.hold('GET', listPath)
  showScreen()
  expect(screen.getByRole('status').textContent).toBe(t('ui.loading'))
  release()
})

test('there is nobody → the screen offers to add the first person', async () => {
  answerList([])
  showScreen()
  await screen.findByText(t('employees.empty.text'))
  const links = screen.getAllByRole('link', { name: t('employees.add') })
  expect(links.map((link) => link.getAttribute('href'))).toContain('/employees/create-employee')
})

test('the list cannot be loaded → the screen says why, and asks again on demand', async () => {
  server.refuse('GET', listPath, 'NOT_FOUND')
  const { person } = showScreen()
  expect((await screen.findByRole('alert')).textContent).toContain(problem('NOT_FOUND').message)
  answerList([ana])
  await person.click(screen.getByRole('button', { name: t('ui.retry') }))
  expect(await row('Ana Flores')).toBeTruthy()
})

test('the next page is chosen → its rows come, and the address names it', async () => {
  answerList([ana], 12)
  const { person, router } = showScreen()
  await row('Ana Flores')
  answerList([bea], 12)
  await person.click(screen.getByRole('button', { name: t('ui.pager.next') }))
  expect(await row('Bea Cruz')).toBeTruthy()
  expect(lastQuery()).toEqual({ page: '2', limit: '10' })
  expect(router.state.location.search).toBe('?page=2')
})

test('the address names a page past the end → the last one is shown', async () => {
  answerList([], 12)
  const { router } = showScreen('/employees?page=9')
  await waitFor(() => expect(lastQuery()).toEqual({ page: '2', limit: '10' }))
  expect(router.state.location.search).toBe('?page=2')
})

test.each(['Enter', 'button'])('a name is searched by %s → who fits is shown', async (by) => {
  answerList([ana, bea], 24)
  const { person, router } = showScreen('/employees?page=2')
  await row('Ana Flores')
  answerList([bea])
  await person.type(screen.getByRole('searchbox'), ' Cruz ')
  if (by === 'Enter') await person.keyboard('{Enter}')
  else await person.click(screen.getByRole('button', { name: t('ui.search') }))
  await waitFor(() => expect(screen.queryByText('Ana Flores')).toBeNull())
  expect(lastQuery()).toEqual({ page: '1', limit: '10', search: 'Cruz' })
  expect(router.state.location.search).toBe('?search=Cruz')
})

test('nobody fits the search → the screen says so and shows all on demand', async () => {
  answerList([])
  const { person } = showScreen('/employees?search=Zoe')
  await screen.findByText(t('employees.empty.search', { search: 'Zoe' }))
  answerList([ana])
  await person.click(screen.getByRole('button', { name: t('employees.empty.showAll') }))
  expect(await row('Ana Flores')).toBeTruthy()
})

test('somebody came by CSV → the row says where they change, and has no buttons', async () => {
  answerList([ana, carla])
  showScreen()
  const actions = [t('employees.edit', { name: 'Ana Flores' }), 'Carla Mena'] as const
  expect(within(await row('Ana Flores')).getByRole('link', { name: actions[0] })).toBeTruthy()
  const links = within(await row(actions[1])).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/payrolls/details/payroll-7'])
  const said = t('employees.list.changesIn', { payroll: 'Temporada de corte' })
  expect(links[0]?.textContent).toBe(said)
  expect((await row('Carla Mena')).textContent).toContain('CSV')
})

test('somebody is deleted after a question → the list is read without the row', async () => {
  answerList([ana, bea])
  const { person } = showScreen()
  const remove = t('employees.delete.label', { name: 'Ana Flores' })
  await person.click(within(await row('Ana Flores')).getByRole('button', { name: remove }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Ana Flores')).toBeTruthy()
  expect(server.requests('DELETE', '/companies/employees/employee-1')).toHaveLength(0)
  server.answer('DELETE', '/companies/employees/employee-1', z.null(), null)
  answerList([bea])
  await person.click(dialog.getByRole('button', { name: t('employees.delete.confirm') }))
  await screen.findByText(successText('employeeDeleted', 'Ana Flores'))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Ana Flores/ })).toBeNull())
})

test('the screen is as narrow as a phone → people are cards with the same actions', async () => {
  setElementWidth(widths.phone)
  answerList([ana])
  showScreen()
  const list = await screen.findByRole('list', { name: t('employees.table') })
  await waitFor(() => expect(list.textContent).toContain('Ana Flores'))
  expect(list.textContent).toContain('$500.00')
  const edit = t('employees.edit', { name: 'Ana Flores' })
  expect(within(list).getByRole('link', { name: edit }).getAttribute('href')).toBe(
    '/employees/edit-employee/employee-1',
  )
})

test('Importar is pressed → its dialog opens for people, and + AÑADIR is outlined', async () => {
  answerList([ana])
  const { person } = showScreen()
  await row('Ana Flores')
  const add = () => screen.getByRole('link', { name: t('employees.add'), hidden: true })
  expect(add().className).toContain('contained')
  await person.click(screen.getByRole('button', { name: t('employees.import.button') }))
  expect(await screen.findByRole('dialog', { name: t('employees.import.title') })).toBeTruthy()
  expect(add().className).toContain('outlined')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(add().className).toContain('contained')
})

test('there is nobody → importing them is offered beneath, too', async () => {
  answerList([])
  const { person } = showScreen()
  await screen.findByText(t('employees.empty.text'))
  const offers = screen.getAllByRole('button', { name: t('employees.import.button') })
  expect(offers).toHaveLength(2)
  await person.click(offers[1] as HTMLElement)
  expect(await screen.findByRole('dialog', { name: t('employees.import.title') })).toBeTruthy()
})

test('people have departments → one of them narrows the list, and a search keeps it', async () => {
  const departments = ['Bodega', 'Cocina']
  const found = { employees: [ana], employeesMatched: 1, pages: 1, departments }
  server.answer('GET', listPath, employeeList, found)
  const { person } = showScreen('/employees?page=2')
  const field = t('employees.field.department')
  await person.click(await screen.findByRole('combobox', { name: `${field}: Todas las áreas` }))
  await person.click(screen.getByRole('option', { name: 'Cocina' }))
  await waitFor(() => expect(lastQuery()).toMatchObject({ page: '1', department: 'Cocina' }))
  await screen.findByRole('combobox', { name: `${field}: Cocina` })
  await person.type(screen.getByRole('searchbox'), 'ana{Enter}')
  await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'ana', department: 'Cocina' }))
})

test('nobody has a department → no filter is offered', async () => {
  answerList([ana])
  showScreen()
  await row('Ana Flores')
  expect(screen.queryByRole('combobox')).toBeNull()
})
