import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#domain/roles.ts'
import { makeTransaction, makeUser } from '#web/testing/fixtures.ts'
import { showPayrollPage } from '#web/testing/payroll-page.tsx'
import { t } from '#web/testing/show.tsx'

const button = (name: string) => screen.queryAllByRole('button', { name })[0] ?? null
const withdraw = () => button(t('payrolls.details.withdraw'))
const pay = () => button(t('payrolls.details.pay'))
const edit = () => button(t('payrolls.details.edit'))
const add = () => button(t('payrolls.employees.add'))

const files = () => button(t('ui.export', { what: t('payrolls.transactions.table'), kind: 'CSV' }))

async function showAs(role: Role) {
  sessionStorage.setItem('user', JSON.stringify(makeUser({ role })))
  const { person } = showPayrollPage({ code: 'ready' }, {}, [makeTransaction({ type: 'receive' })])
  const tab = await screen.findByRole('tab', { name: /^Transacciones/ })
  return async () => {
    await person.click(tab)
    await screen.findByLabelText(t('payrolls.transactions.table'))
  }
}

test('PAYROLL → pays, withdraws and changes the payroll, and exports nothing', async () => {
  const seeTransactions = await showAs('PAYROLL')
  await screen.findByRole('button', { name: t('payrolls.details.withdraw') })
  expect([pay(), edit(), add()]).not.toContain(null)
  expect(screen.queryByText(t('roles.whoCan.runPayment'))).toBeNull()
  await seeTransactions()
  expect(files()).toBeNull()
})

test.each(['APPROVER', 'ACCOUNTANT'] as const)('%s → reads and exports it', async (role) => {
  const seeTransactions = await showAs(role)
  expect(await screen.findByText(t('roles.whoCan.runPayment'))).toBeTruthy()
  expect([pay(), edit(), add(), withdraw()]).toEqual([null, null, null, null])
  await seeTransactions()
  expect(files()).not.toBeNull()
})
