import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { paymentAnswer, paymentPeople } from '#contract/payments.ts'
import { transactionDetails } from '#contract/transactions.ts'
import { answerApprovals, answerFactors, makeApproval } from '#web/testing/approvals.ts'
import { addresses, makePayment, makeTransaction } from '#web/testing/fixtures.ts'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { forgetPasskeys, stubPasskeys } from '#web/testing/passkeys.ts'
import { server } from '#web/testing/server.ts'
import { show } from '#web/testing/show.tsx'
import { Component } from './transaction-screen.tsx'

beforeEach(() => setElementWidth(widths.desk))
afterEach(forgetPasskeys)

const transaction = makeTransaction({ state: 'pendingApproval', waitingFor: 'approval', usd: 1000 })
const payment = makePayment({
  state: 'pendingApproval',
  transactions: [transaction],
  lines: 3,
  paidLines: 0,
  totalUsd: 1540,
  bitcoinUsd: 1000,
  dollarsUsd: 540,
})
const lines = [
  {
    employee: { _id: 'carlos', name: 'Carlos Ramírez' },
    bitcoinUsd: 0,
    btc: '0.00000000',
    cryptoAddress: '',
    dollarsUsd: 540,
    bank: 'Banco Agrícola',
    accountEnd: '8777',
  },
  ...['José López', 'Luis Pérez'].map((name) => ({
    employee: { _id: name, name },
    bitcoinUsd: 500,
    btc: '0.00500000',
    cryptoAddress: addresses.ana,
    dollarsUsd: 0,
    bank: '',
    accountEnd: '',
  })),
]

/** An approver opens the payment; its order pays so many people. */
function open(people: number) {
  stubPasskeys('given')
  answerFactors({ key: true })
  server.refuse('GET', '/payments/payment-1/dollar-lines', 'NOT_APPROVED')
  answerApprovals([makeApproval({ transaction, payment })])
  server.answer('GET', '/transactions/transaction-1/details', transactionDetails, {
    transaction,
    details: {
      recipients: [],
      order: null,
      approval: {
        people,
        transactions: 1,
        usd: 1000,
        btc: '0.01500000',
        totalUsd: 1540,
        overUsd: null,
        reasons: [],
        changedAddresses: [],
        neverPaid: ['José López'],
        codeSentTo: 'a••@empresa.test',
      },
    },
  })
  server.answer('GET', '/companies/payments/payment-1', paymentAnswer, { payment })
  server.answer('GET', '/payments/payment-1/people', paymentPeople, {
    lines,
    totals: {
      people: 3,
      bitcoinPeople: 2,
      bitcoinUsd: 1000,
      btc: '0.01000000',
      dollarsPeople: 1,
      dollarsUsd: 540,
    },
    pages: 1,
  })
  const screens = (
    <Routes>
      <Route path="/dashboard/transaction/:id" element={<Component />} />
    </Routes>
  )
  return show(screens, '/dashboard/transaction/transaction-1', 'APPROVER')
}

test('a payment in bitcoin and dollars waits → everybody and both halves', async () => {
  open(3)
  await screen.findByText('En bitcoin, a 2 personas')
  screen.getByText('En dólares, a 1 persona')
  const carlos = await screen.findByRole('row', { name: /Carlos Ramírez/ })
  expect(carlos.textContent).toContain('Banco Agrícola ····8777')
  expect(carlos.textContent).toContain('$540.00')
  const jose = screen.getByRole('row', { name: /José López/ })
  within(jose).getByText('Primer pago')
  const total = screen.getByRole('row', { name: /Total/ })
  expect(total.textContent).toContain('$1,000.00')
  expect(total.textContent).toContain('$540.00')
  await screen.findByText(/Tu llave firma esta lista y nada más: 3 personas, \$1,540\.00/)
})

test('a later order pays what is left → the people whom it pays alone', async () => {
  open(2)
  await screen.findByText('Esta transacción no tiene destinatarios')
  expect(screen.queryByText('En bitcoin, a 2 personas')).toBeNull()
})
