export { importRoutes } from './routes.ts'
export { runImports } from './run-imports.ts'
