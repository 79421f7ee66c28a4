export {
  approvalRoutes,
  type CodeNeeds,
  sendApprovalCode,
} from './approval/index.ts'
export { isAhead, missingFunds, refusalsOfTheMoment } from './decision.ts'
export { type Facts, readFacts } from './facts.ts'
export { rejectUnsignedOrders } from './freezing.ts'
export { findLivePayroll } from './payroll.ts'
export { recordsRoutes } from './records-routes.ts'
export { reserveCoin } from './reservation.ts'
export { paymentRoutes } from './routes.ts'
export { feeEstimates } from './store.ts'
export { refuseWhileMoneyMoves } from './under-way.ts'
export { type PaymentWorkerParts, settlePayments } from './worker.ts'
