export { approvalOfRun, feeCeilingOf, orderRun } from './approval.ts'
export { type CodeNeeds, sendApprovalCode } from './approval-code.ts'
export { approvalRoutes } from './approval-routes.ts'
export { rejectUnapproved, unapprovedOrders } from './approve.ts'
