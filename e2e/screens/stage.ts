import type { Locator, Page } from '@playwright/test'
import type { Texts } from './texts.ts'
import type { ScreensWorld } from './world.ts'

export type Stage = { page: Page; t: Texts; world: ScreensWorld; call: Call }
export type Call = (method: string, path: string, data?: object) => Promise<unknown>
type Act = (stage: Stage) => Promise<void>
export type Scene = {
  name: string
  path: string
  /** The signed-in user: by default the company that has everything. */
  as?: 'company' | 'beginner' | 'frozen' | 'nobody'
  /** Scene of windows narrower than this many px alone: wider ones do not have it. */
  below?: number
  act?: Act
  after?: Act
  /** The browser reports answers that refuse as errors. */
  refused?: true
}

const press = (role: 'button' | 'link', name: string) => (scope: Page | Locator) =>
  scope.getByRole(role, { name, exact: true }).first().click()
export const button = (name: string) => press('button', name)
export const link = (name: string) => press('link', name)

export const presses =
  (key: string): Act =>
  ({ page, t }) =>
    button(t(key))(page)

export const opens =
  (key: string, values?: Record<string, string>): Act =>
  async ({ page, t }) => {
    await button(t(key, values))(page)
    await page.getByRole('dialog').waitFor()
  }

/** An id that nobody has. */
export const nobodysId = '00000000-0000-7000-8000-000000000000'
