export { noteEdit } from './note-edit.ts'
export { readinessOf, toHeld } from './readiness.ts'
export { employeeRoutes } from './routes.ts'
