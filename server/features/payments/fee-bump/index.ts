export { bumpSlowOne, slowOnes } from './auto-bump.ts'
export { bumpRoutes } from './bump-routes.ts'
