import { join } from 'node:path'
import { type Browser, type BrowserContext, type Page, request } from '@playwright/test'
import type { AppLanguage } from '#web/lib/language.ts'
import { print } from '../../scripts/print.ts'
import { waitUntilStill } from '../accessible.ts'
import { findFaults } from './faults.ts'
import type { Call, Scene } from './stage.ts'
import { textsOf } from './texts.ts'
import type { ScreensWorld } from './world.ts'

export type Shoot = {
  browser: Browser
  baseUrl: string
  world: ScreensWorld
  language: AppLanguage
  width: number
  schemes: readonly ('light' | 'dark')[]
  folder: string
  /** Without the rules of accessibility. */
  quick: boolean
}

const heightOf = (width: number) => (width < 600 ? 780 : width < 960 ? 1024 : 900)

/** Takes all scenes at one width and in one language; answers what is wrong with them. */
export async function takeAll(shoot: Shoot, scenes: readonly Scene[]): Promise<string[]> {
  const { world } = shoot
  const seats = {
    nobody: await seat(shoot),
    company: await seat(shoot, world.email),
    beginner: await seat(shoot, world.beginner),
    frozen: await seat(shoot, world.frozen),
  }
  const faults: string[] = []
  for (const scene of scenes) {
    if (scene.below !== undefined && shoot.width >= scene.below) continue
    for (const fault of await take(shoot, scene, seats[scene.as ?? 'company'])) {
      const where = `${scene.name} ${shoot.language} ${shoot.width}`
      print(`  ${where}: ${fault}`)
      faults.push(`${where}: ${fault}`)
    }
  }
  for (const { context } of Object.values(seats)) await context.close()
  return faults
}

type Seat = { context: BrowserContext; call: Call }

/** A browser of its own, in which somebody signed in before its first page is opened. */
async function seat({ browser, baseUrl, world, language, width }: Shoot, email?: string) {
  const api = await request.newContext({ baseURL: baseUrl })
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width, height: heightOf(width) },
    locale: 'es-SV',
    timezoneId: 'America/El_Salvador',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(15_000)
  await context.addCookies([{ name: 'i18next', value: language, url: baseUrl }])
  if (email === undefined) return { context, call: () => Promise.reject(new Error('no session')) }
  const answer = await api.post('/api/v1/auth/sign-in', {
    data: { email, password: world.password },
  })
  if (!answer.ok()) throw new Error(await answer.text())
  const { data }: { data: { token: string; user: unknown } } = await answer.json()
  const session = { token: data.token, user: JSON.stringify(data.user) }
  await context.addInitScript(`if (!sessionStorage.getItem('token'))
    for (const [key, value] of Object.entries(${JSON.stringify(session)})) sessionStorage.setItem(key, value)`)
  const headers = { Authorization: `Bearer ${data.token}` }
  const call: Call = async (method, path, body) => {
    const sent = await api.fetch(path, { method, headers, ...(body && { data: body }) })
    return sent.json()
  }
  return { context, call }
}

async function take(shoot: Shoot, scene: Scene, { context, call }: Seat): Promise<string[]> {
  const page = await context.newPage()
  const faults = complaintsOf(page, scene)
  const stage = { page, t: textsOf(shoot.language), world: shoot.world, call }
  try {
    await page.emulateMedia({ colorScheme: shoot.schemes[0] ?? 'light' })
    await page.goto(scene.path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await scene.act?.(stage)
    await page.waitForTimeout(250)
    if ((await page.getByRole('dialog').count()) === 0) await scrollThrough(page)
    for (const scheme of shoot.schemes) {
      await page.emulateMedia({ colorScheme: scheme })
      await waitUntilStill(page)
      const name = `${scene.name}.${shoot.language}.${shoot.width}.${scheme}.png`
      const fullPage = (await page.getByRole('dialog').count()) === 0
      await page.screenshot({ path: join(shoot.folder, name), fullPage })
      faults.push(...(await findFaults(page, shoot)).map((fault) => `${scheme}: ${fault}`))
    }
    await scene.after?.(stage)
  } catch (error) {
    faults.push(`is not reached: ${error instanceof Error ? error.message : error}`)
    await page.screenshot({ path: join(shoot.folder, `${scene.name}.not-reached.png`) })
  } finally {
    await page.close()
  }
  return faults
}

/** Scrolls through the page, so that lazy content is drawn, and back to the top. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let y = innerHeight; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    scrollTo(0, 0)
  })()`)
}

/** The page's own complaints. The browser also reports a call that refuses on purpose. */
function complaintsOf(page: Page, { refused }: Scene): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const expected = refused && /Failed to load resource/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !expected) {
      complaints.push(`console: ${message.text()}`)
    }
  })
  return complaints
}
