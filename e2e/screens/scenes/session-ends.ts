import type { Scene, Stage } from '../stage.ts'

/** Two minutes before the end, and the sign-in page after it. */

/** The next answers say that the session ends so soon. */
async function endsSoon({ page }: Stage, by: 'idle' | 'age'): Promise<void> {
  await page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'session-ends': `in=114, by=${by}` }
    await route.fulfill({ response, headers })
  })
  await page.getByRole('timer').waitFor()
}

/** Comes back to a session that ended at a quarter to four. */
async function comesBack({ page }: Stage, why: string | null, left: string): Promise<void> {
  const ending = why && { why, at: Date.parse('2026-11-22T21:44:00Z'), userId: 'nobody' }
  await page.evaluate(
    (text) => sessionStorage.setItem('left', text),
    JSON.stringify({ page: left, ending }),
  )
  await page.reload()
  await page.getByRole('status').waitFor()
}

export const sessionEnds: Scene[] = [
  {
    name: 'still-there',
    path: '/employees/create-employee',
    act: async (stage) => {
      await stage.page
        .getByLabel(stage.t('employees.field.firstName'), { exact: true })
        .fill('Teresa')
      await endsSoon(stage, 'idle')
    },
  },
  { name: 'still-there-age', path: '/employees', act: (stage) => endsSoon(stage, 'age') },
  {
    name: 'sign-in-returned',
    path: '/login',
    as: 'nobody',
    refused: true,
    act: async (stage) => {
      const { page, t } = stage
      await comesBack(stage, 'idle', '/payrolls/details/7')
      await page.getByLabel(t('auth.field.email')).fill('marcela.portillo@izalco.sv')
      await page.getByLabel(t('auth.field.password'), { exact: true }).fill('Mentira#2026')
      await page.keyboard.press('Enter')
      await page.locator('.Mui-error').first().waitFor()
    },
  },
  {
    name: 'sign-in-link',
    path: '/login',
    as: 'nobody',
    act: (stage) => comesBack(stage, null, '/dashboard/transaction/7'),
  },
]
