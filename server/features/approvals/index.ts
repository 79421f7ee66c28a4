export { approvalListRoutes } from './routes.ts'
export { runChanges } from './settle.ts'
