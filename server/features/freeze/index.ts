export { freezeRoutes } from './routes.ts'
export { unfreezeByOperator } from './unfreeze.ts'
