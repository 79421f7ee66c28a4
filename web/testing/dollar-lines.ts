import { type DollarLine, type DollarLines, dollarLines } from '#contract/dollar-lines.ts'
import { eachField, exportedFields } from '#domain/employee-fields.ts'
import { server } from './server.ts'

export const listPath = '/payments/payment-1/dollar-lines'

export const rosa: DollarLine = {
  _id: 'line-1',
  employeeId: 'employee-1',
  name: 'Rosa Chicas',
  identification: '01234567-8',
  ...eachField(exportedFields, () => ''),
  bank: 'Banco Izalco',
  bankAccount: '0123 4567-89',
  usd: 381.89,
  sent: false,
  paid: false,
  paidAt: null,
  reference: '',
}
export const beto: DollarLine = {
  ...rosa,
  _id: 'line-2',
  name: 'Beto Ruiz',
  bankAccount: '',
  usd: 100,
}

/** The list for the bank of the payment 'payment-1'. */
export function answerLines(values: Partial<DollarLines> = {}) {
  server.answer('GET', listPath, dollarLines, {
    lines: [rosa, beto],
    linesMatched: 2,
    pages: 1,
    totalUsd: 481.89,
    paidUsd: 0,
    due: true,
    sent: null,
    order: { sha256: 'ab'.repeat(32), approvedBy: [] },
    ...values,
  })
}
