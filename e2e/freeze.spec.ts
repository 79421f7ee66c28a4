import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { newRegtestAddress } from './addresses.ts'
import { fromMessage, mailedCode, password } from './company.ts'
import { tabTo } from './focus.ts'
import { type CompanyClient, companyOf, makeFundedPayrolls } from './funded.ts'
import { test } from './journey.ts'

/** A thief with a session changes an address and pays; the owner reads the mail. */

const newPassword = 'Ilopango#27'

async function thiefPays(company: CompanyClient): Promise<string> {
  const [payrollId = ''] = await makeFundedPayrolls(company, ['Beneficio'])
  const rules = { approval: { overUsd: 100, changedAddresses: true } }
  const { request, headers, get, post } = company
  await request.put('/api/v1/companies', { headers, data: rules })
  const [person] = (await get('/employees?limit=1')).data.employees
  const data = { ...person, cryptoAddress: newRegtestAddress() }
  await request.put(`/api/v1/companies/employees/${person._id}`, { headers, data })
  const run = await post(`/companies/payrolls/${payrollId}/run-payment`, {})
  expect(run.data.payment.transactions[0]).toMatchObject({ waitingFor: 'approval' })
  return payrollId
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(secret)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Hola, Marcela' })).toBeVisible()
}

test('a mail’s link freezes the company, and a new password and a code free it', async ({
  page,
  request,
}) => {
  const company = await companyOf(request)
  const { email } = company
  const payrollId = await thiefPays(company)
  const link = await fromMessage(request, email, /(\/congelar#t=[\w-]+)/)

  await page.goto(link)
  await expect(page.getByRole('heading', { name: '¿Congelar Café Izalco?' })).toBeVisible()
  await expectAccessible(page)
  await tabTo(page, page.getByRole('button', { name: 'Congelar la empresa' }))
  await page.keyboard.press('Enter')
  const done = page.getByRole('heading', { name: 'Café Izalco está congelada' })
  await expect(done).toBeFocused()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()

  await signIn(page, email, password)
  const banner = page.getByRole('region', { name: 'Empresa congelada' })
  await expect(banner).toContainText('Tu empresa está congelada desde')
  await expectAccessible(page)
  await page.goto(`/payrolls/details/${payrollId}`)
  await expect(banner).toBeVisible()
  await banner.getByRole('button', { name: 'Enviarme el enlace' }).click()
  await expect(page.getByText('Se ha enviado un email de recuperación')).toBeVisible()
  await page.goto(await fromMessage(request, email, /(\/reset-password\?token=[\w-]+)/))
  await page.getByLabel('Contraseña nueva').fill(newPassword)
  await page.getByLabel('Confirmar contraseña').fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Contraseña Restaurada')).toBeVisible()

  await signIn(page, email, newPassword)
  await banner.getByRole('button', { name: 'Descongelar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Descongelar la empresa' })
  await expect(dialog.getByText(`Te enviamos un código a ${email[0]}•••`)).toBeVisible()
  await expectAccessible(page)
  const code = await fromMessage(request, email, mailedCode.stepUp)
  await dialog.getByLabel('Código de seis dígitos').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Empresa descongelada')).toBeVisible()
  await expect(banner).toBeHidden()
})
