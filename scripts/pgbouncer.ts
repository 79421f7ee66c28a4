import { findPgbouncer } from '#server/testing/pgbouncer.ts'
import { installFromDebian } from './debian.ts'
import { say } from './install.mjs'

/** Installs one where there is none. Without it one test fails, which says the same. */
export function ensurePgbouncer(): void {
  if (findPgbouncer() || installFromDebian('pgbouncer')) return
  say('No PgBouncer was found and none could be installed: its test will fail.')
}
