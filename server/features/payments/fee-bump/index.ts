export { bumpSlowOne, slowOnes } from './auto-bump.ts'
export { bumpRoutes } from './routes.ts'
