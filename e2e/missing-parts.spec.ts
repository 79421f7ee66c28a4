import { expect } from '@playwright/test'
import { enter, newCompany } from './company.ts'
import { test } from './journey.ts'

/** A page with a missing chunk, and a page that is loaded again. */

test('a page that is loaded again is where it was left', { tag: '@long' }, async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 800, height: 400 })
  await enter(page, await newCompany(request))
  await page.goto('/security')
  await expect(page.getByText('Este dispositivo')).toBeAttached()
  await expect(page.getByText('Códigos de recuperación')).toBeAttached()
  await page.evaluate('scrollTo(0, 300)')
  await page.route('**/users/factors', async (route) => {
    await expect(page.getByText('Este dispositivo')).toBeAttached()
    await route.continue()
  })
  await page.reload()
  await expect(page.getByText('Códigos de recuperación')).toBeAttached()
  await expect.poll(() => page.evaluate('scrollY')).toBe(300)
})

const saidAnyway = 'what is to be said is said without the script that says it, for five seconds'
test(saidAnyway, { tag: '@long' }, async ({ page, request }) => {
  await enter(page, await newCompany(request))
  await page.route('**/static/toast-box-*.js', (route) => route.abort())
  await page.clock.install()
  await page.goto('/edit-profile')
  await page.getByLabel('Nombre', { exact: true }).fill('Alma Rosa')
  await page.getByRole('button', { name: 'GUARDAR' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Perfil Editado' })
  await expect(toast).toBeVisible()
  await page.clock.runFor(5000)
  await expect(toast).toHaveCount(0)
})

const notUnreadable = 'a list that cannot be read for want of a connection is not called unreadable'
test(notUnreadable, { tag: '@long' }, async ({ page, context, request }) => {
  await enter(page, await newCompany(request))
  await page.goto('/payrolls/create-payroll?type=CSV')
  await page.getByRole('radio', { name: /CSV/ }).check()
  await page.getByLabel('Nombre', { exact: true }).fill('Temporada de corte')
  await page.getByLabel('Descripción').fill('Cortadores')
  await page.getByRole('button', { name: 'Continuar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjunte el listado de empleados:' })
  await expect(dialog).toBeVisible()
  await context.setOffline(true)
  const buffer = Buffer.from('Nombre,Apellido\r\nAna,Ramos')
  const file = { name: 'corte.csv', mimeType: 'text/csv', buffer }
  await page.locator('input[type="file"]').setInputFiles(file)
  await expect(dialog.getByText('No hay conexión con el servidor')).toBeVisible()
  await expect(dialog.getByText('contando filas')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Enviar' })).toBeDisabled()
})

test('a link to a screen whose chunk an upgrade removed reloads the page', async ({
  page,
  request,
}) => {
  await enter(page, await newCompany(request))
  await page.goto('/dashboard')
  const employees = page.getByRole('link', { name: 'Empleados' })
  await expect(employees).toBeVisible()
  const { origin } = new URL(page.url())
  await page.route('**/static/employees-screen-*.js', (route) => route.abort(), { times: 1 })
  // The page as the upgraded server has it: other scripts.
  const body = '<script type="module" src="/static/other.js"></script>'
  await page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await employees.click()
  await expect(page.getByRole('heading', { level: 1, name: /Empleados/ })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/employees')
})

test('a bookmark of a screen without a session → the login, and no other screen', async ({
  page,
  baseURL,
}) => {
  const scripts: string[] = []
  page.on('request', (sent) => scripts.push(sent.url()))
  await page.goto(`${baseURL}/dashboard`)
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(scripts.filter((url) => url.includes('dashboard'))).toEqual([`${baseURL}/dashboard`])
})
