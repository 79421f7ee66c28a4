export { findChangedLists } from './released.ts'
export { dollarLineRoutes } from './routes.ts'
export { readPaidDollars } from './store.ts'
