export {
  type AskedChange,
  type ChangeEffect,
  changeTerms,
  createChangeOrder,
} from './change-orders.ts'
export {
  endChangesAbout,
  endChangesAskedBy,
  endChangesOfKeys,
  endChangesOfSettings,
  lockChangesAbout,
  readChangesThatWait,
  type WaitingChange,
} from './changes-about.ts'
export { countApprovals, readCounting } from './count-approvals.ts'
export {
  approveChange,
  type ChangeEffects,
  type ChangeEndings,
  endAllChanges,
  endChange,
  findChangeOrder,
  findDueChanges,
  settleChange,
} from './decide-change.ts'
export {
  approvalOptions,
  type Given,
  recordApproval,
  type Sheeted,
  spendNonce,
  tryAssertion,
  tryGiven,
} from './give-approval.ts'
export { type Impossible, impossibleFor } from './impossible.ts'
export { readCountingHolders, readCountingKeys, readKeyHolders } from './key-holders.ts'
export { listEndsAt, listKeys, listToSign, readList } from './key-list.ts'
export { approvalsOfLoosening, hasRules, takesStepUp } from './loosening.ts'
export { approvalRefusal, requireMayApprove } from './may-approve.ts'
export { readChange, sheetedChange } from './read-change.ts'
export {
  type Approver,
  othersWhoCount,
  type Quorum,
  readQuorum,
  roleOf,
  storedOf,
  tiersOf,
  tierTexts,
} from './read-quorum.ts'
export { remindOfChange } from './remind-of-change.ts'
export { approvalUrl, rulesUrl } from './urls.ts'
