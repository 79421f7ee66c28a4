export { ago, type BackupTimes, backupState, isRecordOld, readBackups } from './backups.ts'
export { readGauges } from './gauges.ts'
export { operatingRoutes } from './routes.ts'
export { systemRoutes } from './system-routes.ts'
