import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { newRegtestAddress } from './addresses.ts'
import { enter, newCompany } from './company.ts'
import { test } from './journey.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const header = 'Nombre,Apellido,DUI/NIT,Email,Teléfono,Salario Base USD,Bitcoin Address'
const people = [
  ['Ana Guadalupe', 'Menjívar', '480.00'],
  ['Kevin Alexander', 'Ramos', '412.50'],
  ['Rosa Idalia', 'Chicas', '455.00'],
].map(([first, last, salary]) => ({
  first,
  last,
  salary,
  address: newRegtestAddress(),
}))

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
  const dialog = page.getByRole('dialog', {
    name: 'Adjunte el listado de empleados:',
  })
  await expect(dialog.getByRole('button', { name: 'Enviar' })).toBeDisabled()

  const wrong = people.map((row, index) => (index === 1 ? { ...row, address: 'bcrt1qxyz' } : row))
  await attach(page, wrong)
  await expect(dialog.getByText('3 filas', { exact: true })).toBeVisible()
  // Found by the browser, before anything is sent.
  const fault = dialog.getByRole('row', { name: /^3 Bitcoin Address/ })
  await expect(fault).toContainText('3')
  await expect(fault).toContainText('Dirección inválida')
  await expect(dialog.getByText('No se ha guardado nada.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Enviar' })).toBeDisabled()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar con los errores' }).click()
  expect((await download).suggestedFilename()).toBe('corte-errores.csv')

  await attach(page, people)
  await dialog.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('Nómina agregada')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Temporada de corte' })).toBeVisible()
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

const diffOf = (page: Page) => page.getByRole('dialog', { name: 'Esto cambia al guardar' })

const keptByHand = 'people are imported, one changes, and a CSV payroll is kept by hand'
test(keptByHand, { tag: '@long' }, async ({ page, request }) => {
  await enter(page, await newCompany(request))
  await page.goto('/employees')
  await page.getByRole('button', { name: 'Importar' }).last().click()
  await expect(page.getByRole('dialog', { name: 'Importar personas' })).toBeVisible()
  await attach(page, people)
  const diff = diffOf(page)
  await expect(diff.getByText('3 personas, $1,347.50')).toBeVisible()
  await expectAccessible(page)
  await diff.getByRole('button', { name: 'GUARDAR' }).click()
  await expect(page.getByText('Nuevas: 3 · Cambiadas: 0')).toBeVisible()
  await expect(page.getByText('Rosa Idalia Chicas')).toBeVisible()

  const raised = people.map((row, index) => (index === 2 ? { ...row, salary: '545.50' } : row))
  await page.getByRole('button', { name: 'Importar' }).click()
  await attach(page, raised.slice(1))
  await expect(diff.getByText('$455.00')).toBeVisible()
  await expect(diff.getByText('$545.50')).toBeVisible()
  await expect(diff.getByText('Aún no se ha guardado nada.')).toBeVisible()
  for (const [name, count] of [
    ['Nuevas', '0'],
    ['Cambian', '1'],
    ['Sin cambios', '1'],
    ['No vienen, se quedan', '1'],
  ] as const) {
    await expect(diff.locator('dl > div', { hasText: name })).toHaveText(`${name}${count}`)
  }
  await diff.getByRole('button', { name: 'GUARDAR' }).click()
  await expect(page.getByText('Nuevas: 0 · Cambiadas: 1')).toBeVisible()
  await expect(page.getByText('$545.50').first()).toBeVisible()

  await page.goto('/payrolls')
  await page.getByRole('button', { name: '+ CREAR NUEVA' }).first().click()
  await page.getByRole('radio', { name: /CSV/ }).check()
  await page.getByLabel('Nombre', { exact: true }).fill('Temporada de corte')
  await page.getByLabel('Descripción').fill('Cortadores')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await attach(
    page,
    people.map((row) => ({
      ...row,
      last: `${row.last} Cruz`,
      address: newRegtestAddress(),
    })),
  )
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('Nómina agregada')).toBeVisible()
  await page.goto('/employees')
  await page
    .getByRole('link', { name: /Cambia en Temporada/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Gestionar a mano' }).click()
  const dialog = page.getByRole('dialog', { name: 'Gestionar a mano' })
  await expect(dialog.getByText(/3 personas dejan de venir/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Gestionar a mano' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'SUBIR CSV' })).toHaveCount(0)
  await page.getByRole('button', { name: '+ AÑADIR' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Empleados en tu empresa' })
  await adding.getByRole('checkbox', { name: /Rosa Idalia Chicas/ }).check()
  await adding.getByRole('button', { name: /^Añadir/ }).click()
  await expect(adding).toBeHidden()
  await expect(page.getByText('Rosa Idalia Chicas', { exact: true })).toBeVisible()
})
