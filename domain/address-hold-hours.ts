export const longestHoldHours = 168
const hoursOfTeam = 48

/** Hours that a changed address waits: as the company has set them, else none while it has one user. */
export const holdHoursOf = (set: number | null, users: number): number =>
  set ?? (users > 1 ? hoursOfTeam : 0)

/**
 * Hours that an address waits which the employee changed and no second channel confirms. One user
 * is no exception here: a read mailbox pays its thief only where the company has said that nothing
 * waits.
 */
export const ownHoldHoursOf = (set: number | null): number => set ?? hoursOfTeam
