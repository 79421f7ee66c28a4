import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { payroll } from '#contract/payrolls.ts'
import { keepSession } from '#web/lib/session.ts'
import { paths } from '#web/shared/paths.ts'
import { addresses, makePayroll, makeUser } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component as GetBitcoinScreen } from './get-bitcoin-screen.tsx'

const signIn = () => keepSession({ token: 'token', user: makeUser() })

test('coming from a payroll → shows its address and leads back to it', async () => {
  signIn()
  server.answer('GET', '/payrolls/payroll-1', payroll, makePayroll())
  show(<GetBitcoinScreen />, paths.helpGetBitcoinFor('payroll-1'))

  const back = await screen.findByRole('link', { name: 'Volver a Quincena de noviembre' })
  expect(back.getAttribute('href')).toBe(paths.payroll('payroll-1'))
  const { payroll: address } = addresses
  expect(screen.getByText(`${address.slice(0, 8)} … ${address.slice(-8)}`)).toBeTruthy()
  const amount = screen.getByRole('link', { name: t('help.bitcoin.amount') })
  expect(amount.getAttribute('href')).toBe(paths.payroll('payroll-1'))
})

test('a payroll that is gone → the page says the same without it', async () => {
  signIn()
  server.refuse('GET', '/payrolls/gone', 'NOT_FOUND')
  show(<GetBitcoinScreen />, paths.helpGetBitcoinFor('gone'))

  await waitFor(() => expect(server.requests('GET', '/payrolls/gone')).toHaveLength(1))
  expect(await screen.findByText(t('help.bitcoin.step.compare.text'))).toBeTruthy()
  expect(screen.getByRole('link', { name: t('layout.home') })).toBeTruthy()
})

test('a visitor → reads it without asking the server for a payroll', async () => {
  show(<GetBitcoinScreen />, paths.helpGetBitcoinFor('payroll-1'))

  expect(await screen.findByRole('heading', { name: t('help.bitcoin.title') })).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
  expect(screen.queryByRole('link', { name: t('help.bitcoin.amount') })).toBeNull()
  expect(server.requests('GET', '/payrolls/payroll-1')).toHaveLength(0)
})
