export {
  approvalOptionsOf,
  approvalRoutes,
  approve,
  askApprovers,
  type CodeDeps,
  lockOrders,
  notifyDecided,
  notifyOrder,
  reject,
  sendCodeToApprover,
  sumOrderedOfDay,
  toSheeted,
  tryApproval,
} from './approval/index.ts'
export { readOrderedChanges } from './changes/ordered-changes.ts'
export { readPaydayChanges } from './changes/payday-changes.ts'
export { consolidateForPayday } from './consolidate/before-payday.ts'
export type { PaydayDeps } from './facts/company-facts.ts'
export { type Blocking, waitsFor } from './facts/earlier-transactions.ts'
export { findUndeletedPayroll, lockPayroll, lockPresses } from './find-and-lock-payroll.ts'
export {
  describeBlockingTransaction,
  refuseWhileMoneyMoves,
  refuseWhileOneIsOpen,
} from './in-progress.ts'
export { type PayPaydayDeps, payPayday } from './payday/pay-payday.ts'
export { partsOnWire, totalsOnWire } from './payment-people.ts'
export { hasLineOfPeriod } from './periods/line-of-period.ts'
export { readPaidElsewhere } from './periods/paid-elsewhere.ts'
export { readSpecialPeriod } from './periods/read-period.ts'
export { isUncertain } from './periods/uncertain.ts'
export { paydayApproved } from './prepared/approved.ts'
export { endPreparation, endPreparationsOf } from './prepared/end-preparations.ts'
export { readNeededOthers } from './prepared/needed-others.ts'
export { type Preparable, type PrepareDeps, preparePayday } from './prepared/prepare.ts'
export {
  type PreparedLine,
  type PreparedSheet,
  readPreparedSheet,
  readPreparedSheets,
} from './prepared/read-sheets.ts'
export { readFeeEstimates, readPayment } from './read-payment.ts'
export { type DollarsTakenIn, takeInDollars } from './restored/take-in-dollars.ts'
export { type TakenIn, takeInSignatures } from './restored/take-in-signatures.ts'
export { paymentRoutes } from './routes.ts'
export { refuseUnconfirmed } from './run/account-refusals.ts'
export { answerPreview, previewContextOf } from './run/answer-preview.ts'
export { answerRun } from './run/answer-run.ts'
export {
  currentRefusals,
  hasUntrackedSpend,
  toConsolidateFirst,
  toInsufficientFunds,
} from './run/check-and-plan.ts'
export { insertUtxos } from './run/insert-inputs.ts'
export { sumOfBitcoin } from './run/payee.ts'
export { type Facts, readFacts } from './run/read-facts.ts'
export { requirementOfWithdrawal } from './run/requirement.ts'
export { refuseNewAddress } from './run/reset-wait.ts'
export type { SpecialPress } from './run/run-kind.ts'
export { lockOrder } from './send/end-order.ts'
export { rejectUnsignedOrders } from './send/reject-on-freeze.ts'
export { rejectOrdersOf } from './send/reject-orders-of.ts'
export { type PaymentWorkerDeps, sendPayments } from './send/send-payments.ts'
export {
  type Hindrance,
  type PaydayCoverage,
  readPaydayCoverage,
  readSheetCoverage,
} from './status/payday-coverage.ts'
export {
  countsForPeriod,
  hasLaterRun,
  isPeriodPaid,
  readPaydaysOf,
  runsOfPeriod,
} from './status/period-paid.ts'
export { leavesPeopleOut } from './status/read-runs.ts'
export {
  nothingToFund,
  readStatuses,
  type ShownStatus,
  type StatusDeps,
  type StatusReader,
} from './status/read-statuses.ts'
export { toFundOnWire } from './status/wire.ts'
export { type GiveUp, giveUpTransactions, readGiveUp } from './untracked/give-up.ts'
export { untrackedRoutes } from './untracked/routes.ts'
