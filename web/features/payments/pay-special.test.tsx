import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Changes } from '#contract/changes.ts'
import { type PaymentPreview, paymentPreview } from '#contract/payments.ts'
import { sheetSource } from '#web/shared/payments/pay-source.ts'
import { makeChanges, makeHeld, makePreview } from '#web/testing/fixtures.ts'
import { canPay, dialogText, payButton, showPayDialog } from '#web/testing/pay-dialog.tsx'
import { server } from '#web/testing/server.ts'
import { t } from '#web/testing/show.tsx'

const source = sheetSource('run-1', 'Quincena 25')
const period = { key: '2027-01-QUINCENA_25', dueAt: '2027-01-25T15:00:00.000Z', extra: false }

async function openSheet(values: Partial<PaymentPreview> = {}, since: Partial<Changes> = {}) {
  server.answer('GET', source.preview, paymentPreview, makePreview({ period, ...values }))
  const shown = showPayDialog(0n, since, source)
  await waitFor(() => expect(screen.queryByText(t('ui.loading'))).toBeNull())
  return shown
}

test('a sheet → its name, whose it is, and a press of its own call', async () => {
  const { person } = await openSheet()
  expect(screen.getByText(t('payments.special.title'))).toBeTruthy()
  expect(dialogText()).toContain('Quincena 25')
  expect(screen.queryByText(t('payments.who.title'))).toBeNull()
  await waitFor(() => expect(canPay()).toBe(true))
  await person.click(payButton())
  await waitFor(() => expect(server.requests('POST', source.run)).toHaveLength(1))
  expect(server.requests('POST', source.run)[0]?.body).toMatchObject({
    periodKey: '',
    extra: false,
  })
})

test('somebody got a bonus an hour ago → another is paid only after a tick', async () => {
  const lastPaid = { _id: 'payment-0', at: new Date(Date.now() - 3_600_000).toISOString() }
  const problems = [{ code: 'ALREADY_PAID' as const, message: 'paid' }]
  const { person } = await openSheet({ problems, lastPaid })
  expect(dialogText()).toContain(
    t('payments.paidBefore.bonus', { date: '', age: '' }).split(' el ')[0],
  )
  expect(canPay()).toBe(false)
  await person.click(screen.getByRole('checkbox', { name: t('payments.paidBefore.another') }))
  await person.click(payButton())
  await waitFor(() => expect(server.requests('POST', source.run)).toHaveLength(1))
  expect(server.requests('POST', source.run)[0]?.body).toMatchObject({ after: 'payment-0' })
})

test('everybody has been paid → it is said, without a way to pay again', async () => {
  const problems = [{ code: 'PERIOD_PAID' as const, message: 'Esta quincena ya está pagada' }]
  await openSheet({ problems })
  expect(screen.getByText(t('payments.special.paid'))).toBeTruthy()
  expect(screen.queryByText(t('payments.period.again'))).toBeNull()
  expect(canPay()).toBe(false)
})

test('salaries changed since the last run → of a sheet only addresses are compared', async () => {
  const since = { paymentId: 'payment-0', at: '2026-10-30T15:00:00.000Z' }
  const counts = { ...makeChanges().counts, salaries: 2 }
  await openSheet({}, { since, counts, severity: 'warn' })
  expect(screen.getByText(t('payments.special.noAddress', { date: '30 de octubre' }))).toBeTruthy()
})

test('somebody on the sheet is held → their choice is asked for and sent', async () => {
  const held = makeHeld()
  const problems = [{ code: 'HELD_ADDRESSES' as const, message: 'held' }]
  // Held for the salaries, and not on the sheet.
  const other = makeHeld({ employee: { _id: 'employee-9', name: 'Otra Persona' } })
  const { person } = await openSheet({ held: [held], problems }, { held: [held, other] })
  expect(dialogText()).toContain(held.employee.name)
  expect(dialogText()).not.toContain('Otra Persona')
  expect(canPay()).toBe(false)
  await person.click(screen.getByRole('radio', { name: new RegExp(t('payments.held.leave')) }))
  await waitFor(() => expect(canPay()).toBe(true))
  await person.click(payButton())
  await waitFor(() => expect(server.requests('POST', source.run)).toHaveLength(1))
  expect(server.requests('POST', source.run)[0]?.body).toMatchObject({
    held: { [held.employee._id]: 'leave' },
  })
})
