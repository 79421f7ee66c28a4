import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

type Lock = { packages: Record<string, { optionalDependencies?: Record<string, string> }> }

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

export async function checkLock(): Promise<void> {
  const names = findUnlocked(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  if (names.length === 0) return
  throw new Error(
    `package-lock.json lacks ${names.join(', ')}: choose versions whose binaries the registry has for every platform.`,
  )
}
