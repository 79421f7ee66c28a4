import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Payroll } from '#contract/payrolls.ts'
import type { User } from '#contract/user.ts'
import { makePayroll, makeUser } from '#web/testing/fixtures.ts'
import { show } from '#web/testing/show.tsx'
import { FirstSteps, ProtectStep } from './first-steps.tsx'

const signIn = (values: Partial<User>) =>
  sessionStorage.setItem('user', JSON.stringify(makeUser(values)))
const without = {
  preferences: { twoFactorAuthentication: { enabled: false, via: 'EMAIL' } },
} as const

beforeEach(() => signIn(without))

const steps = (employees: number, payrolls: Payroll[]) => {
  show(
    <FirstSteps
      activity={{ employees, payrolls: payrolls.length, payments: 0 }}
      payrolls={payrolls}
    />,
  )
  return screen.getAllByRole('listitem')
}
const done = (rows: HTMLElement[]) => rows.map((row) => within(row).queryByText('(hecho)') !== null)

test('nobody is registered → four steps, and the button stands at the first', () => {
  const rows = steps(0, [])
  expect(done(rows)).toEqual([false, false, false, false])
  const button = screen.getByRole('link', { name: 'Añadir empleado' })
  expect(rows[0]?.contains(button)).toBe(true)
  expect(screen.getByRole('link', { name: 'Ir a Seguridad' }).getAttribute('href')).toBe(
    '/security',
  )
})

test('people and a payroll are there → both are done, the payroll is the next', () => {
  const rows = steps(2, [makePayroll({ _id: 'p', employees: 0 })])
  expect(done(rows)).toEqual([true, true, false, false])
  const button = screen.getByRole('link', { name: 'Abrir la nómina' })
  expect(button.getAttribute('href')).toBe('/payrolls/details/p')
})

test('a second factor of any kind → the fourth step is done', () => {
  signIn({ ...without, factors: ['PASSKEY'] })
  expect(done(steps(0, []))).toEqual([false, false, false, true])
})

test('paydays are spoken of, without a second factor → the fourth step stays', () => {
  show(<ProtectStep />)
  expect(screen.getByText('Primeros pasos: falta 1 de 4')).toBeTruthy()
  expect(screen.getByText(/^Al entrar, un segundo paso/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Ir a Seguridad' })
  expect(link.getAttribute('href')).toBe('/security')
})

test('paydays are spoken of, with a second factor → nothing is left to do', () => {
  signIn({ ...without, factors: ['TOTP'] })
  show(<ProtectStep />)
  expect(screen.queryByText(/Primeros pasos/)).toBeNull()
})
