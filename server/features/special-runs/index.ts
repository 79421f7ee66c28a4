export { specialPayRoutes } from './pay-routes.ts'
export { specialRunRoutes } from './routes.ts'
