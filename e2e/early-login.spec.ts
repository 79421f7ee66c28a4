import { expect, type Page } from '@playwright/test'
import { newCompany, password } from './company.ts'
import { test } from './journey.ts'

/** On a slow line the page is there long before its scripts. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/static/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('sent before any script is there → signed in, and no password in the address', async ({
  page,
  request,
}) => {
  const { email } = await newCompany(request)
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page).toHaveTitle('Iniciar sesión · Quincena')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  release()
  await expect(page.getByRole('heading', { name: 'Hola, Marcela' })).toBeVisible()
})

test('the page as it comes is the one that its scripts would draw, in each language', async ({
  page,
}) => {
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(String(error)))
  for (const [address, title] of [
    ['/en/login', 'Sign in'],
    ['/login', 'Sign in'],
    ['/it/login', 'Accedi'],
    ['/prt/login', 'Entrar'],
    ['/es/login', 'Iniciar sesión'],
  ] as const) {
    await page.goto(address)
    const form = await page.locator('form').elementHandle()
    // Seen once the scripts know that an account can be made.
    await expect(page.locator('a[href="/sign-up"]')).toBeVisible()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    expect(await form?.evaluate((element) => element.isConnected), address).toBe(true)
  }
  expect(faults).toEqual([])
})
