/**
 * The one writer of transactions, transaction_inputs and transaction_outputs outside the signer.
 * Every statement that changes them is in `write/`. A trigger refuses state changes that
 * `domain/transaction-state.ts` does not allow.
 */

export {
  forgetConflicts,
  markGivenUp,
  noteConflictsOf,
  passDownConflicts,
  refreshLost,
} from './write/conflicts.ts'
export {
  insertForeignInputs,
  insertInputs,
  insertLineOutputs,
  insertOutputs,
  insertTransaction,
  type NewInput,
  type NewLineOutput,
  type NewOutput,
  type NewTransaction,
} from './write/insert.ts'
export {
  approveWaiting,
  endUnsigned,
  handToSigner,
  type PlannedFee,
  planBatch,
  waitForFee,
} from './write/plan.ts'
export { markReplaced, type SignedTransaction, saveSigned, setLanes } from './write/restored.ts'
export {
  forgetBlock,
  forgetReward,
  leaveMempool,
  markSeen,
  markSent,
  noteArrivals,
  saveDeposit,
  saveRestored,
} from './write/seen.ts'
export type { Sighting } from './write/sighting.ts'
export {
  acknowledgeSpends,
  adoptSpend,
  type Place,
  saveUntracked,
} from './write/untracked.ts'
