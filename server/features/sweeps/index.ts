export { sweepApproved } from './change.ts'
export { sweepRoutes } from './routes.ts'
export { keepSweeps } from './sweep-leftovers.ts'
