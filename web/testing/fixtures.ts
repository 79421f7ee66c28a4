import type { Company } from '#contract/company.ts'
import type { Employee } from '#contract/employees.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Payment, PaymentPreview } from '#contract/payments.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { texts } from '#contract/texts/index.ts'
import type { Transaction } from '#contract/transactions.ts'
import type { User } from '#contract/users.ts'

/** P2WPKH of regtest. */
export const addresses = {
  payroll: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ana: 'bcrt1q5n2k3frgpxces3dsw4qfpqk4kksv0cz96pldxdwxrrw0d5ud5hcqzzx7zt',
  bea: 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
}
export const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString()

export function makePayroll(values: Partial<Payroll> = {}): Payroll {
  return {
    _id: 'payroll-1',
    name: 'Quincena de noviembre',
    description: 'Personal de planta',
    type: 'REGULAR',
    companyId: 'company-1',
    createdAt: '2026-11-01T12:00:00.000Z',
    cryptoAddress: addresses.payroll,
    totalAmount: 1500,
    lastTransaction: null,
    employees: 3,
    balance: { usdBalance: 2000, btcBalance: '0.02000000' },
    spendableBtc: '0.02000000',
    feeEstimate: { btc: '0.00002000', usd: 2 },
    ...values,
  }
}

export function makeTransaction(values: Partial<Transaction> = {}): Transaction {
  return {
    _id: 'transaction-1',
    state: 'unconfirmed',
    type: 'send',
    usd: 1500,
    btc: '0.01500000',
    usdRate: 100_000,
    cryptoAddress: addresses.payroll,
    txid: 'a1'.repeat(32),
    createdAt: hourAgo(),
    confirmedAt: null,
    confirmations: 0,
    networkFee: { btc: '0.00002000', usd: 2 },
    feeRate: 10,
    vsize: 200,
    replacedBy: null,
    waitingFor: null,
    failure: null,
    failureMessage: null,
    reason: null,
    payment: { _id: 'payment-1', index: 1, count: 1 },
    payroll: { _id: 'payroll-1', name: 'Quincena de noviembre' },
    ...values,
  }
}

export function makePayment(values: Partial<Payment> = {}): Payment {
  return {
    _id: 'payment-1',
    state: 'unconfirmed',
    totalUsd: 1500,
    totalBtc: '0.01500000',
    usdRate: 100_000,
    networkFee: { btc: '0.00002000', usd: 2 },
    lines: 3,
    paidLines: 0,
    note: '',
    createdAt: hourAgo(),
    transactions: [makeTransaction()],
    leftOut: [],
    ...values,
  }
}

/** Three people, covered: nothing is in the way of paying them. */
export function makePreview(values: Partial<PaymentPreview> = {}): PaymentPreview {
  return {
    totalUsd: 1500,
    totalBtc: '0.01500000',
    usdRate: 100_000,
    rateAt: new Date().toISOString(),
    employees: 3,
    transactions: 1,
    gatherings: 0,
    networkFee: { btc: '0.00002000', usd: 2 },
    feeRate: 10,
    spendableBtc: '0.02000000',
    enough: true,
    missing: { btc: '0.00000000', usd: 0 },
    problems: [],
    targets: [],
    waits: null,
    waitsFor: null,
    resumes: null,
    lastPaid: null,
    previewHash: 'hash-1',
    needsCode: false,
    reasons: [],
    untracked: [],
    ...values,
  }
}

/** A problem of the preview that would refuse the payment. */
export const problem = (code: ErrorCode) => ({ code, message: texts.es.errors[code] })

export function makeCompany(values: Partial<Company> = {}): Company {
  return {
    _id: 'company-1',
    name: 'Café del Valle',
    companyName: 'Café del Valle',
    companySector: 'Agricultura',
    createdAt: '2026-11-01T12:00:00.000Z',
    approval: { overUsd: null, changedAddresses: true },
    frozenAt: null,
    ...values,
  }
}

export function makeEmployee(values: Partial<Employee> = {}): Employee {
  return {
    _id: 'employee-1',
    firstName: 'Ana',
    lastName: 'Flores',
    identification: '01234567-8',
    email: 'ana@empresa.test',
    phone: '+50370001122',
    baseSalary: 500,
    cryptoAddress: addresses.ana,
    creationType: 'REGULAR',
    createdAt: '2026-11-01T12:00:00.000Z',
    ...values,
  }
}

export function makeUser(values: Partial<User> = {}): User {
  return {
    _id: 'user-1',
    firstName: 'Ana',
    lastName: 'Flores',
    email: 'ana@empresa.test',
    role: 'ADMIN',
    phone: null,
    emailVerified: true,
    phoneVerified: false,
    createdAt: '2026-11-01T12:00:00.000Z',
    preferences: { twoFactorAuthentication: { enabled: true, via: 'EMAIL' } },
    ...values,
  }
}
