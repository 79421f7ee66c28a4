export { keepApplyingChanges } from './apply-changes.ts'
export { approvalListRoutes } from './routes.ts'
export { endRulesByOperator } from './rules-by-operator.ts'
