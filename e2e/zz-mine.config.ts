import { defineConfig } from '@playwright/test'
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  workers: 1,
  timeout: 240_000,
  outputDir: '/tmp/web-screens/pw',
  reporter: 'list',
  use: {
    baseURL: 'http://127.0.0.1:3555',
    launchOptions: { args: ['--no-sandbox', '--disable-gpu'], executablePath: '/usr/bin/chromium' },
    locale: 'es-SV',
    timezoneId: 'America/El_Salvador',
    screenshot: 'only-on-failure',
  },
})
