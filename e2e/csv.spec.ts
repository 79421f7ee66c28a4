import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { newRegtestAddress } from './addresses.ts'
import { enter, newCompany } from './company.ts'
import { test } from './journey.ts'

const header = 'Nombre,Apellido,DUI/NIT,Email,Teléfono,Salario Base USD,Bitcoin Address'
const people = [
  ['Ana Guadalupe', 'Menjívar', '480.00'],
  ['Kevin Alexander', 'Ramos', '412.50'],
  ['Rosa Idalia', 'Chicas', '455.00'],
].map(([first, last, salary]) => ({ first, last, salary, address: newRegtestAddress() }))

const list = (rows: typeof people) => ({
  name: 'corte.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [header, ...rows.map((row) => `${row.first},${row.last},,,,${row.salary},${row.address}`)].join(
      '\r\n',
    ),
  ),
})

const attach = (page: Page, rows: typeof people) =>
  page.locator('input[type="file"]').setInputFiles(list(rows))

test('a list with errors is corrected and saved, then replaced after a preview', async ({
  page,
  request,
}) => {
  await enter(page, await newCompany(request))
  await page.goto('/payrolls')
  await page.getByRole('button', { name: '+ CREAR NUEVA' }).first().click()
  await page.getByRole('radio', { name: /CSV/ }).check()
  await page.getByLabel('Nombre', { exact: true }).fill('Temporada de corte')
  await page.getByLabel('Descripción').fill('Cortadores')
  await page.getByRole('button', { name: 'Continuar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjunte el listado de empleados:' })
  await expect(dialog.getByRole('button', { name: 'Enviar' })).toBeDisabled()

  const wrong = people.map((row, index) => (index === 1 ? { ...row, address: 'bcrt1qxyz' } : row))
  await attach(page, wrong)
  await expect(dialog.getByText('3 filas', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  const fault = dialog.getByRole('row', { name: /Bitcoin Address/ })
  await expect(fault).toContainText('3')
  await expect(fault).toContainText('Dirección inválida')
  await expect(dialog.getByText('No se ha guardado nada.')).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar con los errores' }).click()
  expect((await download).suggestedFilename()).toBe('corte-errores.csv')

  await attach(page, people)
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('Nómina agregada')).toBeVisible()
  await page.getByRole('link', { name: 'Temporada de corte' }).click()
  await expect(page.getByText('$1,347.50').first()).toBeVisible()

  await page.getByRole('button', { name: 'SUBIR CSV' }).click()
  const raised = people.map((row, index) =>
    index === 0
      ? { ...row, salary: '500.00' }
      : index === 1
        ? { ...row, first: 'Yesenia Lisseth', last: 'Barahona' }
        : row,
  )
  await attach(page, raised)
  const diff = page.getByRole('dialog', { name: 'Esto cambia al guardar' })
  await expect(diff.getByText('$480.00')).toBeVisible()
  await expect(diff.getByText('$500.00')).toBeVisible()
  await expect(diff.getByText('+4.2 %')).toBeVisible()
  await expect(diff.getByText('$1,347.50')).toBeVisible()
  await expect(diff.getByText('$1,367.50')).toBeVisible()
  await expect(diff.getByText('1 persona, $412.50')).toHaveCount(2)
  await expect(diff.getByText('Kevin Alexander Ramos')).toBeVisible()
  await expect(diff.getByText('Yesenia Lisseth Barahona')).toBeVisible()
  await expectAccessible(page)
  await diff.getByRole('button', { name: 'GUARDAR' }).click()
  await expect(page.getByText('Nómina editada')).toBeVisible()
  await expect(page.getByText('$1,367.50').first()).toBeVisible()
})
