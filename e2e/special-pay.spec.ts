import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { z } from 'zod/mini'
import { expectAccessible } from './accessible.ts'
import { enter } from './company.ts'
import { addPerson, type CompanyClient, companyOf, makeFundedPayrolls, mineSent } from './funded.ts'
import { test } from './journey.ts'

/** An aguinaldo, from a missing hire date to the calendar that says that it is paid. */

const calendar = z.object({
  data: z.object({ occurrences: z.array(z.object({ _id: z.string(), kind: z.string() })) }),
})
const dayMs = 86_400_000

/** Hired years ago at $600.00 a month, beside Wendy, of whom nothing is known. */
const rosa = {
  firstName: 'Rosa',
  lastName: 'Alvarenga',
  baseSalary: 600,
  hiredOn: '2015-02-02',
  payFrequency: 'MONTH',
}

/** Moves the payday to tomorrow: a December's aguinaldo stands in no calendar of July. */
async function moveToTomorrow({ get, post }: CompanyClient) {
  const year = new Date().getFullYear()
  const answer = await get(`/calendar?from=${year}-01-01&to=${year + 1}-01-31`)
  const { occurrences } = calendar.parse(answer).data
  const special = occurrences.find(({ kind }) => kind === 'AGUINALDO')
  const dueAt = new Date(Date.now() + dayMs).toISOString()
  expect(await post(`/calendar/${special?._id}/move`, { dueAt })).toMatchObject({ success: true })
}

async function makeSheet(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Pago especial' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pago especial' })
  await dialog.getByRole('radio', { name: /^Aguinaldo/ }).check()
  await dialog.getByRole('button', { name: 'Hacer la hoja' }).click()
  await expect(page.getByRole('heading', { name: 'Aguinaldo' })).toBeVisible()
  return page.url()
}

async function fillMissing(page: Page, sheet: string): Promise<void> {
  await expect(page.getByText('Primero falta algo')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /Añadir la fecha de ingreso de Wendy/ }).click()
  await page.getByRole('button', { name: 'Añadir fecha de ingreso' }).click()
  await page.getByLabel('Fecha de ingreso').fill('2019-06-01')
  await page.getByRole('combobox', { name: /salario base es/ }).click()
  await page.getByRole('option', { name: 'De un mes' }).click()
  await page.getByRole('button', { name: 'GUARDAR' }).click()
  await expect(page).not.toHaveURL(/edit-employee/)
  await page.goto(sheet)
  await expect(page.getByText('Primero falta algo')).toBeHidden()
}

const amountOf = (page: Page, name: string) => page.getByLabel(`Monto de ${name}`)
const payDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Deseas pagar el siguiente pago especial:' })

/** 21 and 19 days' pay; Wendy's is set by hand, and the file raises Rosa's. */
async function editAndImport(page: Page): Promise<void> {
  await expect(amountOf(page, 'Rosa Alvarenga')).toHaveValue('420.00')
  await amountOf(page, 'Wendy Carolina Alvarenga').fill('500')
  await page.getByRole('button', { name: 'Guardar y preparar' }).click()
  await expect(payDialog(page).getByText('Aguinaldo', { exact: true })).toBeVisible()
  await payDialog(page).getByRole('button', { name: 'Cerrar' }).last().click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar CSV' }).click()
  const content = await readFile(await (await download).path(), 'utf8')
  expect(content).toContain('500.00')
  await page.getByRole('button', { name: 'Importar CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importar montos' })
  const buffer = Buffer.from(content.replace('420.00', '430.25'))
  const file = { name: 'aguinaldo.csv', mimeType: 'text/csv', buffer }
  await dialog.locator('input[type="file"]').setInputFiles(file)
  await expect(dialog.getByText('Cambia 1 monto')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
  await expect(amountOf(page, 'Rosa Alvarenga')).toHaveValue('430.25')
}

async function pay(page: Page, company: CompanyClient, payrollId: string): Promise<void> {
  await page.getByRole('button', { name: 'Guardar y preparar' }).click()
  await expect(payDialog(page).getByText('$930.25').first()).toBeVisible()
  await payDialog(page).getByRole('button', { name: 'Pagar', exact: true }).click()
  await expect(payDialog(page)).toBeHidden()
  await expect(page.locator('#main').getByText(/^Enviada \d+:\d\d$/)).toBeVisible()
  await mineSent(company, payrollId)
  await expect(page.locator('#main').getByText(/^Pagada el /)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver transacción' })).toBeVisible()
  await expect(amountOf(page, 'Rosa Alvarenga')).toBeHidden()
  await expectAccessible(page)
}

test('an aguinaldo → its sheet is filled, imported and paid, and the calendar says so', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const company = await companyOf(request)
  const [payrollId = ''] = await makeFundedPayrolls(company, ['Beneficio'])
  await addPerson(company, payrollId, rosa)
  await enter(page, company)
  await page.goto(`/payrolls/details/${payrollId}`)
  const sheet = await makeSheet(page)
  await moveToTomorrow(company)
  await fillMissing(page, sheet)
  await editAndImport(page)
  await pay(page, company, payrollId)
  await page.goto('/calendar')
  await expect(page.getByText('1 pago hecho')).toBeVisible()
  await page.getByRole('button', { name: 'Ver', exact: true }).click()
  await page.getByRole('link', { name: /^Aguinaldo .*: Pagada/ }).click()
  await expect(page.locator('#main').getByText(/^Pagada el /)).toBeVisible()
})
