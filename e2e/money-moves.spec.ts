import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { z } from 'zod/mini'
import { expectAccessible } from './accessible.ts'
import { newRegtestAddress } from './addresses.ts'
import { enter, fromMessage, mailedCode } from './company.ts'
import { companyOf, makeFundedPayrolls, mineSent } from './funded.ts'
import { test } from './journey.ts'
import { mineOnly } from './node.ts'

/** Money that is already in a payroll: taken out again, sped up, called back. */

const run = z.object({
  data: z.object({ payment: z.object({ transactions: z.array(z.object({ _id: z.string() })) }) }),
})

const payroll = z.object({ data: z.object({ cryptoAddress: z.string() }) })

/** A company with one person in a payroll that is funded. */
async function fundedPayroll(request: APIRequestContext) {
  const company = await companyOf(request)
  const [payrollId = ''] = await makeFundedPayrolls(company, ['Beneficio Santa Ana'])
  return { ...company, payrollId }
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

const leftover = 'what is left in a payroll is withdrawn with a code'
test(leftover, { tag: '@long' }, async ({ page, request }) => {
  const { payrollId, ...company } = await fundedPayroll(request)
  await enter(page, company)
  await page.goto(`/payrolls/details/${payrollId}`)
  await page.getByRole('button', { name: 'Retirar fondos' }).click()
  const dialog = dialogOf(page, 'Retirar fondos')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog.getByText('Obligatorio')).toBeVisible()
  const address = newRegtestAddress()
  await dialog.getByLabel('Dirección de Bitcoin').fill(address)
  await expect(dialog.getByText('SegWit nativo (bech32)')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /Casi todo/ })).toBeChecked()
  await expect(dialog.getByText(/Deja 1,000\ssat .* y podrás pagar enseguida/)).toBeVisible()
  await expect(dialog.getByText(/cuando mines 100\sbloques/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog.getByText('Comisión de red')).toBeVisible()
  await expect(dialog.getByText('Hasta que apruebes no se mueve ningún fondo.')).toBeVisible()
  await expectAccessible(page)
  const code = await fromMessage(request, company.email, mailedCode.withdrawal)
  await dialog.getByLabel('Código de seis dígitos').fill(code)
  await dialog.getByRole('button', { name: 'Aprobar' }).click()
  await expect(dialog.getByText(/Tus fondos van en camino/)).toBeVisible()
  await mineSent(company, payrollId)
  await expect(dialog.getByText('Tus fondos llegaron a esa dirección.')).toBeVisible()
  await dialog.getByRole('link', { name: 'Ver la transacción' }).click()
  await expect(page.getByRole('heading', { name: 'Retiro', exact: true })).toBeVisible()
  await expect(page.getByText('Se retiró a esta dirección')).toBeVisible()
  // The head of 1,000 sat is what stays.
  await page.goto(`/payrolls/details/${payrollId}`)
  await expect(page.getByText('0.00001000').first()).toBeVisible()
})

const everything = 'everything withdrawn → the payroll says how many blocks to mine, and pays then'
test(everything, { tag: '@long' }, async ({ page, request }) => {
  const { payrollId, ...company } = await fundedPayroll(request)
  await enter(page, company)
  await page.goto(`/payrolls/details/${payrollId}`)
  await page.getByRole('button', { name: 'Retirar fondos' }).click()
  const dialog = dialogOf(page, 'Retirar fondos')
  await dialog.getByLabel('Dirección de Bitcoin').fill(newRegtestAddress())
  await dialog.getByRole('radio', { name: /^Todo/ }).check()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  const code = await fromMessage(request, company.email, mailedCode.withdrawal)
  await dialog.getByLabel('Código de seis dígitos').fill(code)
  await dialog.getByRole('button', { name: 'Aprobar' }).click()
  await expect(dialog.getByText(/Tus fondos van en camino/)).toBeVisible()
  await mineSent(company, payrollId)
  await expect(dialog.getByText('Tus fondos llegaron a esa dirección.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()

  await expect(page.getByText(/Se retiró todo\. Mina \d+\sbloques/)).toBeVisible()
  await page.getByRole('button', { name: 'PAGAR NÓMINA' }).click()
  const pay = dialogOf(page, 'Deseas pagar la siguiente nómina:')
  await expect(pay.getByText(/Se retiró todo\. Mina \d+\sbloques/)).toBeVisible()
  await expect(pay.getByRole('button', { name: 'Pagar', exact: true })).toBeDisabled()
  await expectAccessible(page)

  const { cryptoAddress: address } = payroll.parse(await company.get(`/payrolls/${payrollId}`)).data
  await request.post('/api/sandbox/faucet', { data: { address, btc: '0.05' } })
  await mineSent(company, payrollId)
  for (let block = 2; block < 100; block++) await mineOnly([])
  await expect(pay.getByText(/Se retiró todo/)).toBeHidden()
  await pay.getByRole('button', { name: 'Pagar', exact: true }).click()
  await expect(page.getByText(/^Enviada \d+:\d\d, llega en 10 a 30 min$/)).toBeVisible()
})

test('a payment on its way is sped up, then called back, and says who goes unpaid', async ({
  page,
  request,
}) => {
  const { payrollId, headers, ...company } = await fundedPayroll(request)
  const paid = await request.post(`/api/v1/companies/payrolls/${payrollId}/run-payment`, {
    headers,
    data: {},
  })
  const [transaction] = run.parse(await paid.json()).data.payment.transactions
  await enter(page, company)
  await page.goto(`/dashboard/transaction/${transaction?._id}`)
  await page.getByRole('button', { name: 'Acelerar' }).click()
  const bump = dialogOf(page, 'Acelerar')
  await bump.getByRole('radio', { name: /Otra comisión/ }).check()
  await bump.getByLabel('Comisión en sat/vB').fill('0.1')
  await expect(bump.getByText(/debe ser de al menos/)).toBeVisible()
  await bump.getByLabel('Comisión en sat/vB').fill('20')
  await expect(bump.getByRole('button', { name: 'Acelerar' })).toBeEnabled()
  await bump.getByRole('button', { name: 'Acelerar' }).click()
  await expect(page.getByText('La transacción se está acelerando')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar pago' }).click()
  const cancel = dialogOf(page, 'Cancelar pago')
  await expect(cancel.getByText(/1 persona no cobra con este pago/)).toBeVisible()
  await expectAccessible(page)
  await cancel.getByRole('button', { name: 'Cancelar pago' }).click()
  // The cancellation is shown at once, and may be mined by now.
  await expect(page.getByRole('heading', { name: 'Cancelación' })).toBeVisible()
  await expect(page.getByText('Vuelve a esta nómina')).toBeVisible()
})
