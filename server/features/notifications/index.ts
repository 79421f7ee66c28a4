export { notePayData, notifyPayData } from './address-and-salary-changes.ts'
export { deliverMessages } from './deliver-messages.ts'
export { type DeliveryDeps, deliver } from './delivery.ts'
export { tellFormerContacts } from './former-contacts.ts'
export {
  freezeLivesMinutes,
  lastFreezeLivesMinutes,
  newFreezeLinks,
  toFreezeLinkMacFields,
} from './freeze-link.ts'
export { type Message, type QueueDeps, queueMessage, queueMessages } from './queue.ts'
export { type NotifyDeps, notifyAlarm, notifyCompanies, notifyUser } from './recipients.ts'
export { reportLivesMinutes } from './templates/addresses.ts'
export type { ApprovalSubject, DecisionOutcome } from './templates/approvals.ts'
export { changeSubject } from './templates/change-subject.ts'
export type { NotifiedChange } from './templates/changes.ts'
export { resetLivesMinutes } from './templates/codes.ts'
export { employeeLinkMinutes } from './templates/employees.ts'
export { type ParamsOf, render } from './templates/index.ts'
export type { TeamChange } from './templates/team.ts'
export type { PaidAmount } from './templates/words.ts'
