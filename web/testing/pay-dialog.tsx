import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, vi } from 'vitest'
import { type PaymentPreview, paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { PayDialog } from '#web/features/payments/pay-dialog.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { makePayment, makePayroll, makePreview } from './fixtures.ts'
import { server } from './server.ts'
import { show, t } from './show.tsx'

export const previewPath = '/companies/payrolls/payroll-1/payment-preview'
export const runPath = '/companies/payrolls/payroll-1/run-payment'

export function answerPreview(values: Partial<PaymentPreview> = {}) {
  server.answer('GET', previewPath, paymentPreview, makePreview(values))
}

/** A payroll's page with the dialog open, before any answer is there. */
export function showPayDialog(incomingSats = 0n) {
  server.answer('POST', runPath, paymentAnswer, { payment: makePayment() })
  const onPaid = vi.fn()
  function Page() {
    const [open, setOpen] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          open again
        </button>
        <DialogPresence>
          {open && (
            <PayDialog
              payroll={makePayroll()}
              incomingSats={incomingSats}
              onClose={() => setOpen(false)}
              onPaid={onPaid}
            />
          )}
        </DialogPresence>
      </>
    )
  }
  return { ...show(<Page />), onPaid }
}

/** The dialog with this preview in it. */
export async function openPayDialog(values: Partial<PaymentPreview> = {}, incomingSats = 0n) {
  answerPreview(values)
  const shown = showPayDialog(incomingSats)
  await waitFor(() => expect(screen.queryByText(t('ui.loading'))).toBeNull())
  return { ...shown, pay: () => shown.person.click(payButton()) }
}

export const dialogText = () => screen.getByRole('dialog').textContent

export const dialogButton = (name: string) =>
  within(screen.getByRole('dialog')).getByRole('button', { name })

export const payButton = () => dialogButton(t('payments.pay'))

export const canPay = () => !payButton().hasAttribute('disabled')

export const dialogIsGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** Bodies of the presses that reached the server. */
export const presses = () => server.requests('POST', runPath).map(({ body }) => body)
