import { buildWeb } from '../scripts/build.mjs'
import { startOwnProgram } from './program.ts'
import { shareProgram } from './shared-program.ts'

/**
 * Builds once for all programs, because another build would take its files from a running one, and
 * starts the program that journeys share.
 */
export default async function setup(): Promise<() => Promise<void>> {
  buildWeb()
  const { program, end } = await startOwnProgram()
  shareProgram(program)
  return end
}
