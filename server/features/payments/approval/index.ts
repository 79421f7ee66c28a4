export { findUnapprovedOrders, rejectUnapproved } from './approve-or-reject.ts'
export { type CodeDeps, notifyOrder } from './code.ts'
export {
  type Approval,
  approvalOfRun,
  feeCeilingOf,
  orderRun,
  withFeeReason,
} from './place-order.ts'
export { approvalRoutes } from './routes.ts'
export { lockOrders, readTerms } from './run-terms.ts'
