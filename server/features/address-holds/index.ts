export { releaseApproved } from './ask-release.ts'
export { countUsers, readHoldHours, readOwnHoldHours } from './hold-hours.ts'
export {
  type Changing,
  contactDays,
  noteAddressChanges,
  type OwnChanging,
  type Via,
} from './note-changes.ts'
export { noteEmployeeChanges, noteShareChanges } from './note-employee-changes.ts'
export { lastPaidLine, lastPaidLineOfSamePerson } from './paid-person.ts'
export { releaseOwnAddress } from './release-own.ts'
export { addressHoldRoutes } from './routes.ts'
export { viaOf } from './via.ts'
