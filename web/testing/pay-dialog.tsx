import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, vi } from 'vitest'
import { type Changes, changes } from '#contract/changes.ts'
import { type PaymentPreview, paymentAnswer, paymentPreview } from '#contract/payments.ts'
import { PayDialog } from '#web/features/payments/pay-dialog.tsx'
import type { PaySource } from '#web/shared/payments/pay-source.ts'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { makeChanges, makePayment, makePayroll, makePreview } from './fixtures.ts'
import { server } from './server.ts'
import { show, t } from './show.tsx'

export const previewPath = '/companies/payrolls/payroll-1/payment-preview'
export const payPath = '/companies/payrolls/payroll-1/run-payment'

export const changesPath = '/companies/payrolls/payroll-1/changes'

/** The changes since the last paid run, and who is held. */
export function answerChanges(values: Partial<Changes> = {}) {
  server.answer('GET', changesPath, changes, makeChanges(values))
}

export function answerPayPreview(values: Partial<PaymentPreview> = {}) {
  server.answer('GET', previewPath, paymentPreview, makePreview(values))
}

/** The preview by its query: of everybody, or of chosen people. */
export function answerPreviewBy(previewOf: (query: URLSearchParams) => PaymentPreview) {
  server.answerBy('GET', previewPath, paymentPreview, previewOf)
}

/** A payroll's page with the dialog open, before any answer is there. */
export function showPayDialog(incomingSats = 0n, since: Partial<Changes> = {}, source?: PaySource) {
  answerChanges(since)
  server.answer('POST', source?.run ?? payPath, paymentAnswer, { payment: makePayment() })
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
              {...(source && { source })}
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

/** The dialog with this preview in it; null: with those that are answered already. */
export async function openPayDialog(
  values: Partial<PaymentPreview> | null = {},
  incomingSats = 0n,
  since: Partial<Changes> = {},
) {
  if (values) answerPayPreview(values)
  const shown = showPayDialog(incomingSats, since)
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
export const readSentPresses = () => server.requests('POST', payPath).map(({ body }) => body)
