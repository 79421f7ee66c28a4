import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ProgramFolder {
  readonly path: string
  remove(): void
}

/** A folder for a program to use as its DATA_DIR; the program takes the lock itself. */
export function makeProgramFolder(): ProgramFolder {
  const path = mkdtempSync(join(tmpdir(), 'quincena-e2e-'))
  chmodSync(path, 0o711)
  return { path, remove: () => rmSync(path, { recursive: true }) }
}
