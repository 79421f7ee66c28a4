import { dayMs, hourMs } from './durations.ts'

/** How long a change of rules, roles or factors waits for its approvals, and a list of keys to be signed. */
export const changeLivesMs = 72 * hourMs

/** How long the link of an invitation to a team is good. */
export const invitationLivesMs = 72 * hourMs

/** How long a change that loosens something can still be undone. */
export const changeDelayMs = dayMs
