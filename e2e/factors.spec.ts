import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from './accessible.ts'
import { enter, fromMessage, mailedCode, newCompany, password } from './company.ts'
import { test } from './journey.ts'

/** A device that makes passkeys and confirms each with a fingerprint. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Password, and the code of a mail or the key that this browser knows. */
async function confirmWithMail(page: Page, request: APIRequestContext, email: string) {
  const dialog = dialogOf(page, 'Confirma que eres tú')
  await dialog.getByLabel('Contraseña', { exact: true }).fill(password)
  const code = await fromMessage(request, email, mailedCode.stepUp)
  await dialog.getByLabel('Código de seis dígitos').fill(code)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

async function confirmWithKey(page: Page) {
  const dialog = dialogOf(page, 'Confirma que eres tú')
  await expect(dialog.getByText('Al confirmar te pedimos tu llave de acceso.')).toBeVisible()
  await dialog.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Menú de Marcela Portillo' }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
}

async function typePassword(page: Page, email: string) {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

const greeting = (page: Page) => page.getByRole('heading', { name: 'Hola, Marcela' })

test('a key, an app and a recovery code sign in, and are taken away', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const company = await newCompany(request)
  await withAuthenticator(page)
  await enter(page, company)
  await page.goto('/security')
  await page.getByRole('button', { name: 'Añadir llave' }).click()
  await confirmWithMail(page, request, company.email)
  const naming = dialogOf(page, 'Añadir una llave')
  await naming.getByLabel('Nombre').fill('Portátil de la oficina')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Portátil de la oficina')).toBeVisible()

  await signOut(page)
  await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click()
  await expect(greeting(page)).toBeVisible()

  await page.goto('/security')
  await page.getByRole('button', { name: 'Activar: Aplicación de códigos' }).click()
  await confirmWithKey(page)
  const app = dialogOf(page, 'Aplicación de códigos')
  const shown = await app.locator('code').textContent()
  const phone = new TOTP({ secret: Secret.fromBase32((shown ?? '').replaceAll(/\s/g, '')) })
  await expectAccessible(page)
  await app.getByLabel('Código de seis dígitos').fill(phone.generate())
  await page.keyboard.press('Enter')
  await expect(page.getByText('Activada en tu teléfono')).toBeVisible()
  // The password was typed a moment ago: the key alone is asked for.
  const again = dialogOf(page, 'Confirma que eres tú')
  await expect(again.getByText('Queda un paso')).toBeVisible()
  await expect(again.getByText('Al confirmar te pedimos tu llave de acceso.')).toBeVisible()
  await again.getByRole('button', { name: 'Confirmar' }).click()
  const codes = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [first = ''] = await codes.allTextContents()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(page.getByText('Quedan 10 de 10')).toBeVisible()

  await signOut(page)
  await typePassword(page, company.email)
  await expect(page.getByRole('heading', { name: 'Confirma con tu llave' })).toBeVisible()
  await page.getByRole('button', { name: 'Usar la app de códigos' }).click()
  await expectAccessible(page)
  // The code of the next half minute, because each code is good once.
  const next = phone.generate({ timestamp: Date.now() + 30_000 })
  await page.getByLabel('Código de seis dígitos').fill(next)
  await page.keyboard.press('Enter')
  await expect(greeting(page)).toBeVisible()

  await signOut(page)
  await typePassword(page, company.email)
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await page.keyboard.type(first)
  await page.keyboard.press('Enter')
  await expect(greeting(page)).toBeVisible()

  await signOut(page)
  await typePassword(page, company.email)
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await page.keyboard.type(first)
  await page.keyboard.press('Enter')
  await expect(page.getByText('El código no es correcto o ya no es válido')).toBeVisible()
  await page.getByRole('button', { name: 'Usar tu llave de acceso' }).click()
  await page.getByRole('button', { name: 'Usar tu llave de acceso' }).click()
  await expect(greeting(page)).toBeVisible()

  await page.goto('/security')
  await expect(page.getByText('Quedan 9 de 10')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar la aplicación de códigos' }).click()
  await confirmWithKey(page)
  await expect(page.getByText('Activada en tu teléfono')).toBeHidden()
  await page.getByRole('button', { name: 'Quitar: Portátil de la oficina' }).click()
  await confirmWithKey(page)
  await expect(page.getByText('Portátil de la oficina')).toBeHidden()
})
