export {
  type ChangeEffect,
  changeTerms,
  createChangeOrder,
  type LoadedChange,
} from './change-orders.ts'
export {
  endChangesAbout,
  endChangesByUser,
  endChangesOfKeys,
  endChangesOfRules,
  endChangesOfSettings,
  lockChangesAbout,
  readChangesAbout,
  readChangesThatWait,
  type WaitingOrderedChange,
} from './changes-about.ts'
export { readCounting } from './count-approvals.ts'
export {
  applyDueChange,
  approveChange,
  type ChangeEffects,
  type ChangeEndings,
  endAllChanges,
  endChange,
  findChangeOrder,
  findDueChanges,
} from './decide-change.ts'
export {
  type Given,
  makeApprovalOptions,
  recordApproval,
  type Sheeted,
  spendNonce,
  tryApprovalAssertion,
  tryGiven,
} from './give-approval.ts'
export {
  type Impossible,
  impossibleFor,
  impossibleUnpressed,
  type NeededOthers,
  needOthers,
} from './impossible.ts'
export { readCountingHolders, readCountingKeys, readKeyHolders } from './key-holders.ts'
export { listEndsAt, listKeys, listToSign, readList } from './key-list.ts'
export { looseningOf, takesOwnCode } from './loosening.ts'
export { approvalRefusal, requireMayApprove } from './may-approve.ts'
export { requireMayWeaken } from './may-weaken.ts'
export { readChange, toSheetedChange } from './read-change.ts'
export {
  type Approver,
  othersWhoCount,
  type Quorum,
  readQuorum,
  roleOf,
  tiersOf,
  tierTexts,
  toStoredTiers,
} from './read-quorum.ts'
export { remindOfChange } from './remind-of-change.ts'
export { approvalUrl, rulesUrl } from './urls.ts'
