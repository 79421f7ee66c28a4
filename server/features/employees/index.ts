export { employeeRoutes } from './routes.ts'
export { listEmployees } from './store.ts'
