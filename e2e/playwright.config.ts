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
  workers: 2,
  timeout: 90_000,
  // A busy machine is slow; a longer wait still reports a failure soon enough.
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
    locale: 'es-SV',
    timezoneId: 'America/El_Salvador',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
