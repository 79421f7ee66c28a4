import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PaymentPreview } from '#contract/payments.ts'
import { makePreview, problem } from '#web/testing/fixtures.ts'
import {
  answerPreviewBy,
  canPay,
  dialogText,
  openPayDialog,
  payPath,
} from '#web/testing/pay-dialog.tsx'
import { server } from '#web/testing/server.ts'
import { t } from '#web/testing/show.tsx'

const key = '2026-11-Q2'
const period = (extra: boolean): PaymentPreview['period'] => ({
  key,
  dueAt: '2026-11-30T14:00:00.000Z',
  extra,
})
const sent = () => server.requests('POST', payPath).at(-1)?.body

test('the payroll has paydays → the period is named, and the press is bound to it', async () => {
  const { pay } = await openPayDialog({ period: period(false) })
  expect(dialogText()).toContain('2.ª quincena de noviembre')
  expect(dialogText()).toContain('lunes 30')
  await pay()
  await waitFor(() => expect(sent()).toMatchObject({ periodKey: key, extra: false }))
})

test('the payroll has no paydays → no period is named', async () => {
  const { pay } = await openPayDialog({ period: null })
  expect(dialogText()).not.toContain(t('payments.period.name'))
  await pay()
  await waitFor(() => expect(sent()).toMatchObject({ periodKey: '', extra: false }))
})

test('the period is paid → nothing can be pressed until somebody wants it again', async () => {
  answerPreviewBy((query) =>
    query.get('extra') === 'true'
      ? makePreview({ period: period(true) })
      : makePreview({ period: period(false), problems: [problem('PERIOD_PAID')] }),
  )
  const { person, pay } = await openPayDialog(null)
  expect(canPay()).toBe(false)
  await person.click(screen.getByRole('button', { name: t('payments.period.again') }))
  await waitFor(() => expect(canPay()).toBe(true))
  expect(dialogText()).toContain('paga otra vez a todas las personas')
  await pay()
  await waitFor(() => expect(sent()).toMatchObject({ periodKey: key, extra: true }))
})

test('some were paid for the period before → the dialog counts them', async () => {
  await openPayDialog({
    period: period(false),
    paidBefore: [{ employeeId: 'a', name: 'Ana Flores' }],
  })
  expect(dialogText()).toContain('1 persona ya lo cobró')
})

test('some were paid these days elsewhere → named as whom, and paid only by choice', async () => {
  const payroll = { _id: 'shop', name: 'Tienda' }
  const people = [
    {
      employee: { _id: 'ana', name: 'Ana Flores' },
      payroll,
      periodKey: key,
      as: 'Ana Paz',
      mayConfirm: false,
      usd: 500,
    },
    {
      employee: { _id: 'eva', name: 'Eva Ríos' },
      payroll,
      periodKey: '2026-11',
      as: null,
      mayConfirm: false,
      usd: 600,
    },
    {
      employee: { _id: 'iris', name: 'Iris Sol' },
      payroll,
      periodKey: key,
      as: null,
      mayConfirm: true,
      usd: 700,
    },
  ]
  const paidElsewhere = { count: 3, people }
  answerPreviewBy((query) =>
    makePreview({
      period: period(false),
      paidElsewhere,
      employees: query.get('include') === 'ana' ? 4 : 3,
    }),
  )
  const { person, pay } = await openPayDialog(null)
  expect(dialogText()).toContain('3 personas tienen otro pago de estos días')
  expect(dialogText()).toContain('Ya cobró esta quincena, como Ana Paz · Tienda')
  expect(dialogText()).toContain('Ya cobró: noviembre')
  expect(dialogText()).toContain('todavía puede confirmarse')
  const box = screen.getByRole('checkbox', { name: 'Pagar de todos modos a Ana Flores' })
  await person.click(box)
  await waitFor(() => expect(dialogText()).toContain('A 4 personas'))
  await pay()
  await waitFor(() => expect(sent()).toMatchObject({ include: ['ana'] }))
})
