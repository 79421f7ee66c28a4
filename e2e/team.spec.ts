import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, fromMessage, password } from './company.ts'
import { tabTo } from './focus.ts'
import { companyOf, makeFundedPayrolls } from './funded.ts'
import { test } from './journey.ts'

/** Somebody who worked alone invites two people, each of whom does their part of a payday. */

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const mailOf = (name: string) => `${name}.${crypto.randomUUID()}@izalco.sv`.toLowerCase()

/** Invites with the keyboard alone. */
async function invite(page: Page, email: string, role: string): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: 'Invitar', exact: true }))
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page, 'Invitar a una persona')
  await expect(dialog.getByLabel('Correo electrónico')).toBeFocused()
  await page.keyboard.type(email)
  // Tab leads to the first role, an arrow chooses the next.
  const radio = dialog.getByRole('radio', { name: new RegExp(`^${role}`) })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  while (!(await radio.isChecked())) await page.keyboard.press('ArrowDown')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText(
    'Invitación enviada',
  )
}

/** Joins by the mailed link, in a browser of the person's own. */
async function join(
  browser: Browser,
  request: APIRequestContext,
  { email, name }: { email: string; name: string },
): Promise<Page> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const link = await fromMessage(request, email, /(\/invitacion#t=[\w-]+)/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Únete a Café Izalco' })).toBeVisible()
  await expect(page.getByText('Marcela Portillo')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Nombre', { exact: true }).fill(name)
  await page.getByLabel('Apellido').fill('Mejía')
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByLabel('Confirmar contraseña').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Hola, ${name}` })).toBeVisible()
  // An invitation works once.
  const again = await context.newPage()
  await again.goto(link)
  await expect(again.getByRole('heading', { name: 'Esta invitación ya no sirve' })).toBeVisible()
  await again.close()
  return page
}

test('two people are invited, one prepares and asks, and who is removed is signed out', async ({
  page,
  browser,
  request,
}) => {
  const company = await companyOf(request)
  const [payrollId = ''] = await makeFundedPayrolls(company, ['Beneficio'])
  await enter(page, company)
  await page.goto('/dashboard')

  // A team of one has no link in the sidebar: only the user's menu leads there.
  await expect(page.getByRole('link', { name: 'Nóminas' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Equipo' })).toBeHidden()
  await page.getByRole('button', { name: 'Menú de Marcela Portillo' }).click()
  await page.getByRole('link', { name: 'Equipo' }).click()
  await expect(page.getByText('Trabajas a solas')).toBeVisible()
  await expectAccessible(page)

  const carlos = mailOf('carlos')
  const gloria = mailOf('gloria')
  await invite(page, carlos, 'Prepara nóminas')
  await expect(
    page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Equipo' }),
  ).toBeVisible()
  await invite(page, gloria, 'Aprueba')
  await expectAccessible(page)

  const preparing = await join(browser, request, { email: carlos, name: 'Carlos' })
  const approving = await join(browser, request, { email: gloria, name: 'Gloria' })
  await page.reload()
  await expect(page.getByRole('row', { name: /Carlos Mejía/ })).toContainText('Prepara nóminas')
  await expect(page.getByRole('row', { name: /Gloria Mejía/ })).toContainText('Aprueba')

  await approving.goto(`/payrolls/details/${payrollId}`)
  await expect(approving.getByText('Puede pagar quien administra o prepara nóminas.')).toBeVisible()
  await expect(approving.getByRole('button', { name: 'PAGAR NÓMINA' })).toBeHidden()
  await approving.goto('/employees/create-employee')
  await expect(approving.getByText('Puede cambiar empleados quien administra')).toBeVisible()

  await preparing.goto(`/payrolls/details/${payrollId}`)
  await preparing.getByRole('button', { name: 'PAGAR NÓMINA' }).click()
  await preparing.getByRole('dialog').getByRole('button', { name: 'Pagar', exact: true }).click()
  const waiting = preparing.getByRole('dialog').getByText('Esperando Aprobación')
  await expect(waiting).toBeVisible()

  await page.getByRole('button', { name: 'Quitar a Carlos Mejía del equipo' }).click()
  await dialogOf(page, 'Quitar del equipo').getByRole('button', { name: 'Quitar' }).click()
  await expect(page.getByText('Carlos Mejía ya no está en el equipo')).toBeVisible()
  await expect(page.getByRole('row', { name: /Carlos Mejía/ })).toBeHidden()
  await preparing.goto('/payrolls')
  await expect(preparing).toHaveURL(/\/login$/)
  await preparing.context().close()
  await approving.context().close()
})
