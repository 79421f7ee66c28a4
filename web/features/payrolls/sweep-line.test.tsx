import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type PayrollSweep, payrollSweep } from '#contract/sweeps.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { leaveAndStay } from '#web/testing/unsaved.ts'
import { SweepLine } from './sweep-line.tsx'

const path = '/companies/payrolls/payroll-1/sweep'
const rule = (values: Partial<PayrollSweep> = {}): PayrollSweep => ({
  on: true,
  floorUsd: 50,
  leastFloorUsd: 36,
  defaultFloorUsd: 50,
  pending: null,
  address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  addressState: 'ARRIVED',
  waits: null,
  fee: { btc: '0.00000282', usd: 0.26 },
  dust: { btc: '0.00000294', usd: 0.27 },
  ...values,
})
const off = { on: false, floorUsd: null, waits: 'OFF' } as const

function open(values: Partial<PayrollSweep>) {
  server.answer('GET', path, payrollSweep, rule(values))
  return show(<SweepLine payrollId="payroll-1" />)
}

test('off → fee and dust stand in the dialog that switches it on', async () => {
  const { person } = open(off)
  await person.click(await screen.findByRole('button', { name: t('sweeps.add') }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(`${t('sweeps.fee')}$0.26`)
  expect(dialog.textContent).toContain(`${t('sweeps.dust')}$0.27`)
  server.answer('PUT', path, payrollSweep, rule())
  await person.click(screen.getByRole('button', { name: t('sweeps.switchOn') }))
  await waitFor(() => expect(server.requests('PUT', path)[0]?.body).toEqual({ floorUsd: 50 }))
})

test('another floor is typed and left → the dialog asks, and keeps it', async () => {
  const { person } = open(off)
  await person.click(await screen.findByRole('button', { name: t('sweeps.add') }))
  const floor = await screen.findByLabelText(t('sweeps.floor'))
  await person.clear(floor)
  await person.type(floor, '75')
  await leaveAndStay(person)
  expect(floor).toHaveProperty('value', '75.00')
})

test('nobody knows the fee → it cannot be switched on, and the dialog says why', async () => {
  const { person } = open({ ...off, fee: null, dust: null })
  await person.click(await screen.findByRole('button', { name: t('sweeps.add') }))
  expect(await screen.findByText(t('dashboard.coverage.noPrice'))).toBeTruthy()
  const button: HTMLButtonElement = screen.getByRole('button', { name: t('sweeps.switchOn') })
  expect(button.disabled).toBe(true)
})

test.each([
  ['it is on', {}, t('sweeps.back', { floor: '$50.00' })],
  ['the trial waits for an answer', { waits: 'AWAITS_ARRIVAL' }, t('sweeps.ruleAwaits')],
  ['the trial failed', { waits: 'TRIAL_FAILED' }, t('sweeps.ruleFailed')],
  ['a backup was restored', { waits: 'RESTORED' }, t('sweeps.ruleRestored')],
] as const)('%s → the line says so', async (_what, values, line) => {
  open(values)
  expect(await screen.findByText(line, { exact: false })).toBeTruthy()
})
