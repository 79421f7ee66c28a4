import { freePort } from '#server/embedded/ports.ts'
import { buildWeb } from '../scripts/build.mjs'
import { Program } from './program.ts'
import { shareProgram } from './shared-program.ts'
import { makeProgramFolder } from './temp-data-dir.ts'

/**
 * Builds once for all programs, because another build would take its files from a running one, and
 * starts the program that journeys share.
 */
export default async function setup(): Promise<() => Promise<void>> {
  buildWeb()
  const dataDir = makeProgramFolder()
  const program = new Program({ dataDir: dataDir.path, port: await freePort() })
  const end = async () => {
    await program.stop()
    dataDir.remove()
  }
  try {
    await program.ready()
  } catch (error) {
    await end()
    throw error
  }
  shareProgram(program)
  return end
}
