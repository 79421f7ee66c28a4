export { bumpStuck, findStuck } from './auto-bump.ts'
export { bumpRoutes } from './routes.ts'
