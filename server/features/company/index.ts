export { applySettings } from './company.ts'
export { companyRoutes } from './routes.ts'
export { readCompany } from './store.ts'
