import { presses, type Scene } from '../stage.ts'

export const dashboards: Scene[] = [
  { name: 'dashboard-empty', path: '/dashboard', as: 'beginner' },
  { name: 'dashboard', path: '/dashboard' },
  {
    name: 'dashboard-all',
    path: '/dashboard',
    act: async ({ page }) => {
      await page.getByRole('button', { name: /\b7\b/ }).click()
    },
  },
  {
    name: 'dashboard-not-there',
    path: '/login',
    act: async ({ page }) => {
      await page.route(/users\/dashboard/, (route) => route.abort())
      await page.goto('/dashboard')
      await page.getByRole('alert').first().waitFor({ timeout: 15_000 })
    },
    refused: true,
  },
  {
    name: 'user-menu',
    path: '/dashboard',
    act: async ({ page }) => {
      await page.locator('button[aria-haspopup="dialog"]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'phone-menu',
    path: '/dashboard',
    below: 960,
    act: presses('layout.openMenu'),
  },
]
