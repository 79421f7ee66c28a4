import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { employeeList } from '#contract/employees.ts'
import { payroll } from '#contract/payrolls.ts'
import { successText } from '#web/lib/answer-text.ts'
import { makeEmployee, makePayroll, problem } from '#web/testing/fixtures.ts'
import { answerPrice } from '#web/testing/payroll-answers.ts'
import { server } from '#web/testing/server.ts'
import { showDialog, t } from '#web/testing/show.tsx'
import { leaveAndStay } from '#web/testing/unsaved.ts'
import { AddEmployeesDialog } from './add-employees-dialog.tsx'

const ana = makeEmployee()
const bea = makeEmployee({ _id: 'employee-2', firstName: 'Bea', baseSalary: 870 })
const pathOf = ({ _id }: { _id: string }) => `/companies/payrolls/payroll-1/employees/${_id}`

function answerCandidates(employees = [ana, bea]) {
  server.answer('GET', '/employees', employeeList, {
    employees,
    employeesMatched: employees.length,
    pages: 1,
  })
}

function openDialog(employees = 3) {
  answerPrice()
  const ours = makePayroll({ employees })
  return showDialog((onClose) => <AddEmployeesDialog payroll={ours} onClose={onClose} />)
}

const dialog = () => within(screen.getByRole('dialog'))
const add = () =>
  dialog().getByRole<HTMLButtonElement>('button', { name: t('payrolls.add.submit') })
const box = (name: RegExp) => dialog().getByRole<HTMLInputElement>('checkbox', { name })

test('nobody is chosen → nobody can be added', async () => {
  answerCandidates()
  openDialog()
  await screen.findByText('Ana Flores')
  expect(dialog().getByText('$870.00')).toBeTruthy()
  expect(add().disabled).toBe(true)
  const { query } = server.requests('GET', '/employees')[0] ?? {}
  expect(query?.get('excludePayroll')).toBe('payroll-1')
})

test('two are chosen → each is added once, and the dialog closes', async () => {
  answerCandidates()
  const { person } = openDialog()
  await screen.findByText('Ana Flores')
  await person.click(box(/^Ana Flores/))
  await person.click(box(/^Bea Flores/))
  expect(dialog().getByText(t('payrolls.add.selected', { count: 2 }))).toBeTruthy()
  for (const one of [ana, bea]) server.answer('PATCH', pathOf(one), payroll, makePayroll())
  await person.dblClick(add())
  expect(await screen.findByText(successText('employeeAdded'))).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const one of [ana, bea]) expect(server.requests('PATCH', pathOf(one))).toHaveLength(1)
})

test('the page’s box is ticked → all of the page are chosen', async () => {
  answerCandidates()
  const { person } = openDialog()
  await screen.findByText('Ana Flores')
  await person.click(dialog().getByRole('checkbox', { name: t('payrolls.add.all') }))
  expect(box(/^Ana Flores/).checked && box(/^Bea Flores/).checked).toBe(true)
})

test.each([
  [0, 'none'],
  [3, 'noneLeft'],
])('a payroll of %i has nobody to add → it says so, and leads to hiring', async (people, key) => {
  answerCandidates([])
  openDialog(people)
  expect(await screen.findByText(t(`payrolls.add.${key}.title`))).toBeTruthy()
  expect(dialog().getByText(t(`payrolls.add.${key}.text`))).toBeTruthy()
  expect(dialog().getByRole('link', { name: t('payrolls.add.create') })).toBeTruthy()
  expect(screen.queryByRole('button', { name: t('payrolls.add.submit') })).toBeNull()
})

test('one of two is refused → the dialog stays, and that one is still chosen', async () => {
  answerCandidates()
  const { person } = openDialog()
  await screen.findByText('Ana Flores')
  await person.click(box(/^Ana Flores/))
  await person.click(box(/^Bea Flores/))
  server.answer('PATCH', pathOf(ana), payroll, makePayroll())
  server.refuse('PATCH', pathOf(bea), 'PAYMENT_IN_PROGRESS')
  answerCandidates([bea])
  await person.click(add())
  const detail = t('payrolls.add.failedDetail', { added: 1, count: 2 })
  expect(await screen.findByText(detail)).toBeTruthy()
  expect(box(/^Bea Flores/).checked).toBe(true)
  await waitFor(() => expect(screen.queryByText('Ana Flores')).toBeNull())
  await leaveAndStay(person)
  expect(box(/^Bea Flores/).checked).toBe(true)
})

test('the list cannot be read → the dialog says why, and asks again on demand', async () => {
  server.refuse('GET', '/employees', 'NOT_FOUND')
  const { person } = openDialog()
  expect((await screen.findByRole('alert')).textContent).toContain(problem('NOT_FOUND').message)
  answerCandidates()
  await person.click(screen.getByRole('button', { name: t('ui.retry') }))
  expect(await screen.findByText('Ana Flores')).toBeTruthy()
})
