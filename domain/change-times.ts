const hourMs = 3_600_000

/** How long a change of rules, roles or factors waits for its approvals, and a list of keys to be signed. */
export const changeLivesMs = 72 * hourMs

/** How long a change that loosens something can still be undone. */
export const changeDelayMs = 24 * hourMs
