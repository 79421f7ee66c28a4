import { buildWeb } from '../scripts/build.mjs'
import { Program } from './program.ts'
import { tempDataDir } from './temp-data-dir.ts'

/** One program for all journeys, on a folder that lives as long as they do. */
export default async function setup(): Promise<() => Promise<void>> {
  buildWeb()
  const dataDir = tempDataDir()
  const program = new Program({ dataDir: dataDir.path, port: Number(process.env.E2E_PORT) })
  async function teardown(): Promise<void> {
    await program.stop()
    dataDir.remove()
  }
  try {
    await program.ready()
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}
