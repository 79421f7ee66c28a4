import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Page,
  type Request,
} from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { password } from './company.ts'
import { aPerson, type CompanyClient, companyOf, makeFundedPayrolls } from './funded.ts'
import { test } from './journey.ts'

/** Tabs, Back and an hour without use, on a desk and on a phone. */

// With movements: Back is pressed while a dialog fades.
test.use({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })

async function signIn(page: Page, { email }: CompanyClient): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

const greeting = (page: Page) => page.getByRole('heading', { name: 'Hola, Marcela' })
const stillThere = (page: Page) => page.getByRole('dialog', { name: '¿Sigues ahí?' })
const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('token') ?? '')

/** Duplicates a tab as the browser does: with a copy of its session storage. */
async function duplicate(context: BrowserContext, page: Page): Promise<Page> {
  const kept = await page.evaluate(() => Object.entries(sessionStorage))
  const copy = await context.newPage()
  await copy.addInitScript((entries) => {
    if (sessionStorage.length === 0) {
      for (const [key, value] of entries) sessionStorage.setItem(key, value)
    }
  }, kept)
  await copy.goto(page.url())
  return copy
}

/** The answers say that the session ends so soon. */
async function pretendEnd(
  context: BrowserContext,
  ends: (request: Request) => string | null,
): Promise<void> {
  await context.route('**/api/v1/**', async (route) => {
    const answer = await route.fetch()
    const header = ends(route.request())
    const headers = { ...answer.headers(), ...(header && { 'session-ends': header }) }
    await route.fulfill({ response: answer, headers })
  })
}

async function companyOfFive(request: APIRequestContext) {
  const company = await companyOf(request)
  const [payrollId = ''] = await makeFundedPayrolls(company, ['Beneficio'])
  for (const name of ['Kevin', 'Karla', 'Karina', 'Katia']) await aPerson(company, name)
  return { company, payrollId }
}

async function expectWrongPassword(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill('nadie@izalco.sv')
  await page.getByLabel('Contraseña', { exact: true }).fill('Mentira#2026')
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Contraseña', { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription('Correo o contraseña incorrectos.')
  await expectAccessible(page)
}

/** Expects that Back closes what is open, and then leads back from the dashboard. */
async function expectBackCloses(page: Page): Promise<void> {
  // A tab in the background draws nothing, so that no dialog fades out of it.
  await page.bringToFront()
  await page.goto('/employees?search=ka&page=1')
  await expect(page.getByText('Karla Alvarenga')).toBeVisible()
  await page.getByRole('button', { name: /Eliminar.*Karla/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Eliminar Empleado' })
  await expect(sheet).toBeVisible()
  // Nobody presses Back in the same moment. The page itself goes back: a browser that is asked to may not have
  // heard of the new entry yet.
  await expect.poll(() => page.evaluate('history.state?.usr?.layer')).toBeTruthy()
  await page.evaluate('history.back()')
  await expect(sheet).toBeHidden()
  expect(new URL(page.url()).search).toBe('?search=ka&page=1')
  await page.goForward()
  await expect(page.getByText('Karla Alvarenga')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Closed by its button, it leaves nothing for Back to stop at.
  await page.getByRole('button', { name: /Eliminar.*Karla/ }).click()
  await sheet.getByRole('button', { name: 'Cerrar', exact: true }).last().click()
  await expect(sheet).toBeHidden()
  await page.goBack()
  await expect(greeting(page)).toBeVisible()
}

const onAPhone = 'on a phone Back closes what is open, and a session about to end asks'
test(onAPhone, { tag: '@long' }, async ({ page, context, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { company } = await companyOfFive(request)
  await expectWrongPassword(page)
  await signIn(page, company)
  await expect(greeting(page)).toBeVisible()
  await expectBackCloses(page)
  await pretendEnd(context, () => 'in=114, by=idle')
  await page.goto('/employees/create-employee')
  await expect(stillThere(page)).toBeVisible()
  await expectAccessible(page)
})

test('tabs share a session, Back closes what is open, an idle end leads back', {
  tag: '@long',
}, async ({ page, context, request }) => {
  const { company, payrollId } = await companyOfFive(request)

  await expectWrongPassword(page)
  await signIn(page, company)
  await expect(greeting(page)).toBeVisible()

  // A link in a mail, in a new tab.
  const second = await context.newPage()
  await second.goto(`/payrolls/details/${payrollId}`)
  await expect(second.getByRole('heading', { name: 'Beneficio' })).toBeVisible()
  expect(await tokenOf(second)).toBe(await tokenOf(page))

  // A tab refreshes a quarter of an hour later; the copy's own token would count as stolen.
  const copy = await duplicate(context, page)
  await expect(greeting(copy)).toBeVisible()
  const before = await tokenOf(page)
  await page.evaluate(() => {
    const ages = JSON.parse(sessionStorage.getItem('session') ?? '{}')
    sessionStorage.setItem('session', JSON.stringify({ ...ages, tokenAt: ages.tokenAt - 900_000 }))
  })
  await expect.poll(() => tokenOf(page)).not.toBe(before)
  const fresh = await tokenOf(page)
  await expect.poll(() => tokenOf(copy)).toBe(fresh)
  await expect.poll(() => tokenOf(second)).toBe(fresh)
  await copy.close()

  await expectBackCloses(page)

  let ends: string | null = 'in=114, by=idle'
  let isClicked = false
  await pretendEnd(context, (request) => {
    // The call of 'Seguir' is the one that nothing but a person makes here.
    const isActivity = !('x-automatic' in request.headers())
    if (isClicked && isActivity && request.url().endsWith('/companies/company')) ends = null
    return ends
  })
  await page.goto('/employees/create-employee')
  await page.getByLabel('Nombre', { exact: true }).fill('Teresa')
  const still = stillThere(page)
  await expect(still).toBeVisible()
  await expect(still.getByText('Lo que no has guardado se pierde.')).toBeVisible()
  await expectAccessible(page)
  const elsewhere = stillThere(second)
  await expect(elsewhere).toBeVisible()
  isClicked = true
  await still.getByRole('button', { name: 'Seguir' }).click()
  await expect(still).toBeHidden()
  await expect(elsewhere).toBeHidden()
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Teresa')

  // The hour is over: what the browser knew last says why.
  await second.goto(`/payrolls/details/${payrollId}?tab=transactions`)
  await expect(second.getByRole('heading', { name: 'Beneficio' })).toBeVisible()
  isClicked = false
  ends = 'in=2, by=idle'
  await expect(elsewhere).toBeVisible()
  const headers = { Authorization: `Bearer ${await tokenOf(page)}` }
  expect((await request.post('/api/v1/auth/sign-out', { headers })).status()).toBe(200)
  await expect(
    second.getByText(/Tu sesión se cerró a las .*, tras 60 minutos sin uso\./),
  ).toBeVisible()
  await expect(second.getByText('Al entrar vuelves a la nómina que tenías abierta.')).toBeVisible()
  await expectAccessible(second)
  await expect(page.getByText(/Tu sesión se cerró/)).toBeVisible()
  ends = null
  await signIn(second, company)
  await expect(second.getByRole('heading', { name: 'Beneficio' })).toBeVisible()
  expect(new URL(second.url()).search).toBe('?tab=transactions')
  await expect(page.getByRole('heading', { name: 'Añadir empleado' })).toBeVisible()

  // Signed out in one tab, signed out in all.
  await page.getByRole('button', { name: /Menú de Marcela/ }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
  await expect(second.getByText(/Cerraste la sesión a las .*, en otra pestaña\./)).toBeVisible()
})
