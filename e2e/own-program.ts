import { test as base } from '@playwright/test'
import { type Program, startOwnProgram } from './program.ts'

/** A journey on a program of its own, because it changes something that all companies of one share. */
export const testAlone = base.extend<object, { program: Program }>({
  program: [
    async ({ browserName: _ }, use) => {
      const { program, end } = await startOwnProgram()
      try {
        await use(program)
      } finally {
        await end()
      }
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ program }, use) => use(program.baseUrl),
})
