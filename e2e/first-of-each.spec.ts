import { expect, type Page } from '@playwright/test'
import { newRegtestAddress } from './addresses.ts'
import { enter, newCompany } from './company.ts'
import { test } from './journey.ts'

const columns = (page: Page, list: string | RegExp) =>
  page.getByRole('table', { name: list }).getByRole('columnheader')

test('the first employee and payroll show in tables on a wide screen', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const company = await newCompany(request)
  await enter(page, company)
  await test.step('the first employee', async () => {
    await page.goto('/employees')
    await expect(page.getByText('No hay empleados disponibles')).toBeVisible()
    await page.getByRole('link', { name: '+ AÑADIR' }).first().click()
    await page.getByLabel('Nombre', { exact: true }).fill('Wendy Carolina')
    await page.getByLabel('Apellido').fill('Alvarenga')
    await page.getByLabel(/^Salario base/).fill('870')
    await page.getByLabel(/^Dirección de Bitcoin/).fill(newRegtestAddress())
    await page.getByRole('button', { name: 'GUARDAR', exact: true }).click()
    await expect(page.getByText('Wendy Carolina Alvarenga')).toBeVisible()
    await expect(columns(page, /mpleados/)).toHaveCount(7)
  })
  await test.step('the first payroll', async () => {
    await page
      .getByRole('navigation', { name: 'Principal' })
      .getByRole('link', { name: /^N[oó]minas/ })
      .click()
    await page.getByRole('button', { name: '+ CREAR NUEVA' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nombre', { exact: true }).fill('Cosecha')
    await dialog.getByLabel('Descripción').fill('Finca El Roble')
    await dialog.getByRole('button', { name: 'Crear' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Cosecha' })).toBeVisible()
    await page
      .getByRole('navigation', { name: 'Principal' })
      .getByRole('link', { name: /^N[oó]minas/ })
      .click()
    await expect(columns(page, /^N[oó]minas/)).toHaveCount(8)
  })
  await test.step('the first person of the payroll', async () => {
    await page.getByRole('link', { name: 'Cosecha' }).click()
    await page.getByRole('button', { name: '+ AÑADIR' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: /Alvarenga/ }).check()
    await dialog.getByRole('button', { name: 'Añadir', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(columns(page, /mpleados/)).toHaveCount(6)
  })
})
