import { approvingRoles, type Role } from '#domain/roles.ts'

const admin = ['ADMIN'] as const satisfies readonly Role[]
const preparing = ['ADMIN', 'PAYROLL'] as const satisfies readonly Role[]
const reading = ['ADMIN', 'APPROVER', 'ACCOUNTANT'] as const satisfies readonly Role[]

/** The acts of the screens and who may do them. The server holds every call to the same table. */
export const whoMay = {
  manageTeam: admin,
  changeRules: admin,
  changeCompany: admin,
  makeRegular: admin,
  acknowledgeRecords: admin,
  notePaperConsent: admin,
  unfreeze: admin,
  seeSystem: admin,
  changeEmployees: preparing,
  changePayrolls: preparing,
  runPayment: preparing,
  closePayment: preparing,
  withdraw: preparing,
  bump: preparing,
  cancel: ['ADMIN', 'PAYROLL', 'APPROVER'],
  approve: approvingRoles,
  releaseAddress: approvingRoles,
  export: reading,
  readAudit: reading,
} as const satisfies Record<string, readonly Role[]>

export type RoleAct = keyof typeof whoMay

export const roleMay = (role: Role, act: RoleAct): boolean =>
  (whoMay[act] as readonly Role[]).includes(role)
