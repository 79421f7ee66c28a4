import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { fromMessage, mailedCode, password } from './company.ts'
import { test } from './journey.ts'

/** The first minutes of somebody who signs up: the mailbox is proven, and the payments protected. */

const sixDigits = /\b(\d{6})\b/
const codeField = 'Código de seis dígitos'

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('Nombre', { exact: true }).fill('Marcela')
  await page.getByLabel('Apellido').fill('Portillo')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByLabel('Confirmar contraseña').fill(password)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('Nombre de la empresa').fill('Café Izalco')
  await page.getByLabel('Sector').click()
  await page.getByRole('option', { name: 'Agroindustria' }).click()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page.getByRole('heading', { name: 'Hola, Marcela' })).toBeVisible()
}

test('the mailbox is confirmed, the phone set, two-factor on', { tag: '@long' }, async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const email = `marcela.${crypto.randomUUID()}@izalco.sv`
  await signUp(page, email)

  // A wrong code first; the sixth digit sends it.
  await expect(page.getByText(`Escribe el código que enviamos a ${email}`)).toBeVisible()
  const mailed = await fromMessage(request, email, sixDigits)
  await page.getByLabel(codeField).pressSequentially(mailed === '000000' ? '111111' : '000000')
  await expect(page.getByText('Ese código no es. Quedan 4 intentos.')).toBeVisible()
  await expectAccessible(page)
  const [messages] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Ver el correo de prueba' }).click(),
  ])
  await expect(messages.getByText(mailed.slice(0, 3)).first()).toBeVisible()
  await messages.close()
  await page.getByLabel(codeField).pressSequentially(mailed)
  await expect(page.getByText('Correo confirmado')).toBeVisible()
  await expect(page.getByText('Correo confirmado')).toBeHidden()

  // The phone takes the password, a code of the mailbox and its own.
  await page.goto('/edit-profile')
  await page.getByRole('button', { name: 'Añadir: Teléfono' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar el teléfono' })
  const phone = `+5037${String(Date.now()).slice(-7)}`
  await dialog.getByLabel('Teléfono nuevo').fill(phone)
  await expect(dialog.getByText(`Te enviamos un código a ${email[0]}•••`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  const question = page.getByRole('dialog', { name: '¿Salir sin guardar?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await dialog.getByLabel('Contraseña actual').fill(password)
  await dialog.getByLabel(codeField).fill(await fromMessage(request, email, mailedCode.stepUp))
  await dialog.getByRole('button', { name: 'Enviar código' }).click()
  await expect(dialog.getByText('Te enviamos un código por SMS')).toBeVisible()
  await dialog.getByLabel(codeField).fill(await fromMessage(request, phone, sixDigits))
  await expect(dialog).toBeHidden()
  await expect(page.getByText(phone.replace(/(\d{4})(\d{4})$/, ' $1 $2'))).toBeVisible()

  // Two-factor goes on over a confirmed channel, and says so once it is saved.
  await page.goto('/security')
  await page.getByRole('switch', { name: 'Autenticación de dos pasos' }).click()
  await expect(page.getByText('Sin guardar', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('radio', { name: /Mensaje de Texto/ }).check()
  await page.getByRole('button', { name: 'GUARDAR', exact: true }).click()
  await expect(page.getByText('ACTIVADA', { exact: true })).toBeVisible()
})
