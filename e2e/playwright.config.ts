import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from '../scripts/chromium.ts'
import { keepTempFilesInMemory } from '../scripts/memory-folder.ts'

keepTempFilesInMemory()

const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  forbidOnly: true,
  retries: 0,
  // The long run also takes journeys that show a promise a second time.
  grepInvert: process.env.LONG_RUN ? [] : /@long/,
  // Much of a journey is waiting, and meanwhile others can run.
  workers: availableParallelism() * 2,
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
    // Without a graphics card each frame of a movement is drawn by the processor.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    // Recording one costs a journey a fifth of its time, even where it is thrown away.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
  },
})
