import type { Page } from '@playwright/test'
import { button, opens, type Scene } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'

/** Answers a call without the server: the press would end the sessions of the other scenes. */
const answers = (page: Page, path: string, data: object) =>
  page.route(path, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { success: true, message: '', data } })
      : route.fallback(),
  )

export const freezeScenes = ({ freezeToken }: ScreensWorld): Scene[] => [
  { name: 'freeze', path: `/congelar#t=${freezeToken}`, as: 'nobody' },
  { name: 'freeze-ended', path: '/congelar#t=x', as: 'nobody', refused: true },
  {
    name: 'freeze-done',
    path: `/congelar#t=${freezeToken}`,
    as: 'nobody',
    act: async ({ page, t }) => {
      const frozenAt = '2026-11-22T15:04:00.000Z'
      await answers(page, '**/api/v1/freezes/*', { companyName: 'Café Izalco', frozenAt })
      await button(t('freeze.press'))(page)
      await page.getByText(t('freeze.wayOut')).waitFor()
    },
  },
  { name: 'frozen-dashboard', path: '/dashboard', as: 'frozen' },
  {
    name: 'frozen-unfreeze',
    path: '/dashboard',
    as: 'frozen',
    act: async (stage) => {
      const sent = { via: 'EMAIL', sentTo: 'm•••@izalco.sv' }
      await answers(stage.page, '**/api/v1/users/step-up', sent)
      await opens('freeze.banner.unfreeze')(stage)
    },
  },
]
