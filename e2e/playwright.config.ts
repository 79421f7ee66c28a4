import { defineConfig } from '@playwright/test'
import { freePort } from '#server/embedded/process.ts'
import { chromiumFlags, findChromium } from '../scripts/chromium.ts'

// Chosen once, by the first process that reads this file; the workers inherit it.
process.env.E2E_PORT ??= String(await freePort())
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
  reporter: 'list',
  use: {
    baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
    locale: 'es-SV',
    timezoneId: 'America/El_Salvador',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
