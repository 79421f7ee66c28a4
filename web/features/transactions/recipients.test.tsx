import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Recipient } from '#contract/transactions.ts'
import { eachField, exportedFields } from '#domain/employee-fields.ts'
import type { Role } from '#domain/roles.ts'
import { addresses, makeTransaction } from '#web/testing/fixtures.ts'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Recipients } from './recipients.tsx'

const ana: Recipient = {
  userId: 'employee-1',
  firstName: 'Ana',
  lastName: 'Flores',
  identification: '01234567-8',
  ...eachField(exportedFields, () => ''),
  btcAmount: '0.00500000',
  usdAmount: 500,
  bitcoinUsd: 500,
  dollarsUsd: 0,
  cryptoAddress: addresses.ana,
  lineId: 'line-1',
  receipt: true,
  receiptNumber: '2026-000001',
  arrived: null,
}

beforeEach(() => setElementWidth(widths.desk))

const showRecipients = (
  recipients: Recipient[],
  role: Role = 'ADMIN',
  transactions = 1,
  path = '/',
) =>
  show(
    <Recipients
      transaction={makeTransaction({
        state: 'confirmed',
        payment: { _id: 'payment-1', index: 1, count: transactions },
      })}
      recipients={recipients}
      onReceipt={() => null}
    />,
    path,
    role,
  )
const eleven = Array.from({ length: 11 }, (_, index) => ({
  ...ana,
  userId: `employee-${index}`,
  lineId: `line-${index}`,
  firstName: index === 10 ? 'Eva' : 'Ana',
}))

test('the page is turned → it stands in the address, and Back turns it back', async () => {
  const { person, router } = showRecipients(eleven)
  await person.click(await screen.findByRole('button', { name: t('ui.pager.next') }))
  expect(await screen.findByRole('row', { name: /Eva Flores/ })).toBeTruthy()
  expect(router.state.location.search).toBe('?page=2')
  await router.navigate(-1)
  await waitFor(() => expect(screen.queryByRole('row', { name: /Eva Flores/ })).toBeNull())
})

test.each([2, 99])('page %i is in the address → the last people are shown', async (page) => {
  showRecipients(eleven, 'ADMIN', 1, `/?page=${page}`)
  expect(await screen.findByRole('row', { name: /Eva Flores/ })).toBeTruthy()
})

const row = () => screen.findByRole('row', { name: /Ana Flores/ })

test.each([
  [null, ''],
  [true, 'Dice que le llegó'],
  [false, 'No lo ve'],
])('somebody answers %s → the row says that', async (arrived, said) => {
  showRecipients([{ ...ana, arrived }])
  const text = (await row()).textContent
  expect(text).toContain(said)
  if (said === '') expect(text).not.toContain(t('arrivals.no'))
})

test('a receipt was issued → its file stands beside the person, and all in one', async () => {
  showRecipients([ana, { ...ana, userId: 'employee-2', lineId: 'line-2', firstName: 'Eva' }])
  expect(
    await screen.findByRole('button', { name: 'Comprobante 2026-000001 de Ana Flores' }),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: t('arrivals.zipLabel') })).toBeTruthy()
})

test.each([
  [1, 'oneLabel', '/payments/payment-1/lines/line-1/receipt.pdf'],
  [2, 'zipLabel', '/payments/payment-1/receipts.zip'],
] as const)('one receipt, in %s transactions of the run → %s', async (count, label, path) => {
  server.refuse('GET', path, 'NOT_FOUND')
  showRecipients([ana], 'ADMIN', count)
  await userEvent.click(await screen.findByRole('button', { name: t(`arrivals.${label}`) }))
  await waitFor(() => expect(server.requests('GET', path)).toHaveLength(1))
})

test('a receipt was voided → its button says so', async () => {
  showRecipients([{ ...ana, receipt: false }])
  expect(
    await screen.findByRole('button', { name: 'Comprobante 2026-000001 de Ana Flores, anulado' }),
  ).toBeTruthy()
})

test('no receipt was issued yet → one can be printed, and there is no file', async () => {
  showRecipients([{ ...ana, receipt: false, receiptNumber: null }])
  const name = t('transactions.print.receipt', { name: 'Ana Flores' })
  expect(await screen.findByRole('button', { name })).toBeTruthy()
  expect(screen.queryByRole('button', { name: t('arrivals.zipLabel') })).toBeNull()
})

test('PAYROLL → sees no receipts', async () => {
  showRecipients([ana], 'PAYROLL')
  await row()
  expect(screen.queryByRole('button', { name: /^Comprobante/ })).toBeNull()
})
