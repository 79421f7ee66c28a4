export { withdrawalRoutes } from './routes.ts'
export { insertWithdrawal } from './store.ts'
