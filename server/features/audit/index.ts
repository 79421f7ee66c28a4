export { auditRoutes } from './routes.ts'
export { type SealerDeps, sealAudit, sealEvents } from './seal.ts'
export { type AuditFault, readUnsealed, verifyAudit } from './verify.ts'
