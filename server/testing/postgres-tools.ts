import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findClientTool } from '#server/embedded/client-tools.ts'

const tools = ['psql', 'pg_dump', 'pg_restore']

export const hasPostgresTools = () => tools.every((tool) => findClientTool(tool) !== undefined)

/** Puts psql, pg_dump and pg_restore into a folder, for a PATH. */
export function linkPostgresTools(folder: string): void {
  for (const tool of tools) {
    const program = findClientTool(tool)
    if (!program) {
      throw new Error(
        `No ${tool} of PostgreSQL 18 was found: install its client tools so that they are on the PATH.`,
      )
    }
    const link = join(folder, tool)
    const words = [program.file, ...program.args].map((word) => `'${word}'`).join(' ')
    // A PATH that begins with this folder would find this file again.
    const path = program.file === tool ? `PATH='${process.env.PATH}' ` : ''
    writeFileSync(link, `#!/bin/sh\n${path}exec ${words} "$@"\n`)
    chmodSync(link, 0o755)
  }
}
