export { sweepApproved } from './change.ts'
export { keepSweeps } from './duty.ts'
export { sweepRoutes } from './routes.ts'
