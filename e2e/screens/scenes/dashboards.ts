import type { Dashboard } from '#contract/dashboard.ts'
import { presses, type Scene, type Stage } from '../stage.ts'

/** For the picture the program's own answer is completed with nine months of spending. */
async function showsPastSpending({ page }: Stage): Promise<void> {
  await page.route('**/api/v1/users/dashboard', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { data: Dashboard }
    for (const [n, month] of json.data.spending.slice(2, -1).entries()) {
      month.usd = 18_000 + 913 * ((n * 7) % 11)
      month.btc = (0.152 + 0.0074 * ((n * 5) % 9)).toFixed(8)
    }
    await route.fulfill({ response, json })
  })
  await page.reload()
  await page.waitForLoadState('networkidle')
}

export const dashboards: Scene[] = [
  { name: 'dashboard-empty', path: '/dashboard', as: 'beginner' },
  { name: 'dashboard', path: '/dashboard', act: showsPastSpending },
  {
    name: 'dashboard-all',
    path: '/dashboard',
    act: async ({ page }) => {
      await page.getByRole('button', { name: /^Ver las otras \d+$/ }).click()
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
