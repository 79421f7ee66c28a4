export { sumUpCounts } from './counts.ts'
export { employeeRoutes } from './routes.ts'
