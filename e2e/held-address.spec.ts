import { type Browser, expect, type Page } from '@playwright/test'
import { z } from 'zod/mini'
import { expectAccessible } from './accessible.ts'
import { newRegtestAddress } from './addresses.ts'
import { enter, fromMessage, mailedCode } from './company.ts'
import {
  anApprover,
  type CompanyClient,
  companyOf,
  confirmPayments,
  makeFundedPayrollOf,
} from './funded.ts'
import { test } from './journey.ts'
import { outputsAt } from './node.ts'

/** Two addresses change before payday: one wage goes to the address of before, one waits for release. */

const employee = z.object({ data: z.looseObject({ cryptoAddress: z.string() }) })
type Approver = Awaited<ReturnType<typeof anApprover>>

const people = ['Ana Guadalupe', 'José Roberto', 'Rosa Idalia'].map((firstName) => ({
  firstName,
  lastName: 'Menjívar',
  baseSalary: 425,
}))

async function changeAddress(
  { request, headers, get }: CompanyClient,
  id: string,
): Promise<string> {
  const path = `/companies/employees/${id}`
  const { data } = employee.parse(await get(path))
  const cryptoAddress = newRegtestAddress()
  const answer = await request.put(`/api/v1${path}`, { headers, data: { ...data, cryptoAddress } })
  expect(answer.ok()).toBe(true)
  return cryptoAddress
}

async function payDialog(page: Page, payrollId: string) {
  await page.goto(`/payrolls/details/${payrollId}`)
  await page.getByRole('button', { name: 'PAGAR NÓMINA' }).first().click()
  return page.getByRole('dialog', { name: 'Deseas pagar la siguiente nómina:' })
}

/** Somebody who did not change the address releases it, with a code. */
async function release(
  browser: Browser,
  { company, other }: { company: CompanyClient; other: Approver },
): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await enter(page, other)
  await page.goto('/dashboard/por-aprobar')
  await page.getByRole('link', { name: 'Revisar Dirección nueva de Rosa Idalia Menjívar' }).click()
  await expect(page.getByText('Antes', { exact: true })).toBeVisible()
  await expect(page.getByText('Ahora', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviar código' }).click()
  const code = await fromMessage(company.request, other.email, /^(\d{6})\s/)
  await page.getByLabel('Código de seis dígitos').fill(code)
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await expect(page.getByRole('heading', { name: 'Nada te espera' })).toBeVisible()
  await context.close()
}

test('held addresses: one is paid at the former one, one after somebody else releases', {
  tag: '@long',
}, async ({ browser, page, request }) => {
  const company = await companyOf(request)
  const { payrollId, team } = await makeFundedPayrollOf(company, people)
  await enter(page, company)

  const first = await payDialog(page, payrollId)
  await expect(first.getByText('Primer pago: no hay con qué comparar.')).toBeVisible()
  await first.getByRole('button', { name: 'Pagar', exact: true }).click()
  await expect(first).toBeHidden()
  await confirmPayments(company, payrollId, 1)

  const { headers } = company
  const waits = await request.put('/api/v1/companies', { headers, data: { addressHoldHours: 48 } })
  expect(waits.ok()).toBe(true)
  const [, jose, rosa] = team
  const changed = [
    await changeAddress(company, jose?._id ?? ''),
    await changeAddress(company, rosa?._id ?? ''),
  ]

  await page.goto(`/employees/edit-employee/${rosa?._id}`)
  await expect(page.getByText(/Se libera sola en 4\d h/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pedir que la liberen' })).toBeVisible()

  const second = await payDialog(page, payrollId)
  await expect(second.getByText('Direcciones en espera')).toBeVisible()
  const pay = second.getByRole('button', { name: 'Pagar', exact: true })
  await second.getByRole('checkbox', { name: 'Sí, quiero pagarla otra vez' }).check()
  await expect(second.getByText('Elige qué hacer con 2 personas para pagar.')).toBeVisible()
  await expect(pay).toBeDisabled()
  await second.getByRole('button', { name: /2 Direcciones nuevas/ }).click()
  await expectAccessible(page)
  const choiceOf = (name: string) =>
    second.getByRole('radiogroup', { name: `Cómo cobra ${name} Menjívar` })
  // The keyboard reaches the group by Tab, the first by Space, the next by an arrow.
  await choiceOf('José Roberto').getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await expect(choiceOf('José Roberto').getByRole('radio').first()).toBeChecked()
  await expect(pay).toBeDisabled()
  await choiceOf('Rosa Idalia').getByRole('radio').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(choiceOf('Rosa Idalia').getByRole('radio', { name: /Dejar fuera/ })).toBeChecked()
  await expect(second.getByText('A 2 personas', { exact: true })).toBeVisible()
  await pay.click()
  const field = page.getByLabel('Código de seis dígitos')
  const paymentCode = () => fromMessage(request, company.email, mailedCode.payment)
  const usedCode = await paymentCode()
  await field.fill(usedCode)
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await confirmPayments(company, payrollId, 2)
  const former = team.map(({ cryptoAddress }) => cryptoAddress)
  expect(await outputsAt([...former, ...changed])).toEqual([2, 2, 1, 0, 0])

  const other = await anApprover(company)
  await page.goto(`/employees/edit-employee/${rosa?._id}`)
  await page.getByRole('button', { name: 'Pedir que la liberen' }).click()
  await expect(page.getByText('Espera a otra persona')).toBeVisible()
  await release(browser, { company, other })
  await page.goto(`/payrolls/details/${payrollId}`)
  await page.getByRole('button', { name: 'Pagar a quien falta (1)' }).click()
  const third = page.getByRole('dialog')
  // The first run paid her a moment ago.
  await third.getByRole('checkbox', { name: /^Ya cobró en las últimas 72 horas/ }).check()
  await third.getByRole('button', { name: 'Pagar', exact: true }).click()
  await expect(field).toBeVisible()
  await expect.poll(paymentCode).not.toBe(usedCode)
  await field.fill(await paymentCode())
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await confirmPayments(company, payrollId, 3)
  expect(await outputsAt([...former, ...changed])).toEqual([2, 2, 1, 0, 1])
})
