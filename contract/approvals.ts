import { z } from 'zod/mini'
import { occurrence } from './calendar.ts'
import { changer } from './change-orders.ts'
import { change, changesSummary } from './changes.ts'
import { colleague } from './colleague.ts'
import { absentIfBlank, optional, optionalText, preprocess, say, webauthnJson } from './fields.ts'
import { instant, usd } from './http.ts'
import { payment } from './payments.ts'
import { sixDigits } from './six-digits.ts'
import { codeReason, transaction } from './transactions.ts'

/** The kinds of orders and changes that wait for approvals. */
export const approvalKinds = [
  'PAYMENT',
  'WITHDRAWAL',
  'CONSOLIDATION',
  'OCCURRENCE',
  'RULES',
  'ROLE',
  'INVITATION',
  'FACTOR',
  'SWEEP',
  'RELEASE',
] as const
export type ApprovalKind = (typeof approvalKinds)[number]

export const givenApproval = z.object({
  user: colleague,
  at: instant,
  kind: z.enum(['CODE', 'PASSKEY']),
})

const approvedOccurrence = z.extend(occurrence, {
  bitcoinUsd: usd,
  ceilingUsd: usd,
  until: instant,
})

const destinationChange = z.extend(z.pick(change, { by: true, at: true, via: true, ip: true }), {
  before: z.nullable(z.string()),
  after: z.string(),
})

export const approval = z.object({
  _id: z.string(),
  kind: z.enum(approvalKinds),
  transaction: z.nullable(transaction),
  payment: z.nullable(payment),
  /** A payday as it stands, with the dollars of its sheet in bitcoin, and the end of its window. */
  occurrence: z.nullable(approvedOccurrence),
  /** A line for people, in the reader's language: a payroll, an e-mail and role, a rule, a person. */
  subject: z.string(),
  payroll: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  /** null: nobody, the calendar. */
  askedBy: z.nullable(colleague),
  askedAt: instant,
  expiresAt: instant,
  required: z.int(),
  given: z.array(givenApproval),
  /** How many approvals are missing, of people whose approval is enough: of 0 it is released. */
  stillNeeded: z.int(),
  /**
   * The people who changed what a payment or payday pays since it last paid each person. `counts`: the
   * approval of that person counts for the own changes, too. `changed`: which part of how many people;
   * 0 for the dates.
   */
  changers: z.array(
    z.object({ user: colleague, counts: z.boolean(), changed: changer.shape.changed }),
  ),
  askedByMe: z.boolean(),
  /** The caller may approve now. */
  canApprove: z.boolean(),
  /** Why not: an error code, as `SELF_APPROVAL`; null where `canApprove`. */
  refusal: z.nullable(z.string()),
  /** From when on the caller may approve, where waiting is enough. */
  mayFrom: z.nullable(instant),
  /** The fee ceiling in dollars, for a payment or withdrawal: bumps stay below it. */
  feeCeilingUsd: z.nullable(usd),
  /** Why a payment waits: the company's sum that it is above, and the reasons of the preview. */
  overUsd: z.nullable(usd),
  reasons: z.array(codeReason),
  /** SHA-256 of the sheet, hexadecimal: what is approved. */
  sheetHash: z.string(),
  changes: z.nullable(changesSummary),
  /** A RELEASE has the address or the account that waits, or both, and the ones before. */
  addressChange: z.nullable(destinationChange),
  /** An account is its bank and last four digits. */
  accountChange: z.nullable(destinationChange),
})
export type Approval = z.infer<typeof approval>

/** A change of rules, people or keys that has its approvals and waits for its 24 hours. */
export const approvedChange = z.extend(approval, { effectiveAt: instant })
export type ApprovedChange = z.infer<typeof approvedChange>

/** GET /approvals. */
export const approvalList = z.object({
  approvals: z.array(approval),
  pages: z.int(),
  total: z.int(),
  /** Approvals that the caller may give now: the count of the sidebar. */
  waitingForMe: z.int(),
  /** An administrator undoes one by `DELETE /companies/approval-rules/pending/{id}`. */
  approved: z.array(approvedChange),
})
export type ApprovalList = z.infer<typeof approvalList>

/** POST /approvals/{id}/approve and /transactions/{id}/approve: either of the two. */
export const approvalBody = z
  .object({ code: optional(sixDigits), assertion: z.optional(webauthnJson) })
  .check(
    z.refine(({ code, assertion }) => code !== undefined || assertion !== undefined, {
      path: ['code'],
      error: say('required'),
    }),
  )
export type ApprovalBody = z.infer<typeof approvalBody>

/** POST /approvals/{id}/reject; the body may be absent. */
export const approvalRejection = preprocess(
  (value) => absentIfBlank(value) ?? {},
  z.object({ reason: optionalText() }),
)

/** POST /approvals/{id}/approve and …/reject. */
export const approvalAnswer = z.object({ approval })

/** POST /approvals/{id}/options: the challenge of a passkey is over the sheet; null: the caller has no passkey. */
export const approvalOptions = z.object({ options: z.nullable(webauthnJson) })
