export {
  approve,
  findUnapprovedOrders,
  reject,
  rejectUnapproved,
  toSheeted,
} from './approve-or-reject.ts'
export { toNotifiedChanges } from './changes-since-last-run.ts'
export { askApprovers, type CodeDeps, notifyOrder } from './code.ts'
export { notifyDecided } from './notices.ts'
export {
  approvalOfRun,
  feeCeilingOf,
  orderRun,
  type RunApproval,
  withFeeReason,
} from './place-order.ts'
export { approvalRoutes } from './routes.ts'
export { lockOrders, readTerms, sumOrderedOfDay } from './run-terms.ts'
export { approvalOptionsOf, sendCodeToApprover, tryApproval } from './try-approval.ts'
