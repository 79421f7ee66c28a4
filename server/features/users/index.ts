export { userRoutes } from './routes.ts'
export { resetTwoFactor } from './two-factor-reset.ts'
