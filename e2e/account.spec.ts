import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, fromMessage, mailedCode, newCompany, password } from './company.ts'
import { test } from './journey.ts'

const sixDigits = /\b(\d{6})\b/

const byTextMessage = 'two-step verification by text message asks for its code'
test(byTextMessage, { tag: '@long' }, async ({ page, request }) => {
  const company = await newCompany(request)
  const phone = `+5037${String(Date.now()).slice(-7)}`
  await enter(page, company)
  await page.goto('/security')
  await page.getByRole('switch', { name: 'Autenticación de dos pasos' }).click()
  await expect(page.getByText('Sin guardar', { exact: true })).toBeVisible()
  await page.getByRole('radio', { name: /Mensaje de Texto/ }).check()
  const save = page.getByRole('button', { name: 'GUARDAR', exact: true })
  await expect(save).toBeDisabled()
  await page.getByRole('textbox', { name: 'Teléfono' }).fill(phone)
  await expectAccessible(page)
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar el teléfono' })
  await expect(dialog.getByLabel('Teléfono nuevo')).toHaveValue(phone)
  await expect(dialog.getByText(`Te enviamos un código a ${company.email[0]}•••`)).toBeVisible()
  await dialog.getByLabel('Contraseña actual').fill(password)
  const byMail = await fromMessage(request, company.email, mailedCode.stepUp)
  await dialog.getByLabel('Código de seis dígitos').fill(byMail)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Te enviamos un código por SMS')).toBeVisible()
  await dialog
    .getByLabel('Código de seis dígitos')
    .fill(await fromMessage(request, phone, sixDigits))
  await expect(page.getByText('Autenticación de dos pasos Actualizada')).toBeVisible()
  await expect(page.getByText('ACTIVADA', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Menú de Marcela Portillo' }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.getByLabel('Correo electrónico').fill(company.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Escribe el código' })).toBeVisible()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Obligatorio')).toBeVisible()
  const code = await fromMessage(request, phone, sixDigits)
  await page.keyboard.type(code === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('El código no es correcto o ya no es válido')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Hola, Marcela' })).toBeVisible()
})

const goesOff = 'two-step verification goes off by password and code'
test(goesOff, { tag: '@long' }, async ({ page, request }) => {
  const company = await newCompany(request)
  const phone = `+5037${String(Date.now()).slice(-7)}`
  const twoFactorAuthentication = { enabled: true, via: 'SMS' }
  const answer = await request.put('/api/v1/users', {
    headers: { Authorization: `Bearer ${company.token}` },
    data: { phone, preferences: { twoFactorAuthentication } },
  })
  const { data } = (await answer.json()) as { data: object }
  await enter(page, { token: company.token, user: data })
  await page.goto('/security')
  await page.getByRole('switch', { name: 'Autenticación de dos pasos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  // For a day codes go where they went before the change.
  await expect(dialog.getByText(`Te enviamos un código a ${company.email[0]}•••`)).toBeVisible()
  await expect(dialog.getByLabel('Contraseña', { exact: true })).toBeFocused()
  await page.keyboard.type('Volcan#2027')
  await dialog.getByLabel('Código de seis dígitos').fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Esa contraseña no es.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Contraseña', { exact: true }).fill(password)
  const released = await fromMessage(request, company.email, mailedCode.stepUp)
  await dialog.getByLabel('Código de seis dígitos').fill(released)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Autenticación de dos pasos Desactivada')).toBeVisible()
})

test('another session ends by the password', { tag: '@long' }, async ({ page, request }) => {
  const company = await newCompany(request)
  const data = { email: company.email, password }
  await request.post('/api/v1/auth/sign-in', { data, headers: { 'User-Agent': 'Phone' } })
  await enter(page, company)
  await page.goto('/security')
  await page.getByRole('button', { name: 'Cerrar sesión: Otro programa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await dialog.getByLabel('Contraseña', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByText('Sesión cerrada')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Cerrar sesión: / })).toHaveCount(0)
})

const forgotten = 'a forgotten password is replaced by way of a mail, once'
test(forgotten, { tag: '@long' }, async ({ page, request }) => {
  const { email } = await newCompany(request)
  const fresh = 'Cafetal#2027'
  await page.goto('/login')
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  // The login stays until the next screen is there, and has such a field as well.
  await expect(page.getByRole('heading', { name: 'Recupera tu contraseña' })).toBeVisible()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page.getByText('Se ha enviado un email de recuperación de contraseña')).toBeVisible()
  await expectAccessible(page)
  const link = await fromMessage(request, email, /(\/reset-password\?token=[\w-]+)/)
  await page.goto(link)
  await page.getByLabel('Contraseña nueva').fill(fresh)
  await page.getByLabel('Confirmar contraseña').fill('otra cosa')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Las contraseñas no coinciden')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Confirmar contraseña').fill(fresh)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Contraseña Restaurada')).toBeVisible()
  await page.getByRole('link', { name: 'Aceptar' }).click()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(fresh)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Hola, Marcela' })).toBeVisible()

  await page.goto(link)
  await page.getByLabel('Contraseña nueva').fill(fresh)
  await page.getByLabel('Confirmar contraseña').fill(fresh)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Este enlace ya no es válido.')).toBeVisible()
})

test('names and language are changed, and stay changed', { tag: '@long' }, async ({
  page,
  request,
}) => {
  await enter(page, await newCompany(request))
  await page.goto('/edit-profile')
  await page.getByLabel('Nombre', { exact: true }).fill('Al')
  await page.getByRole('button', { name: 'GUARDAR' }).click()
  await expect(page.getByText('Debe tener un mínimo de 3 caracteres')).toBeVisible()
  await page.getByLabel('Nombre', { exact: true }).fill('Alma Rosa')
  await page.getByLabel('Nombre de la empresa').fill('Café Ilamatepec')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'GUARDAR' }).click()
  await expect(page.getByText('Perfil Editado')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hola, Alma Rosa' })).toBeVisible()

  await page.getByRole('button', { name: 'Menú de Alma Rosa Portillo' }).click()
  await page.getByRole('button', { name: 'Português' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt')
  await page.goto('/it/edit-profile')
  await expect(page).toHaveURL(/[^t]\/edit-profile$/)
  await expect(page.getByRole('heading', { name: 'Modifica profilo' })).toBeVisible()
  await expect(page.getByLabel('Nome dell’azienda')).toHaveValue('Café Ilamatepec')
})
