import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { type PreviewChange, paymentAnswer } from '#contract/payments.ts'
import { addresses, makePayment, problem } from '#web/testing/fixtures.ts'
import {
  answerPayPreview,
  canPay,
  dialogIsGone,
  dialogText,
  openPayDialog,
  payPath,
  readSentPresses,
} from '#web/testing/pay-dialog.tsx'
import { server } from '#web/testing/server.ts'
import { t } from '#web/testing/show.tsx'

/** The toast of a payment that the network has. */
const sent = /^Enviada \d+:\d\d$/

afterEach(() => {
  vi.useRealTimers()
})

const refusing: ErrorCode[] = ['NODE_UNAVAILABLE', 'COMPANY_FROZEN', 'FEE_TOO_HIGH']

test.each(refusing)('the press is refused with %s → the dialog says it and stays', async (code) => {
  const { pay, onPaid } = await openPayDialog()
  server.refuse('POST', payPath, code)
  await pay()
  expect((await screen.findByRole('alert')).textContent).toContain(problem(code).message)
  expect(onPaid).not.toHaveBeenCalled()
  expect(canPay()).toBe(true)
})

test('the press finds a payment in progress → the preview that follows says so', async () => {
  const { pay } = await openPayDialog()
  server.refuse('POST', payPath, 'PAYMENT_IN_PROGRESS')
  answerPayPreview({ problems: [problem('PAYMENT_IN_PROGRESS')] })
  await pay()
  await screen.findByText(t('payments.whyNot.inProgress'))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(canPay()).toBe(false)
})

const person = { employeeId: 'ana', name: 'Ana Flores' }
const changes: PreviewChange[] = [
  { ...person, kind: 'address', before: addresses.ana, after: addresses.bea },
  { ...person, kind: 'salary', before: 500, after: 650 },
  { employeeId: 'eva', name: 'Eva Ruiz', kind: 'added', before: null, after: addresses.payroll },
]

test('the payroll changed since it was shown → the changes are listed and payable', async () => {
  const { pay } = await openPayDialog()
  server.refuse('POST', payPath, 'PREVIEW_CHANGED', { data: { changes } })
  answerPayPreview({ previewHash: 'hash-2' })
  await pay()
  const text = (await screen.findByRole('alert')).textContent
  for (const shown of [
    `Ana Flores · ${t('payments.changed.address')}`,
    addresses.ana,
    addresses.bea,
    t('payments.changed.before', { value: '$500.00' }),
    t('payments.changed.after', { value: '$650.00' }),
    `Eva Ruiz · ${t('payments.changed.added')}`,
    addresses.payroll,
  ]) {
    expect(text).toContain(shown)
  }
  await waitFor(() => expect(canPay()).toBe(true))
  server.answer('POST', payPath, paymentAnswer, { payment: makePayment() })
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ previewHash: 'hash-1' }, { previewHash: 'hash-2' }])
})

/** Presses 'Pagar' and loses its answer, until the dialog says that it looks for the outcome. */
async function payAndLose() {
  const shown = await openPayDialog()
  server.lose('POST', payPath)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await shown.pay()
  await screen.findByText(t('payments.looking'))
  expect(canPay()).toBe(false)
  return shown
}

const keys = () =>
  server.requests('POST', payPath).map(({ headers }) => headers.get('Idempotency-Key'))

test('the server cannot be reached → nothing is sent, and the dialog says so', async () => {
  const { pay } = await openPayDialog()
  server.lose('GET', '/config')
  await pay()
  expect((await screen.findByRole('alert')).textContent).toContain(t('payments.notSent'))
  expect(readSentPresses()).toHaveLength(0)
})

test('the answer is lost and the connection returns → the dialog closes, paid once', async () => {
  const { onPaid } = await payAndLose()
  server.answer('POST', payPath, paymentAnswer, { payment: makePayment() })
  await vi.advanceTimersByTimeAsync(2000)
  await dialogIsGone()
  expect(onPaid).toHaveBeenCalledOnce()
  expect(keys().length).toBeGreaterThan(1)
  expect(new Set(keys()).size).toBe(1)
})

test('the server breaks down on a press → the dialog asks for the outcome as well', async () => {
  const { pay } = await openPayDialog()
  server.refuse('POST', payPath, 'INTERNAL')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await pay()
  await screen.findByText(t('payments.looking'))
  server.answer('POST', payPath, paymentAnswer, { payment: makePayment() })
  await vi.advanceTimersByTimeAsync(2000)
  await dialogIsGone()
  expect(new Set(keys()).size).toBe(1)
})

test('no connection for long → the dialog goes on looking, under the same key', async () => {
  await payAndLose()
  await vi.advanceTimersByTimeAsync(60_000)
  screen.getByText(t('payments.looking'))
  server.answer('POST', payPath, paymentAnswer, { payment: makePayment() })
  await vi.advanceTimersByTimeAsync(5000)
  await dialogIsGone()
  expect(keys().length).toBeGreaterThan(10)
  expect(new Set(keys()).size).toBe(1)
})

test('the server breaks down four times → its own message, and the same key next', async () => {
  const { pay } = await openPayDialog()
  server.refuse('POST', payPath, 'INTERNAL')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await pay()
  await vi.advanceTimersByTimeAsync(8000)
  expect((await screen.findByRole('alert')).textContent).not.toContain(t('errors.lost'))
  server.answer('POST', payPath, paymentAnswer, { payment: makePayment() })
  await waitFor(() => expect(canPay()).toBe(true))
  await pay()
  await dialogIsGone()
  expect(keys()).toHaveLength(5)
  expect(new Set(keys()).size).toBe(1)
})

test('the answer is lost and the dialog is left → a toast reports the outcome', async () => {
  const { person: admin } = await payAndLose()
  expect(dialogText()).toContain(t('payments.sending'))
  const [, close] = screen.getAllByRole('button', { name: t('ui.close') })
  if (close) await admin.click(close)
  await dialogIsGone()
  server.answer('POST', payPath, paymentAnswer, { payment: makePayment() })
  await vi.advanceTimersByTimeAsync(5000)
  await screen.findByText(sent)
  expect(screen.getByText('3 personas, $1,500.00, llega en 10 a 30 min')).toBeTruthy()
  expect(new Set(keys()).size).toBe(1)
})
