import { test as base } from '@playwright/test'
import { freePort } from '#server/embedded/ports.ts'
import { Program } from './program.ts'
import { makeProgramFolder } from './temp-data-dir.ts'

/** A journey on a program of its own, because it changes something that all companies of one share. */
export const testAlone = base.extend<object, { program: Program }>({
  program: [
    async ({ browserName: _ }, use) => {
      const dataDir = makeProgramFolder()
      const program = new Program({ dataDir: dataDir.path, port: await freePort() })
      try {
        await program.ready()
        await use(program)
      } finally {
        await program.stop()
        dataDir.remove()
      }
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ program }, use) => use(program.baseUrl),
})
