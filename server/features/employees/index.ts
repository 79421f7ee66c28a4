export { sumUpCounts } from './counts.ts'
export { employeeRoutes } from './routes.ts'
export { listEmployees } from './store.ts'
