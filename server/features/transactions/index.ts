export { transactionRoutes } from './routes.ts'
export {
  companyTransactions,
  currentTransaction,
  findTransaction,
  lastTransactions,
  paymentTransactions,
} from './store.ts'
export { newestChild } from './transaction-row.ts'
