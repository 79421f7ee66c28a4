export { employeeRoutes } from './routes.ts'
