export { noteEdit } from './note-edit.ts'
export { heldOf, readinessOf } from './readiness.ts'
export { employeeRoutes } from './routes.ts'
