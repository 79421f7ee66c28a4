export { transactionRoutes } from './routes.ts'
export { companyTransactions, lastTransactions, paymentTransactions } from './store.ts'
