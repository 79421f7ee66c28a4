export { companyRoutes } from './routes.ts'
export { readCompany } from './store.ts'
