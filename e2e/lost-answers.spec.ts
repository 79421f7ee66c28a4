import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { newRegtestAddress } from './addresses.ts'
import { enter, fromMessage, mailedCode } from './company.ts'
import { aPerson, type CompanyClient, companyOf, makeFundedPayrolls } from './funded.ts'
import { test } from './journey.ts'

/**
 * The connection breaks in the worst moment: what was asked for arrives, and its answer does not. Each
 * act about money ends in a sentence that is true, and is done once.
 */

const listed = z.object({
  data: z.object({ transactions: z.array(z.object({ _id: z.string(), type: z.string() })) }),
})
const payrolls = z.object({ data: z.object({ payrolls: z.array(z.object({ name: z.string() })) }) })

/** The transactions of a payroll that are no deposits. */
async function sentBy({ get }: CompanyClient, payrollId: string) {
  const { transactions } = listed.parse(await get(`/payrolls/${payrollId}/transactions`)).data
  return transactions.filter(({ type }) => type !== 'receive')
}

/** The next request of this kind arrives, and its answer is lost. */
async function loseAnswer(page: Page, method: string, path: RegExp): Promise<void> {
  let lost = false
  await page.route(path, async (route) => {
    if (lost || route.request().method() !== method) return route.fallback()
    lost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const csv = `Nombre,Apellido,Salario Base USD,Bitcoin Address\r\nAna,Menjívar,480,${newRegtestAddress()}`

test('uploaded payrolls, added people and paid runs are there once', async ({ page, request }) => {
  const company = await companyOf(request)
  const [payrollId = ''] = await makeFundedPayrolls(company, ['Beneficio'])
  await aPerson(company, 'Kevin')
  await enter(page, company)

  await page.goto('/payrolls')
  await page.getByRole('button', { name: '+ CREAR NUEVA' }).click()
  await page.getByRole('radio', { name: /CSV/ }).check()
  await page.getByLabel('Nombre', { exact: true }).fill('Temporada')
  await page.getByLabel('Descripción').fill('Cortadores')
  await page.getByRole('button', { name: 'Continuar' }).click()
  const buffer = Buffer.from(csv)
  const file = { name: 'corte.csv', mimeType: 'text/csv', buffer }
  await page.locator('input[type="file"]').setInputFiles(file)
  await loseAnswer(page, 'POST', /\/companies\/payrolls\/bulk$/)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByText('Nómina agregada')).toBeVisible()
  const all = payrolls.parse(await company.get('/payrolls')).data.payrolls
  expect(all.filter(({ name }) => name === 'Temporada')).toHaveLength(1)

  await page.goto(`/payrolls/details/${payrollId}`)
  await page.getByRole('button', { name: '+ AÑADIR' }).click()
  await page.getByRole('checkbox', { name: /Kevin Alvarenga/ }).check()
  await loseAnswer(page, 'PATCH', /\/employees\/[^/]+$/)
  await page.getByRole('button', { name: 'Añadir', exact: true }).click()
  await expect(page.getByText('Empleados agregados a la nómina')).toBeVisible()

  await page.getByRole('button', { name: 'PAGAR NÓMINA' }).click()
  const pay = dialogOf(page, 'Deseas pagar la siguiente nómina:')
  await loseAnswer(page, 'POST', /\/run-payment$/)
  await pay.getByRole('button', { name: 'Pagar', exact: true }).click()
  await expect(page.getByText(/^Enviada \d+:\d\d, llega en 10 a 30 min$/)).toBeVisible()
  expect(await sentBy(company, payrollId)).toHaveLength(1)
})

const moved = 'a bumped and cancelled payment says so, and a withdrawal is asked for once'
test(moved, { tag: '@long' }, async ({ page, request }) => {
  const company = await companyOf(request)
  const [paidId = '', otherId = ''] = await makeFundedPayrolls(company, ['Beneficio', 'Bodega'])
  await company.post(`/companies/payrolls/${paidId}/run-payment`, {})
  const [run] = await sentBy(company, paidId)
  await enter(page, company)
  await page.goto(`/dashboard/transaction/${run?._id}`)
  await page.getByRole('button', { name: 'Acelerar' }).click()
  await loseAnswer(page, 'POST', /\/bump$/)
  const bump = dialogOf(page, 'Acelerar')
  await bump.getByRole('radio', { name: /Otra comisión/ }).check()
  await bump.getByLabel('Comisión en sat/vB').fill('20')
  await bump.getByRole('button', { name: 'Acelerar' }).click()
  await expect(page.getByText('La transacción se está acelerando')).toBeVisible()

  await page.getByRole('button', { name: 'Cancelar pago' }).click()
  await loseAnswer(page, 'POST', /\/cancel$/)
  await dialogOf(page, 'Cancelar pago').getByRole('button', { name: 'Cancelar pago' }).click()
  await expect(page.getByRole('heading', { name: 'Cancelación' })).toBeVisible()

  await page.goto(`/payrolls/details/${otherId}`)
  await page.getByRole('button', { name: 'Retirar fondos' }).click()
  const withdraw = dialogOf(page, 'Retirar fondos')
  await withdraw.getByLabel('Dirección de Bitcoin').fill(newRegtestAddress())
  await loseAnswer(page, 'POST', /\/withdraw-funds$/)
  await withdraw.getByRole('button', { name: 'Continuar' }).click()
  await expect(withdraw.getByLabel('Código de seis dígitos')).toBeVisible()
  expect(await sentBy(company, otherId)).toHaveLength(1)
})

const approvals = 'lost answers to an approval and a rejection → the screen finds out the state'
test(approvals, { tag: '@long' }, async ({ page, request }) => {
  const company = await companyOf(request)
  const [approvedId = '', rejectedId = ''] = await makeFundedPayrolls(company, [
    'Beneficio',
    'Bodega',
  ])
  const data = { approval: { overUsd: 100, changedAddresses: true } }
  await request.put('/api/v1/companies', { headers: company.headers, data })
  await company.post(`/companies/payrolls/${approvedId}/run-payment`, {})
  const [waiting] = await sentBy(company, approvedId)
  await enter(page, company)
  await page.goto(`/dashboard/transaction/${waiting?._id}`)
  await expect(page.getByText('Supera $100.00')).toBeVisible()
  const approval = page.getByRole('form', { name: 'Escribe el código' })
  const code = await fromMessage(request, company.email, mailedCode.payment)

  const everything = /\/api\/v1\//
  await page.route(everything, (route) => route.abort('internetdisconnected'))
  await approval.getByLabel('Código de seis dígitos').fill(code)
  await approval.getByRole('button', { name: 'Aprobar' }).click()
  await expect(page.getByText('Se perdió la conexión y no sabemos si se hizo.')).toBeVisible()
  await page.unroute(everything)
  await expect(page.getByText('Esperando Aprobación').first()).toBeVisible()

  await loseAnswer(page, 'POST', /\/approve$/)
  await approval.getByRole('button', { name: 'Aprobar' }).click()
  await expect(page.getByText('Aprobado: se está enviando')).toBeVisible()
  await expect(page.getByText('Procesando').first()).toBeVisible()

  await company.post(`/companies/payrolls/${rejectedId}/run-payment`, {})
  const [other] = await sentBy(company, rejectedId)
  await page.goto(`/dashboard/transaction/${other?._id}`)
  await page.getByRole('button', { name: 'Rechazar' }).click()
  const reject = dialogOf(page, '¿Rechazar?')
  await loseAnswer(page, 'POST', /\/reject$/)
  await reject.getByLabel(/^Motivo/).fill('Falta el aguinaldo')
  await reject.getByRole('button', { name: 'Rechazar' }).click()
  await expect(page.getByText('Rechazada').first()).toBeVisible()
  await expect(page.getByText('Falta el aguinaldo')).toBeVisible()
})
