import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cachedProgram, fetchFromUnstable } from '#server/embedded/debian-unstable.ts'

/** The server's version; pg_dump refuses one that is newer than itself. */
const version = 18
const debianPackage = `postgresql-client-${version}`
const tools = ['psql', 'pg_dump', 'pg_restore']
const { XDG_CACHE_HOME } = process.env

const isNewEnough = ({ file, args }: { file: string; args: readonly string[] }) => {
  const { status, stdout } = spawnSync(file, [...args, '--version'], { encoding: 'utf8' })
  return status === 0 && Number(/ (\d+)/.exec(stdout)?.[1]) >= version
}

const cached = (tool: string) =>
  cachedProgram(debianPackage, `usr/lib/postgresql/${version}/bin/${tool}`, XDG_CACHE_HOME)

function findTool(tool: string) {
  const found = [{ file: tool, args: [] }, cached(tool)]
  return found.find((program) => program !== undefined && isNewEnough(program))
}

export const hasPostgresTools = () => tools.every((tool) => findTool(tool) !== undefined)

/** They do not come with the server's binaries. */
export const fetchPostgresTools = () => fetchFromUnstable(debianPackage, XDG_CACHE_HOME)

/** Puts psql, pg_dump and pg_restore into a folder, for a PATH. */
export function linkPostgresTools(folder: string): void {
  for (const tool of tools) {
    const program = findTool(tool)
    if (!program) {
      throw new Error(
        `No ${tool} of PostgreSQL ${version} was found: install its client tools so that they are on the PATH.`,
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
