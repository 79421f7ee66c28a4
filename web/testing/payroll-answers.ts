import { paymentAnswer } from '#contract/payments.ts'
import type { PayrollStatus } from '#contract/payroll-status.ts'
import { type Payroll, payroll, payrollBalance } from '#contract/payrolls.ts'
import { btcPrice } from '#contract/prices.ts'
import { type Recipient, transactionDetails } from '#contract/transactions.ts'
import { eachField, exportedFields } from '#domain/employee-fields.ts'
import { makePayment, makePayroll, makeStatus, makeTransaction } from './fixtures.ts'
import { server } from './server.ts'

const path = '/payrolls/payroll-1'

export function answerPrice(price = 100_000) {
  server.answer('GET', '/coins/btc/price', btcPrice, {
    price,
    currency: 'USD',
    updatedAt: new Date().toISOString(),
    sources: 3,
  })
}

/** The server's answer about a payroll in this state. */
export function answerPayroll(status: Partial<PayrollStatus>, values: Partial<Payroll> = {}) {
  server.answer('GET', path, payroll, makePayroll({ status: makeStatus(status), ...values }))
}

export function answerBalance() {
  server.answer('GET', `${path}/balance`, payrollBalance, {
    balance: 2_000_000,
    balanceString: '2000000',
    confirmedBalanceString: '2000000',
    spendableBalanceString: '2000000',
    totalReceived: 2_000_000,
    totalSent: 0,
    btcBalance: '0.02000000',
    usdBalance: 2000,
  })
}

/** A run that paid three people, one block deep. */
export function answerPaidRun(values: Partial<Recipient> = {}) {
  const transaction = makeTransaction({
    state: 'confirmed',
    confirmations: 1,
    confirmedAt: new Date().toISOString(),
  })
  const payment = makePayment({
    state: 'confirmed',
    paidLines: 3,
    note: 'Primera quincena',
    transactions: [transaction],
  })
  server.answer('GET', '/companies/payments/payment-1', paymentAnswer, { payment })
  const recipients = ['Ana', 'Bea', 'Carla'].map((firstName, index) => ({
    userId: `employee-${index}`,
    firstName,
    lastName: 'Flores',
    identification: `0123456${index}-8`,
    ...eachField(exportedFields, () => ''),
    btcAmount: '0.00500000',
    usdAmount: 500,
    bitcoinUsd: 500,
    dollarsUsd: 0,
    cryptoAddress: transaction.cryptoAddress,
    lineId: `line-${index}`,
    receipt: true,
    receiptNumber: `2026-00000${index + 1}`,
    ...values,
  }))
  const details = { recipients, order: null, approval: null }
  server.answer('GET', '/transactions/transaction-1/details', transactionDetails, {
    transaction,
    details,
  })
}
