import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from '../scripts/chromium.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  forbidOnly: true,
  retries: 0,
  // Much of a journey is waiting, and meanwhile another one can run.
  workers: Math.ceil(availableParallelism() * 1.5),
  // Tests are handed out one by one, so that no long file is left to a single worker at the end.
  fullyParallel: true,
  // On a machine with half of the speed the longest journey takes over four minutes.
  timeout: 600_000,
  // A busy machine is slow; a longer wait still reports a failure soon enough.
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
    locale: 'es-SV',
    timezoneId: 'America/El_Salvador',
    screenshot: 'only-on-failure',
    // Recording one costs a journey a fifth of its time, even where it is thrown away.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
})
