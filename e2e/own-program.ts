import { test as base } from '@playwright/test'
import { freePort } from '#server/embedded/process.ts'
import { Program } from './program.ts'
import { tempDataDir } from './temp-data-dir.ts'

/** A journey on a program of its own, because elsewhere others mine blocks as they need them. */
export const test = base.extend<object, { program: Program }>({
  program: [
    async ({ browserName: _ }, use) => {
      const dataDir = tempDataDir()
      const program = new Program({ dataDir: dataDir.path, port: await freePort() })
      try {
        await program.ready()
        await use(program)
      } finally {
        await program.stop()
        dataDir.remove()
      }
    },
    { scope: 'worker' },
  ],
  baseURL: ({ program }, use) => use(program.baseUrl),
})
