export { openPayment } from './facts.ts'
export { paymentRoutes } from './routes.ts'
export { feeEstimates, readPayment } from './store.ts'
export { type PaymentWorkerParts, settlePayments } from './worker.ts'
