import { type ApprovalRules, approvalRules } from '#contract/approval-rules.ts'
import { type Approval, type ApprovedChange, approvalList } from '#contract/approvals.ts'
import { factors } from '#contract/factors.ts'
import { makeOccurrence } from './calendar.ts'
import { hourAgo, makeChanges, makePayment, makeTransaction } from './fixtures.ts'
import { server } from './server.ts'

export const carlos = { _id: 'user-2', name: 'Carlos Mejía', email: 'carlos@izalco.sv' }
export const roberto = { _id: 'user-3', name: 'Roberto Siliézar', email: 'roberto@izalco.sv' }

/** Carlos asks for a payment of two approvals: Roberto has given his, Ana's is missing. */
export function makeApproval(values: Partial<Approval> = {}): Approval {
  const transaction = makeTransaction({ state: 'pendingApproval', waitingFor: 'approval' })
  const made: Omit<Approval, 'stillNeeded'> = {
    _id: 'order-1',
    kind: 'PAYMENT',
    transaction,
    payment: makePayment({ state: 'pendingApproval', transactions: [transaction] }),
    occurrence: null,
    subject: 'Quincena de noviembre',
    payroll: { _id: 'payroll-1', name: 'Quincena de noviembre' },
    askedBy: carlos,
    askedAt: hourAgo(),
    expiresAt: new Date(Date.now() + 23 * 3_600_000).toISOString(),
    required: 2,
    changers: [],
    given: [{ user: roberto, at: hourAgo(), kind: 'PASSKEY' }],
    askedByMe: false,
    canApprove: true,
    refusal: null,
    mayFrom: null,
    feeCeilingUsd: 12.4,
    overUsd: null,
    reasons: [],
    addressChange: null,
    accountChange: null,
    sheetHash: `1a2b3c4d${'0'.repeat(48)}99887766`,
    changes: makeChanges(),
    ...values,
  }
  return { stillNeeded: Math.max(0, made.required - made.given.length), ...made }
}

/** A change of a kind that moves no money. */
export const makeChangeOrder = (values: Partial<Approval> = {}): Approval =>
  makeApproval({
    _id: 'change-1',
    kind: 'ROLE',
    transaction: null,
    payment: null,
    payroll: null,
    subject: 'Ernesto Rivas: aprueba',
    feeCeilingUsd: null,
    changes: null,
    ...values,
  })

/** The sheet of a payday that Carlos asks for: Roberto has approved it, Ana's approval is missing. */
export const makePaydayApproval = (values: Partial<Approval> = {}): Approval =>
  makeApproval({
    _id: 'sheet-1',
    kind: 'OCCURRENCE',
    transaction: null,
    payment: null,
    occurrence: {
      ...makeOccurrence({ mode: 'PAY', state: 'prepared' }),
      bitcoinUsd: 15_000,
      ceilingUsd: 20_500,
      until: '2026-11-30T20:00:00.000Z',
    },
    payroll: { _id: 'payroll-1', name: 'Beneficio Santa Ana' },
    feeCeilingUsd: null,
    ...values,
  })

/** Answers with approvals that wait, under one rule unless others are given. */
export function answerApprovals(
  approvals: Approval[],
  rules: Partial<ApprovalRules> = { tiers: [{ fromUsd: 0, approvals: 2 }] },
  approved: ApprovedChange[] = [],
) {
  const waitingForMe = approvals.filter(({ canApprove }) => canApprove).length
  const list = { approvals, pages: 1, total: approvals.length, waitingForMe, approved }
  server.answer('GET', '/approvals', approvalList, list)
  const all = { tiers: [], strongOnly: false, pending: null, ...rules }
  server.answer('GET', '/companies/approval-rules', approvalRules, all)
}

interface Own {
  key?: boolean
  app?: boolean
}

/** The factors of the person in front of the screen. */
export function answerFactors({ key = false, app = false }: Own = {}) {
  const at = '2026-11-01T12:00:00.000Z'
  const passkey = {
    _id: 'key-1',
    name: 'Chrome en Mac',
    kind: 'SYNCED' as const,
    createdAt: at,
    lastUsedAt: null,
    approvesFrom: at,
  }
  server.answer('GET', '/users/factors', factors, {
    passkeys: key ? [passkey] : [],
    totp: app ? { confirmedAt: at } : null,
    recoveryCodes: null,
    passkeysPossible: true,
    publicUrl: 'http://localhost:3000',
  })
}
