export { auditRoutes } from './routes.ts'
export { type SealerDeps, sealAudit, sealEvents } from './seal.ts'
export { type AuditFault, verifyAudit } from './verify.ts'
