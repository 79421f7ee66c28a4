export { transactionRoutes } from './routes.ts'
export {
  companyTransactions,
  currentTransaction,
  lastTransactions,
  paymentTransactions,
} from './store.ts'
