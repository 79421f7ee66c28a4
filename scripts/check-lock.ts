import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

type Package = { optionalDependencies?: Record<string, string>; os?: string[] }
type Lock = { packages: Record<string, Package> }

/**
 * The packages that a lock leaves out: binaries for other platforms that the registry did not have when
 * it was written. `npm ci` refuses such a lock, on every platform.
 */
export function findUnlocked({ packages }: Lock): string[] {
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
  const wanted = Object.values(packages).flatMap(({ optionalDependencies }) =>
    Object.keys(optionalDependencies ?? {}),
  )
  return [...new Set(wanted)].filter((name) => !locked.has(name)).sort()
}

/** A Java archive and binaries for some systems, beside the JavaScript of recheck that the check uses. */
const partsOfRecheck = /^node_modules\/recheck-/

/**
 * The parts of recheck that would be installed. The lock says by hand that each of them is for a system
 * of the name `none`, because npm 9 reads no override that replaces a package with another.
 */
export function findInstalledParts({ packages }: Lock): string[] {
  const parts = Object.entries(packages).filter(([path]) => partsOfRecheck.test(path))
  return parts.filter(([, { os }]) => os?.join() !== 'none').map(([path]) => path)
}

export async function checkLock(): Promise<void> {
  const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const names = findUnlocked(lock)
  if (names.length > 0) {
    throw new Error(
      `package-lock.json lacks ${names.join(', ')}: choose versions whose binaries the registry has for every platform.`,
    )
  }
  const parts = findInstalledParts(lock)
  if (parts.length > 0) {
    throw new Error(`package-lock.json installs ${parts.join(', ')}: give each "os": ["none"].`)
  }
}
