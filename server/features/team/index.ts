export { endInvitations } from './invitation-rows.ts'
export { endUnapproved, sendApproved } from './invitations.ts'
export { makeRoleChange } from './members.ts'
export { teamRoutes } from './routes.ts'
