export { dollarLineRoutes } from './routes.ts'
export { readPaidDollars } from './store.ts'
