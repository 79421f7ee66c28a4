export { factorRoutes } from './factor-routes.ts'
export { approveKey } from './key-approval.ts'
export { userRoutes } from './routes.ts'
export { resetTwoFactor } from './two-factor-reset.ts'
