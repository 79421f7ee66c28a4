import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Payroll, payroll } from '#contract/payrolls.ts'
import { successText } from '#web/lib/answer-text.ts'
import { makePayroll, problem } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { showDialog, t } from '#web/testing/show.tsx'
import { ToRegularDialog } from './to-regular-dialog.tsx'

const path = '/companies/payrolls/payroll-1/to-regular'

function openDialog(values: Partial<Payroll> = {}) {
  const list = makePayroll({ type: 'CSV', ...values })
  return showDialog((onClose) => <ToRegularDialog payroll={list} onClose={onClose} />)
}

const confirm = () => screen.getByRole('button', { name: t('payrolls.toRegular.confirm') })

test('a list of twelve is to be turned → the dialog says what happens, and asks first', () => {
  openDialog({ employees: 12 })
  const text = screen.getByRole('dialog').textContent
  expect(text).toContain(t('payrolls.toRegular.what', { count: 12, people: '12' }))
  expect(text).toContain(t('payrolls.toRegular.keeps'))
  expect(text).toContain(t('payrolls.toRegular.noBack'))
  expect(server.requests('POST', path)).toHaveLength(0)
})

test('an empty list is to be turned → the dialog speaks of nobody', () => {
  openDialog({ employees: 0 })
  const text = screen.getByRole('dialog').textContent
  expect(text).toContain(t('payrolls.toRegular.nobody'))
  expect(text).not.toContain(t('payrolls.toRegular.keeps'))
})

test('it is confirmed twice → it is turned once, and the dialog closes', async () => {
  const { person } = openDialog()
  server.answer('POST', path, payroll, makePayroll())
  await person.dblClick(confirm())
  await screen.findByText(successText('payrollMadeRegular'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.requests('POST', path)).toHaveLength(1)
})

test.each(['PAYMENT_IN_PROGRESS', 'IMPORT_IN_PROGRESS'] as const)(
  'the server says %s → the dialog shows why and stays',
  async (code) => {
    const { person } = openDialog()
    server.refuse('POST', path, code)
    await person.click(confirm())
    expect((await screen.findByRole('alert')).textContent).toContain(problem(code).message)
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(confirm().hasAttribute('disabled')).toBe(false)
  },
)
