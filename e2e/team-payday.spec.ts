import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, fromMessage, mailedCode, password } from './company.ts'
import { anApprover, companyOf, makeFundedPayrolls, mineSent } from './funded.ts'
import { test } from './journey.ts'

/** Paydays of two people with keys: one's own key releases an order, then the other's has to. */

/** A browser of one's own, with a device that confirms passkeys by a fingerprint. */
async function browserOf(browser: Browser) {
  const context = await browser.newContext()
  return tabOf(await context.newPage())
}

async function tabOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, devtools, authenticatorId }
}

type Tab = Awaited<ReturnType<typeof tabOf>>

/** Another tab of the same browser, whose device has the same keys. */
async function secondTabOf({ page, devtools, authenticatorId }: Tab): Promise<Page> {
  const tab = await tabOf(await page.context().newPage())
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  for (const credential of credentials) {
    const added = { authenticatorId: tab.authenticatorId, credential }
    await tab.devtools.send('WebAuthn.addCredential', added)
  }
  return tab.page
}

/** Leaves the page with what it has read so far: its later reads get no answer. */
const readNoMore = (page: Page) =>
  page.route(/\/api\/v1\/(approvals\?|transactions\/)/, (route) =>
    route.request().method() === 'GET' ? undefined : route.fallback(),
  )

const approveButton = (page: Page) => page.getByRole('button', { name: 'Aprobar con tu llave' })

/**
 * Switches `strongOnly` on in the page of rules; then each who has a key signs the list of keys
 * that count.
 */
async function switchStrongOnly(admin: Page, all: readonly Page[]): Promise<void> {
  await admin.goto('/security')
  await admin.getByRole('switch', { name: 'Solo con llave de acceso' }).check()
  await admin.getByRole('button', { name: 'Guardar aprobación' }).click()
  await expect(admin.getByText('Aprobación actualizada')).toBeVisible()
  for (const page of all) {
    await page.goto('/dashboard/por-aprobar')
    await page.getByRole('link', { name: 'Revisar Reglas de aprobación' }).click()
    await approveButton(page).click()
    await expect(page).toHaveURL(/por-aprobar$/)
  }
}

async function addKey(page: Page, request: APIRequestContext, email: string): Promise<void> {
  await page.goto('/security')
  await page.getByRole('button', { name: 'Añadir llave' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await dialog.getByLabel('Contraseña', { exact: true }).fill(password)
  const code = await fromMessage(request, email, mailedCode.stepUp)
  await dialog.getByLabel('Código de seis dígitos').fill(code)
  await page.keyboard.press('Enter')
  const naming = page.getByRole('dialog', { name: 'Añadir una llave' })
  await naming.getByLabel('Nombre').fill('Portátil')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Portátil', { exact: true })).toBeVisible()
}

test('an own key releases an order; under a tier the other’s does, and once', async ({
  browser,
  request,
}) => {
  const company = await companyOf(request)
  const [payrollId = '', own = ''] = await makeFundedPayrolls(company, ['Beneficio', 'Oficina'])
  const other = await anApprover(company)

  const device = await browserOf(browser)
  const approving = device.page
  await enter(approving, other)
  await addKey(approving, request, other.email)
  const { page: admin } = await browserOf(browser)
  await enter(admin, company)
  await addKey(admin, request, company.email)
  await switchStrongOnly(admin, [admin, approving])

  await admin.goto(`/payrolls/details/${own}`)
  await admin.getByRole('button', { name: 'PAGAR NÓMINA' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Pagar', exact: true }).click()
  // No code does, not even one's own.
  await expect(admin.getByRole('button', { name: 'Usar un código' })).toBeHidden()
  await approveButton(admin).click()
  await expect(admin.getByText('Aprobado: se está enviando')).toBeVisible()

  const ruled = await request.put('/api/v1/companies/approval-rules', {
    headers: company.headers,
    data: { tiers: [{ fromUsd: 0, approvals: 1 }] },
  })
  expect(ruled.status()).toBe(200)

  await admin.goto(`/payrolls/details/${payrollId}`)
  await admin.getByRole('button', { name: 'PAGAR NÓMINA' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByText('Necesita 1 aprobación')).toBeVisible()
  await dialog.getByRole('button', { name: 'Pagar', exact: true }).click()
  await expect(dialog.getByText('Quien pide no aprueba')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Aprobar/ })).toBeHidden()

  await approving.goto('/dashboard/por-aprobar')
  await expect(approving.getByRole('heading', { name: 'Te espera 1 pago' })).toBeVisible()
  await expectAccessible(approving)
  await approving.getByRole('link', { name: 'Revisar Beneficio' }).click()
  const approve = approveButton(approving)
  await expect(approve).toBeVisible()
  await expect(approving.locator('nav [aria-current=page]')).toHaveText(/Por aprobar/)
  const second = await secondTabOf(device)
  await enter(second, other)
  await second.goto(approving.url())
  await expect(approveButton(second)).toBeVisible()
  await readNoMore(second)
  await approve.press('Enter')
  await expect(approving.getByText('Aprobado: se está enviando')).toBeVisible()
  await approveButton(second).click()
  await expect(second.getByText('no espera ninguna aprobación')).toBeVisible()
  await expect(approving.getByText('Procesando').first()).toBeVisible()
  await mineSent(company, payrollId)
  await expect(approving.getByText('Confirmada').first()).toBeVisible()
  await approving.goto('/dashboard/por-aprobar')
  await expect(approving.getByRole('heading', { name: 'Nada te espera' })).toBeVisible()
  await admin.context().close()
  await approving.context().close()
})
