import type { Member, Team, TeamInvitation } from '#contract/team.ts'
import { invitationLivesMs } from '#domain/change-times.ts'

/** A person, or somebody who was asked to come. */
export type TeamRow =
  | { kind: 'member'; member: Member }
  | { kind: 'invitation'; invitation: TeamInvitation }

export const rowsOf = ({ users, invitations }: Team): TeamRow[] => [
  ...users.map((member) => ({ kind: 'member' as const, member })),
  ...invitations.map((invitation) => ({ kind: 'invitation' as const, invitation })),
]

export const toSentAt = ({ expiresAt }: TeamInvitation): string =>
  new Date(Date.parse(expiresAt) - invitationLivesMs).toISOString()

export const isEnded = ({ expiresAt }: TeamInvitation, now = Date.now()): boolean =>
  Date.parse(expiresAt) <= now

/** Whether the member has a key or an app to take away. */
export const hasFactors = ({ factors }: Member): boolean =>
  factors.includes('PASSKEY') || factors.includes('TOTP')

/** The acts on a row; undefined where the person may do none. */
export interface TeamActs {
  onRole: (member: Member) => void
  onReset: (member: Member) => void
  onRemove: (member: Member) => void
  onResend: (invitation: TeamInvitation) => void
  onDelete: (invitation: TeamInvitation) => void
}
