import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Payroll, payroll, payrollList } from '#contract/payrolls.ts'
import { makePayroll, problem } from '#web/testing/fixtures.ts'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component as PayrollListScreen } from './payroll-list-screen.tsx'

const listPath = '/payrolls'
const plant = makePayroll()
const field = makePayroll({ _id: 'payroll-2', name: 'Jornales', type: 'CSV', employees: 1 })

function answerList(payrolls: Payroll[], payrollsMatched = payrolls.length) {
  const pages = Math.ceil(payrollsMatched / 10)
  server.answer('GET', listPath, payrollList, { payrolls, payrollsMatched, pages })
}

beforeEach(() => setElementWidth(widths.desk))

const showList = () => show(<PayrollListScreen />, listPath)
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

test('the list opens → each payroll has type, people, balance, state and its own page', async () => {
  answerList([plant, field])
  showList()
  const text = (await row('Jornales')).textContent
  for (const shown of ['CSV', '1', '$2,000.00', 'de $1,500.00', 'Lista para pagar'])
    expect(text).toContain(shown)
  const link = within(await row(plant.name)).getByRole('link', { name: plant.name })
  expect(link.getAttribute('href')).toBe('/payrolls/details/payroll-1')
})

test('there is no payroll → the list offers to create the first one', async () => {
  answerList([])
  const { person } = showList()
  await screen.findByText(t('payrolls.empty.text'))
  const [, create] = screen.getAllByRole('button', { name: t('payrolls.createNew') })
  if (create) await person.click(create)
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('a new payroll is REGULAR unless said otherwise, and opens once it is made', async () => {
  answerList([])
  server.answer('POST', '/companies/payrolls', payroll, { ...plant, _id: 'payroll-9' })
  const { person, router } = showList()
  await screen.findByText(t('payrolls.empty.text'))
  const [create] = screen.getAllByRole('button', { name: t('payrolls.createNew') })
  if (create) await person.click(create)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /REGULAR/ }).checked).toBe(true)
  await person.type(dialog.getByLabelText(t('payrolls.form.name')), 'Oficina')
  await person.type(dialog.getByLabelText(t('payrolls.form.description')), 'Ventas')
  await person.click(dialog.getByRole('button', { name: t('payrolls.create.submit') }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/payrolls/details/payroll-9'))
  expect(server.requests('POST', '/companies/payrolls').at(-1)?.body).toMatchObject({
    type: 'REGULAR',
  })
})

test('the list cannot be loaded → it says why, and asks again on demand', async () => {
  server.refuse('GET', listPath, 'NOT_FOUND')
  const { person } = showList()
  expect((await screen.findByRole('alert')).textContent).toContain(problem('NOT_FOUND').message)
  answerList([plant])
  await person.click(screen.getByRole('button', { name: t('ui.retry') }))
  expect(await row(plant.name)).toBeTruthy()
})

test('the next page is chosen → its rows come', async () => {
  answerList([plant], 11)
  const { person } = showList()
  await row(plant.name)
  answerList([field], 11)
  await person.click(screen.getByRole('button', { name: t('ui.pager.next') }))
  expect(await row('Jornales')).toBeTruthy()
  expect(server.requests('GET', listPath).at(-1)?.query.get('page')).toBe('2')
})

test('a payroll with funds is to be deleted → the dialog refuses', async () => {
  answerList([plant])
  const { person } = showList()
  const remove = t('payrolls.delete.label', { name: plant.name })
  await person.click(within(await row(plant.name)).getByRole('button', { name: remove }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(t('payrolls.delete.hasFunds'))).toBeTruthy()
  expect(dialog.queryByRole('button', { name: t('payrolls.delete.confirm') })).toBeNull()
})

test('the screen is as narrow as a phone → payrolls are cards', async () => {
  setElementWidth(widths.phone)
  answerList([plant, field])
  showList()
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  const [card] = screen.getAllByRole('listitem')
  expect(card?.textContent).toContain(t('payrolls.people', { count: 3 }))
  expect(card?.textContent).toContain('$2,000.00')
})
