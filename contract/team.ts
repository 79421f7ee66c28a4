import { z } from 'zod/mini'
import { factorKinds, roles } from '#domain/roles.ts'
import {
  absentIfBlank,
  optional,
  preprocess,
  requiredEmail,
  requiredText,
  sayMissingOrInvalid,
} from './fields.ts'
import { instant } from './http.ts'
import { newPassword } from './new-password.ts'

export const role = z.enum(roles)
export const factorKind = z.enum(factorKinds)

/**
 * Whether the approval of somebody counts: yes, from a time on (a role given or a factor reset less
 * than 24 hours ago), once there is a passkey (`strongOnly`), or not in this role.
 */
export const counts = z.object({
  code: z.enum(['YES', 'FROM', 'NEEDS_KEY', 'NO']),
  from: z.nullable(instant),
})

/** A change that waits: for approvals where `effectiveAt` is null, or until then; it can be undone. */
export const waitingChange = z.object({ _id: z.string(), effectiveAt: z.nullable(instant) })
export type WaitingChange = z.infer<typeof waitingChange>

export const member = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role,
  /** The strongest first. */
  factors: z.array(factorKind),
  lastActiveAt: z.nullable(instant),
  createdAt: instant,
  /** The caller. */
  current: z.boolean(),
  counts,
  /** The higher role that was asked for, while it waits. */
  nextRole: z.optional(z.extend(waitingChange, { role })),
})
export type Member = z.infer<typeof member>

export const teamInvitation = z.object({
  _id: z.string(),
  email: z.string(),
  role,
  /** After this time the link is over, and it can be sent again. */
  expiresAt: instant,
  /** The name of somebody. */
  invitedBy: z.string(),
  /** The invitation waits for approvals before it is sent (`GET /approvals`, kind `INVITATION`). */
  awaitsApproval: z.boolean(),
  /** The change for which it waits. */
  change: z.optional(waitingChange),
})
export type TeamInvitation = z.infer<typeof teamInvitation>

/** GET /companies/users. */
export const team = z.object({ users: z.array(member), invitations: z.array(teamInvitation) })
export type Team = z.infer<typeof team>

const roleField = z.enum(roles, { error: sayMissingOrInvalid })

/** POST /companies/invitations 201; the answer is the invitation, as that of `…/resend`. */
export const inviteBody = z.object({ email: requiredEmail, role: roleField })
export type InviteBody = z.infer<typeof inviteBody>

/** True: although nobody could meet or change the rules afterwards (409 `TOO_FEW_APPROVERS`). */
const confirmed = optional(z.boolean())

/** PATCH /companies/users/{id}; the answer is the member. */
export const roleBody = z.object({ role: roleField, confirmed })

/** DELETE /companies/users/{id}; the body may be absent. */
export const removalBody = preprocess(
  (value) => absentIfBlank(value) ?? {},
  z.object({ confirmed }),
)

export const invitationParams = z.object({ token: z.string() })

/** GET /invitations/{token}, without a bearer. */
export const invitationShown = z.object({
  companyName: z.string(),
  email: z.string(),
  role,
  invitedBy: z.string(),
})
export type InvitationShown = z.infer<typeof invitationShown>

/** POST /invitations/{token}; the answer is a session. */
export const acceptInvitationBody = z.object({
  firstName: requiredText(200),
  lastName: requiredText(200),
  password: newPassword,
})
export type AcceptInvitationBody = z.infer<typeof acceptInvitationBody>
