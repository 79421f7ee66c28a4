export { findReleaseOrder, releaseApproved } from './ask-release.ts'
export type { Changing, OwnChanging, Via } from './changing.ts'
export { countUsers, readHoldHours, readOwnHoldHours } from './hold-hours.ts'
export { noteDestinationChanges } from './note-changes.ts'
export { noteEmployeeChanges, noteShareChanges } from './note-employee-changes.ts'
export { type OpenContact, readOpenContacts } from './open-contacts.ts'
export { findReportedContacts } from './open-reports.ts'
export {
  hasPaid,
  lastDollarLine,
  lastPaidLine,
  lastPaidLineOfSamePerson,
  wasPaidAfter,
} from './paid-person.ts'
export { requireHeld, requireReleaser } from './release.ts'
export { releaseOwnAddress } from './release-own.ts'
export { addressHoldRoutes } from './routes.ts'
export { viaOf } from './via.ts'
