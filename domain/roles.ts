/** The roles of a team, one for each person; a company has at least one `ADMIN`. */
export const roles = ['ADMIN', 'PAYROLL', 'APPROVER', 'ACCOUNTANT'] as const
export type Role = (typeof roles)[number]

/** The roles whose approval counts. */
export const approvingRoles: readonly Role[] = ['ADMIN', 'APPROVER']

/** Somebody signs in and approves with these, besides a password; the strongest first. */
export const factorKinds = ['PASSKEY', 'TOTP', 'EMAIL', 'SMS'] as const
export type FactorKind = (typeof factorKinds)[number]

const rank: Record<Role, number> = { ACCOUNTANT: 0, PAYROLL: 1, APPROVER: 2, ADMIN: 3 }

/** Whether a change of role gives more than it takes. */
export const isRaise = (from: Role, to: Role): boolean => rank[to] > rank[from]
