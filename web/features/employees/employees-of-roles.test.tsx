import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { employeeList } from '#contract/employees.ts'
import type { Role } from '#domain/roles.ts'
import { makeEmployee } from '#web/testing/fixtures.ts'
import { answerPrice } from '#web/testing/payroll-answers.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component as EmployeesScreen } from './employees-screen.tsx'

const add = () => screen.queryByRole('link', { name: t('employees.add') })
const edit = () => screen.queryByRole('link', { name: t('employees.edit', { name: 'Ana Flores' }) })
const bin = () =>
  screen.queryByRole('button', { name: t('employees.delete.label', { name: 'Ana Flores' }) })

async function showAs(role: Role) {
  answerPrice()
  const list = { employees: [makeEmployee()], employeesMatched: 1, pages: 1 }
  server.answer('GET', '/employees', employeeList, list)
  show(<EmployeesScreen />, '/employees', role)
  await screen.findByText('Ana Flores')
}

test.each(['ADMIN', 'PAYROLL'] as const)('%s → adds, edits and deletes people', async (role) => {
  await showAs(role)
  expect([add(), edit(), bin()]).not.toContain(null)
  expect(screen.queryByText(t('roles.whoCan.changeEmployees'))).toBeNull()
})

test.each(['APPROVER', 'ACCOUNTANT'] as const)(
  '%s → reads the list, and who changes it',
  async (role) => {
    await showAs(role)
    expect([add(), edit(), bin()]).toEqual([null, null, null])
    expect(screen.getByText(t('roles.whoCan.changeEmployees'))).toBeTruthy()
  },
)
