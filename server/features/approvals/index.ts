export { approvalListRoutes } from './routes.ts'
export { endRulesByOperator } from './rules-by-operator.ts'
export { runChanges } from './settle.ts'
