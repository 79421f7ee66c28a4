import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { type Payment, paymentAnswer } from '#contract/payments.ts'
import { transactionDetails } from '#contract/transactions.ts'
import { successText } from '#web/lib/answer-text.ts'
import { makePayment, makeTransaction, problem } from '#web/testing/fixtures.ts'
import { dialogIsGone, dialogText, openPayDialog, payPath } from '#web/testing/pay-dialog.tsx'
import { server } from '#web/testing/server.ts'
import { t } from '#web/testing/show.tsx'

const paymentPath = '/companies/payments/payment-1'
const detailsPath = '/transactions/transaction-1/details'
const approvePath = '/transactions/transaction-1/approve'

function answerPayment(payment: Payment) {
  server.answer('POST', payPath, paymentAnswer, { payment })
  server.answer('GET', paymentPath, paymentAnswer, { payment })
}

/** Presses 'Pagar', which makes this payment. */
async function payAs(payment: Payment) {
  const shown = await openPayDialog()
  answerPayment(payment)
  await shown.pay()
  return shown
}

const signed = (waitingFor: 'node' | 'signature' | 'operator' | 'feeder' | null) =>
  makePayment({
    state: 'signed',
    transactions: [makeTransaction({ state: 'signed', waitingFor })],
  })

test.each(['node', 'signature', 'operator', 'feeder'] as const)(
  'the payment waits for the %s → the dialog says it and that it is on record',
  async (waitingFor) => {
    const { onPaid } = await payAs(signed(waitingFor))
    await screen.findByText(t(`payments.waiting.${waitingFor}`))
    expect(dialogText()).toContain(t('payments.waiting.title'))
    expect(dialogText()).toContain('$1,500.00')
    expect(onPaid).toHaveBeenCalledOnce()
  },
)

test('the payment is being broadcast → the dialog says so until the network has it', async () => {
  await payAs(signed(null))
  await screen.findByText(t('payments.waiting.network'))
  answerPayment(makePayment())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 4000 })
})

test.each(['failed', 'rejected'] as const)(
  'the payment is %s → the dialog says that no funds moved',
  async (state) => {
    await payAs(makePayment({ state, transactions: [makeTransaction({ state })] }))
    await screen.findByText(t(`payments.waiting.${state}`))
    expect(dialogText()).toContain(t('payments.waiting.titleOver'))
  },
)

const pending = makeTransaction({ state: 'pendingApproval', txid: null, waitingFor: 'approval' })

async function payWithCode() {
  server.answer('GET', detailsPath, transactionDetails, {
    transaction: pending,
    details: {
      recipients: [],
      order: null,
      approval: {
        people: 3,
        transactions: 1,
        usd: 1500,
        btc: '0.01500000',
        totalUsd: 1500,
        overUsd: 1000,
        reasons: [{ code: 'CHANGED_ADDRESS', people: 1 }],
        changedAddresses: [],
        neverPaid: [],
        codeSentTo: 'a••@empresa.test',
      },
    },
  })
  const shown = await payAs(makePayment({ state: 'pendingApproval', transactions: [pending] }))
  await screen.findByText(t('approval.title'))
  return { ...shown, code: screen.getByRole('textbox', { name: t('ui.code.title') }) }
}

test('the payment waits for a code → the dialog says why and where it went', async () => {
  await payWithCode()
  const because = t('approval.because.CHANGED_ADDRESS', { count: 1, people: '1' })
  await waitFor(() => expect(dialogText()).toContain(because))
  expect(dialogText()).toContain(t('approval.because.over', { amount: '$1,000.00' }))
  expect(dialogText()).toContain(t('approval.sentTo', { to: 'a••@empresa.test' }))
})

test('the code is right → the payment is approved, and the dialog closes once sent', async () => {
  const { person, code } = await payWithCode()
  server.answer('POST', approvePath, decidedAnswer, {
    payment: makePayment(),
    transaction: makeTransaction(),
  })
  await person.type(code, '407182{Enter}')
  await screen.findByText(successText('paymentApproved'))
  answerPayment(makePayment())
  await dialogIsGone()
  expect(server.requests('POST', approvePath)[0]?.body).toEqual({ code: '407182' })
})

test('the code is wrong → the field says so, is empty, and nothing was approved', async () => {
  const { person, code } = await payWithCode()
  server.refuse('POST', approvePath, 'WRONG_CODE', { data: { triesLeft: 4 } })
  await person.type(code, '111111{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(problem('WRONG_CODE').message)
  expect(code).toHaveProperty('value', '')
  expect(screen.queryByText(successText('paymentApproved'))).toBeNull()
})

test('the payment is rejected → the reason is sent, and no funds moved', async () => {
  const { person } = await payWithCode()
  const rejected = makePayment({
    state: 'rejected',
    transactions: [makeTransaction({ state: 'rejected', txid: null })],
  })
  server.answer('POST', '/transactions/transaction-1/reject', decidedAnswer, {
    payment: rejected,
    transaction: makeTransaction({ state: 'rejected', txid: null }),
  })
  await person.click(screen.getByRole('button', { name: t('approval.reject') }))
  await person.type(await screen.findByLabelText(new RegExp(t('approval.reason'))), 'Otra cuenta')
  await person.keyboard('{Enter}')
  await screen.findByText(successText('paymentRejected'))
  answerPayment(rejected)
  await screen.findByText(t('payments.waiting.rejected'))
  const [rejection] = server.requests('POST', '/transactions/transaction-1/reject')
  expect(rejection?.body).toEqual({ reason: 'Otra cuenta' })
})
