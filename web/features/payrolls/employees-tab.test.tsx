import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { employeeList } from '#contract/employees.ts'
import { makeEmployee, makePayroll } from '#web/testing/fixtures.ts'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { answerPrice } from '#web/testing/payroll-answers.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { EmployeesTab } from './employees-tab.tsx'

const nothing = () => undefined
const nobody = {
  noAddress: 0,
  addressHeld: 0,
  accountHeld: 0,
  noConsent: 0,
  notInvited: 0,
  noEmail: 0,
  ready: 0,
}
const people = [
  makeEmployee({ _id: 'e-1', firstName: 'Ana', lastName: 'Cruz', readiness: 'notInvited' }),
  makeEmployee({
    _id: 'e-2',
    firstName: 'Rosa',
    lastName: 'Cruz',
    cryptoAddress: '',
    readiness: 'noAddress',
  }),
]

async function showPeople(invited: number) {
  server.answer('GET', '/employees', employeeList, {
    employees: people,
    employeesMatched: 2,
    pages: 1,
    readiness: { counts: { ...nobody, notInvited: 1, noAddress: 1 }, invited, inDollars: invited },
  })
  show(<EmployeesTab payroll={makePayroll()} onAdd={nothing} onMakeRegular={nothing} />)
  await screen.findByText('Rosa Cruz')
}

beforeEach(() => {
  setElementWidth(widths.desk)
  answerPrice()
})

test('somebody was invited → the people of a payroll say who can be paid', async () => {
  await showPeople(1)
  expect(screen.getByRole('columnheader', { name: t('forPay.column') })).toBeTruthy()
  expect(screen.getByRole('row', { name: /Ana Cruz/ }).textContent).toContain('Listosin invitar')
  const rosa = screen.getByRole('row', { name: /Rosa Cruz/ })
  expect(rosa.textContent).toMatch(/—.*Falta dirección/)
  expect(server.requests('GET', '/employees')[0]?.query.get('counts')).toBe('true')
})

test('nobody was invited or is paid in dollars → the people are listed as before', async () => {
  await showPeople(0)
  expect(screen.queryByRole('columnheader', { name: t('forPay.column') })).toBeNull()
  expect(screen.getByRole('columnheader', { name: t('employees.column.phone') })).toBeTruthy()
})
