import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, fromMessage } from './company.ts'
import { type CompanyClient, companyOf, confirmPayments, makeFundedPayrollOf } from './funded.ts'
import { test } from './journey.ts'

/** Somebody gets half a salary in bitcoin; the company pays the other half by its bank. */

const email = `wendy.${crypto.randomUUID()}@izalco.sv`
const wendy = {
  firstName: 'Wendy',
  lastName: 'Alvarenga',
  email,
  baseSalary: 620.01,
  bitcoinPercent: 50,
  bank: 'Banco Agrícola',
  bankAccount: '3540 1184 4417',
}

async function pay(page: Page, company: CompanyClient, payrollId: string): Promise<void> {
  await page.goto(`/payrolls/details/${payrollId}`)
  await page.getByRole('button', { name: 'PAGAR NÓMINA' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Deseas pagar la siguiente nómina:' })
  await expect(
    dialog.getByText('En bitcoin $310.00 · En dólares $310.01 (1 persona)', { exact: false }),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Pagar', exact: true }).click()
  await expect(dialog).toBeHidden()
  await confirmPayments(company, payrollId, 1)
}

test('half in dollars → paid, listed, marked, and seen by whom it is for', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const company = await companyOf(request)
  const { payrollId } = await makeFundedPayrollOf(company, [wendy])
  await enter(page, company)
  await pay(page, company, payrollId)

  await test.step('two steps of one panel, by the keyboard alone', async () => {
    await page.reload()
    const panel = page.getByRole('region', { name: '1 ya cobró; falta 1 por tu banco' })
    await expect(panel.getByText('1 persona cobró en bitcoin $310.00')).toBeVisible()
    await expect(panel.getByText('Falta pasar $310.01 a 1 persona por tu banco')).toBeVisible()
    await expectAccessible(page)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar lista para el banco' }).press('Enter')
    expect(readFileSync(await (await saved).path(), 'utf8')).toContain('3540 1184 4417')
    await expect(page.getByText('Falta confirmar $310.01 de tu banco')).toBeVisible()
    await expect(page.getByText(/ descargó la lista hoy, /)).toBeVisible()
    await page.getByRole('button', { name: 'Ya lo pasé' }).press('Enter')
    await expect(page.getByRole('dialog').getByLabel('Referencia')).toBeFocused()
    await page.keyboard.type('Transferencia 40871')
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 persona cobró', { exact: true })).toBeVisible()
  })

  await test.step('the list for the bank', async () => {
    await page.getByRole('link', { name: 'Ver la lista «En dólares»' }).click()
    await expect(page.getByText('Sí, todo')).toBeVisible()
    await expect(page.getByText('3540 1184 4417')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cambiar la marca de Wendy Alvarenga' }).click()
    await page.getByRole('button', { name: 'Quitar la marca' }).click()
    await expect(page.getByText('Aún no: faltan $310.01')).toBeVisible()
    await page.getByRole('button', { name: 'Marcar pagado a Wendy Alvarenga' }).click()
    await page.getByRole('dialog').getByLabel('Referencia').fill('Transferencia 40871')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Sí, todo')).toBeVisible()
  })

  await test.step('her own page says both halves, and has the receipt', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/mi-pago')
    await page.getByLabel('Correo o teléfono').fill(email)
    await page.getByRole('button', { name: 'Pedir el enlace' }).click()
    const token = await fromMessage(request, email, /\/mi-pago#t=([\w-]+)/)
    await page.goto(`/mi-pago#t=${token}`)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByText(/sats y \$310\.01/)).toBeVisible()
    await expect(page.getByText(/referencia Transferencia 40871/)).toBeVisible()
    // The receipt is issued within seconds of the block.
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('link', { name: /^Comprobante del .*PDF$/ })).toBeVisible({
        timeout: 2000,
      })
    }).toPass({ timeout: 60_000 })
    await expectAccessible(page)
  })
})
