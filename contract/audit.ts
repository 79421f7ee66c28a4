import { z } from 'zod/mini'
import { instant } from './http.ts'

/** The actions of the audit trail. Codes are for programs and stable. */
export const auditActions = [
  'auth.signedUp',
  'auth.signedIn',
  'auth.signInFailed',
  'auth.signedOut',
  'auth.sessionEnded',
  'auth.tokenReused',
  'auth.codeSent',
  'auth.codeFailed',
  'auth.locked',
  'user.edited',
  'user.passwordChanged',
  'user.passwordResetAsked',
  'user.passwordReset',
  'user.twoFactorChanged',
  'user.phoneChanged',
  'user.emailChanged',
  'user.contactConfirmed',
  'company.edited',
  'company.approvalChanged',
  'company.frozen',
  'company.unfrozen',
  'employee.created',
  'employee.edited',
  'employee.addressChanged',
  'employee.deleted',
  'payroll.created',
  'payroll.edited',
  'payroll.deleted',
  'payroll.restored',
  'payroll.employeeAdded',
  'payroll.employeeRemoved',
  'payroll.listReplaced',
  'payment.run',
  'payment.closed',
  'payment.approved',
  'payment.rejected',
  'records.acknowledged',
  'records.adopted',
  'withdrawal.asked',
  'transaction.bumped',
  'transaction.cancelled',
  'transaction.stateChanged',
] as const
export type AuditAction = (typeof auditActions)[number]

const auditField = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])
export type AuditField = z.infer<typeof auditField>
/** Codes, names, amounts and ids, each in a field of its own. */
export type AuditDetail = Record<string, AuditField>

/** GET /companies/audit: newest first. `who` is null for the program itself and for who is unknown. */
export const auditEvent = z.object({
  _id: z.string(),
  at: instant,
  who: z.nullable(z.string()),
  action: z.enum(auditActions),
  /** The person or thing it was done to, by name. */
  subject: z.string(),
  /** Fields by name, the actor's address on the network among them as `ip`. */
  detail: z.record(z.string(), auditField),
})
export const auditPage = z.object({
  events: z.array(auditEvent),
  pages: z.int(),
  totalEvents: z.int(),
})
export type AuditPage = z.infer<typeof auditPage>
