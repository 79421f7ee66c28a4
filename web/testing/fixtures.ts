import type { Change, Changes, HeldAddress } from '#contract/changes.ts'
import type { Company } from '#contract/company.ts'
import type { Employee } from '#contract/employees.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Payment, PaymentPreview } from '#contract/payments.ts'
import type { PayrollStatus } from '#contract/payroll-status.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { texts } from '#contract/texts/index.ts'
import type { Transaction } from '#contract/transactions.ts'
import type { User } from '#contract/user.ts'
import { eachField, plainTextFields } from '#domain/employee-fields.ts'

/** P2WPKH of regtest. */
export const addresses = {
  payroll: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ana: 'bcrt1q5n2k3frgpxces3dsw4qfpqk4kksv0cz96pldxdwxrrw0d5ud5hcqzzx7zt',
  bea: 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
}
export const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString()

const nothingToFund = { btc: '0.00000000', usd: 0, reserveUsd: 0 }

/** Covered: nothing is in the way of paying. A payment of $500 each has the payroll's own people. */
export function makeStatus(values: Partial<PayrollStatus> = {}): PayrollStatus {
  const { payment = null, people = 3, unpaid = 0 } = values
  const lines = payment === null ? 0 : people
  const paid = Math.max(0, lines - unpaid)
  return {
    code: 'ready',
    at: null,
    people,
    unpaid,
    lines,
    totalUsd: lines * 500,
    paid,
    paidUsd: paid * 500,
    dollars: null,
    missing: null,
    spare: { usd: 498 },
    onTheWay: null,
    approvals: null,
    reason: null,
    payment,
    ...values,
  }
}

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
    toFund: nothingToFund,
    status: makeStatus({ people: 3 }),
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
    bitcoinUsd: 1500,
    dollarsUsd: 0,
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
    // All of it, unless a test says that a part is in dollars.
    bitcoinUsd: (values.totalUsd ?? 1500) - (values.dollarsUsd ?? 0),
    dollarsUsd: 0,
    dollarsPeople: 0,
    inDollars: [],
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
    toFund: nothingToFund,
    status: makeStatus({ people: 3 }),
    problems: [],
    targets: [],
    waits: null,
    waitsFor: null,
    resumes: null,
    lastPaid: null,
    unpaidPeople: { count: 0, ids: [] },
    sharedUnaccepted: [],
    held: [],
    paidElsewhere: { count: 0, people: [] },
    previewHash: 'hash-1',
    needsCode: false,
    approvalsRequired: 0,
    approvedBefore: false,
    reasons: [],
    untracked: [],
    ...values,
  }
}

/** A later run in which nothing changed. */
export function makeChanges(values: Partial<Changes> = {}): Changes {
  return {
    since: { paymentId: 'payment-0', at: '2026-10-31T15:00:00.000Z' },
    counts: {
      added: 0,
      left: 0,
      addresses: 0,
      salaries: 0,
      names: 0,
      accounts: 0,
      shares: 0,
      frequencies: 0,
      amounts: 0,
    },
    totalUsd: { before: 1500, now: 1500 },
    salariesUsd: 0,
    severity: null,
    previewHash: 'hash-1',
    rows: [],
    pages: 0,
    held: [],
    ...values,
  }
}

/** Ana's new address, by the form. */
export function makeAddressChange(values: Partial<Change> = {}): Change {
  return {
    employee: { _id: 'ana', name: 'Ana Flores' },
    kind: 'address',
    before: addresses.bea,
    after: addresses.ana,
    by: 'Carlos Mejía',
    at: hourAgo(),
    via: 'FORM',
    ip: '190.86.112.41',
    severity: 'warn',
    ...values,
  }
}

/** Rosa's address changed an hour ago and waits for two days. */
export function makeHeld(values: Partial<HeldAddress> = {}): HeldAddress {
  return {
    employee: { _id: 'rosa', name: 'Rosa Idalia Chicas' },
    kind: 'ADDRESS',
    cryptoAddress: addresses.ana,
    account: '',
    until: new Date(Date.now() + 42 * 3_600_000).toISOString(),
    previousAddress: addresses.bea,
    previousAccount: null,
    previousPaidAt: '2026-10-31T15:00:00.000Z',
    usd: 545.5,
    contact: null,
    reason: 'ADDRESS',
    by: 'Carlos Mejía',
    at: hourAgo(),
    via: 'FORM',
    ip: '45.181.20.7',
    releaseAskedAt: null,
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
    fundingReservePercent: 3,
    country: 'SV',
    addressHoldHours: 0,
    salaryGuardPercent: 20,
    totalGuardPercent: 10,
    shareSetBy: 'EMPLOYEE',
    requireConsent: false,
    notifyEmployees: false,
    closedDays: [],
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
    addressConfirmedAt: null,
    bitcoinPercent: 100,
    ...eachField(plainTextFields, () => ''),
    bankAccount: '',
    hiredOn: null,
    payFrequency: null,
    invitedAt: null,
    readiness: 'notInvited',
    creationType: 'REGULAR',
    createdAt: '2026-11-01T12:00:00.000Z',
    version: 1,
    sharedWith: [],
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
    factors: [],
    phone: null,
    emailVerified: true,
    phoneVerified: false,
    createdAt: '2026-11-01T12:00:00.000Z',
    preferences: { twoFactorAuthentication: { enabled: true, via: 'EMAIL' } },
    ...values,
  }
}
