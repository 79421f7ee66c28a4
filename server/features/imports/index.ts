export { runImports } from './duty.ts'
export { importRoutes } from './routes.ts'
