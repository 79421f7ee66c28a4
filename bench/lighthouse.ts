import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Client } from '#server/testing/client.ts'
import { chromiumFlags, ensureChromium } from '../scripts/chromium.ts'
import { withInstallation } from './installation.ts'
import { createFundedPayroll, mineUntilSpendable, pressForPayment } from './press.ts'
import { atLeast, formatNumber, middle, reportRow, type TableFigure } from './table.ts'

/**
 * Lighthouse's performance of the login and, signed in, of the dashboard and a paid payroll, by its own
 * presets: mobile 5 times each, desktop 3 times. Each time the browser's cache is empty. It is no dependency
 * of the project (CONTRIBUTING.md says how to install it).
 */
const folder =
  process.env.LIGHTHOUSE ||
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'quincena', 'lighthouse')
const goals = { login: 90, dashboard: 85, payroll: 85 }
const desktopGoal = 98

type Page = {
  goto(url: string): Promise<unknown>
  evaluate(script: string): Promise<unknown>
}
type Result = {
  lhr: { runtimeError?: { message: string }; categories: { performance: { score: number } } }
}
type Lighthouse = (
  url: string,
  flags: object,
  config: object | undefined,
  page: Page,
) => Promise<Result>

const figures = existsSync(join(folder, 'node_modules', 'lighthouse'))
  ? await measure()
  : [...Object.values(goals), desktopGoal].map((goal) => ({
      measured: 'not installed',
      goal: `≥ ${goal}`,
    }))
reportRow({
  what: 'Lighthouse mobile: login · dashboard · payroll · the lowest on a desktop',
  figures,
})

async function measure(): Promise<TableFigure[]> {
  const { resolve } = createRequire(join(folder, 'package.json'))
  const { default: lighthouse } = await import(resolve('lighthouse'))
  const { default: desktop } = await import(resolve('lighthouse/core/config/desktop-config.js'))
  const { default: puppeteer } = await import(resolve('puppeteer-core'))
  const found: TableFigure[] = []
  await withInstallation(async (it) => {
    const { email, payroll } = await createPaidPayroll(it)
    const browser = await puppeteer.launch({
      executablePath: ensureChromium(),
      args: chromiumFlags,
    })
    try {
      const paths = { login: '/login', dashboard: '/', payroll: `/payrolls/details/${payroll}` }
      const page: Page = await browser.newPage()
      const onDesktop: number[] = []
      for (const name of ['login', 'dashboard', 'payroll'] as const) {
        if (name === 'dashboard') await enter(page, it.program.baseUrl, email)
        const url = `${it.program.baseUrl}${paths[name]}`
        const score = (config?: object) => scoreOf(lighthouse, url, page, config)
        found.push(atLeast(await medianOf(5, () => score()), goals[name], formatNumber))
        onDesktop.push(await medianOf(3, () => score(desktop)))
      }
      found.push(atLeast(Math.min(...onDesktop), desktopGoal, formatNumber))
    } finally {
      await browser.close()
    }
  })
  return found
}

async function createPaidPayroll(it: Parameters<typeof createFundedPayroll>[0]) {
  const { client, email, payroll } = await createFundedPayroll(it, 30)
  await mineUntilSpendable(client, payroll._id)
  await pressForPayment(it, client, payroll, '')
  await mineUntilSpendable(client, payroll._id)
  return { email, payroll: payroll._id }
}

/** A session stands in the storage of a tab. */
async function enter(page: Page, baseUrl: string, email: string): Promise<void> {
  const { token, user } = await new Client(baseUrl).signIn(email)
  await page.goto(`${baseUrl}/login`)
  for (const [key, value] of Object.entries({ token, user: JSON.stringify(user) })) {
    await page.evaluate(`sessionStorage.setItem('${key}', ${JSON.stringify(value)})`)
  }
}

async function scoreOf(
  lighthouse: Lighthouse,
  url: string,
  page: Page,
  config: object | undefined,
): Promise<number> {
  const flags = { onlyCategories: ['performance'], disableStorageReset: true, logLevel: 'error' }
  const { lhr } = await lighthouse(url, flags, config, page)
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const score = Math.round(lhr.categories.performance.score * 100)
  process.stdout.write(`${url} ${config ? 'desktop' : 'mobile'} ${score}\n`)
  return score
}

async function medianOf(times: number, measureOnce: () => Promise<number>): Promise<number> {
  const scores: number[] = []
  for (let time = 0; time < times; time++) scores.push(await measureOnce())
  return middle(scores)
}
