import { spawnSync } from 'node:child_process'
import { fetchFromUnstable, findCachedProgram, type UnstableProgram } from './debian-unstable.ts'

/** The server's version; pg_dump refuses one that is newer than itself. */
const version = 18
const debianPackage = `postgresql-client-${version}`
const { XDG_CACHE_HOME } = process.env

const isNewEnough = ({ file, args }: UnstableProgram) => {
  const { status, stdout } = spawnSync(file, [...args, '--version'], { encoding: 'utf8' })
  return status === 0 && Number(/ (\d+)/.exec(stdout)?.[1]) >= version
}

const cached = (tool: string) =>
  findCachedProgram(debianPackage, `usr/lib/postgresql/${version}/bin/${tool}`, XDG_CACHE_HOME)

/** Debian's own packages keep each version in a folder of its own. */
const installed = (tool: string) => `/usr/lib/postgresql/${version}/bin/${tool}`

/** A client tool of PostgreSQL; these do not come with the server's binaries. */
export function findClientTool(tool: string): UnstableProgram | undefined {
  const places = [{ file: tool, args: [] }, { file: installed(tool), args: [] }, cached(tool)]
  return places.find((program) => program !== undefined && isNewEnough(program))
}

export const fetchClientTools = () => fetchFromUnstable(debianPackage, XDG_CACHE_HOME)

/** Fetches it once where this machine has none that is new enough. */
export async function clientTool(tool: string): Promise<UnstableProgram> {
  const found = findClientTool(tool)
  if (found) return found
  await fetchClientTools().catch((cause: unknown) => {
    throw new Error(
      `${tool} of PostgreSQL ${version} is needed: install ${debianPackage}, so that it is on the PATH`,
      { cause },
    )
  })
  const fetched = findClientTool(tool)
  if (!fetched) throw new Error(`${debianPackage} was fetched and has no ${tool}.`)
  return fetched
}
