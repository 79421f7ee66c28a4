import pg from 'pg'
import { DataDirInUse } from '../embedded/data-dir.ts'
import { DatabaseOutdated } from '../platform/db/schema-version.ts'
import { ConfigError } from './config-error.ts'
import { SecretRefused } from './secrets.ts'

/** A part in a process of its own has given the reason in its own words. */
export class PartNotStarted extends Error {
  override name = 'PartNotStarted'
}

const askDoctor = 'npm run doctor says which of the settings is wrong.'

/** Why a process ends before it was ready: a sentence for what an operator can put right, else all that is known. */
export function whyNotStarted(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const known = [ConfigError, DataDirInUse, DatabaseOutdated, SecretRefused, PartNotStarted]
  if (known.some((kind) => error instanceof kind)) return error.message
  const { code, syscall, address, port } = error as NodeJS.ErrnoException & {
    address?: string
    port?: number
  }
  if (code === 'EADDRINUSE' && syscall === 'listen') {
    return `Port ${port} of ${address} is taken by another program: end that one, or choose another PORT (METRICS_PORT for the figures).`
  }
  if (code === 'ECONNREFUSED' && syscall === 'connect') {
    return `Nobody listens at ${address}:${port}. ${askDoctor}`
  }
  // The database, the role or its password: PostgreSQL lets nobody in, and says why.
  if (error instanceof pg.DatabaseError && error.severity === 'FATAL') {
    return `PostgreSQL refuses: ${error.message}. ${askDoctor}`
  }
  return error.stack ?? error.message
}
