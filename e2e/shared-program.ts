import type { Program } from './program.ts'

type Running = { baseUrl: string; dataDir: string }

/** Playwright's workers inherit the environment of the runner, which starts the program. */
const variable = 'JOURNEYS_PROGRAM'

/** Names a program to the journeys of all workers. */
export function shareProgram({ baseUrl, dataDir }: Program): void {
  const running: Running = { baseUrl, dataDir }
  process.env[variable] = JSON.stringify(running)
}

/** The program of all journeys that need none of their own. */
export function readSharedProgram(): Running {
  return JSON.parse(process.env[variable] ?? '') as Running
}
