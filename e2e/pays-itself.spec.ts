import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './accessible.ts'
import { enter, fromMessage } from './company.ts'
import {
  anApprover,
  type CompanyClient,
  companyOf,
  makeFundedPayrolls,
  mineSent,
} from './funded.ts'
import { test } from './journey.ts'

/** A payday that nobody presses: one switches it on, another approves its list, and it pays itself. */

const calendar = z.object({
  data: z.object({ occurrences: z.array(z.object({ _id: z.string(), state: z.string() })) }),
})
const paydays = async ({ get }: CompanyClient) =>
  calendar.parse(await get('/calendar')).data.occurrences

async function switchOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Poner fechas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cuándo se paga' })
  await dialog.getByRole('radio', { name: /^Pagar solo/ }).check()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
}

/** Whether its hour has come or not: what is approved afterwards is paid as soon as it may. */
async function prepare(page: Page, company: CompanyClient): Promise<string> {
  const [next] = await paydays(company)
  if (!next) throw new Error('the payroll has no payday')
  const dueAt = new Date(Date.now() + 20_000).toISOString()
  await company.post(`/calendar/${next._id}/move`, { dueAt })
  await page.goto('/calendar')
  await page
    .getByRole('button', { name: /^Beneficio, / })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Beneficio' })
  await dialog.getByRole('button', { name: /^Preparar/ }).click()
  await expect(page.getByText('La lista está preparada')).toBeVisible()
  await expectAccessible(page)
  return next._id
}

async function approve(page: Page, email: string, company: CompanyClient): Promise<void> {
  await page.goto('/dashboard/por-aprobar')
  await expect(page.getByRole('heading', { name: 'Te espera 1 pago' })).toBeVisible()
  await page.getByRole('link', { name: 'Revisar Beneficio' }).click()
  await expect(page.getByText('Wendy Carolina Alvarenga')).toBeVisible()
  await expect(page.getByText(/^Cuando se apruebe, se paga sola el /)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviar código' }).click()
  const code = await fromMessage(company.request, email, /^(\d{6})\s/)
  await page.getByLabel('Código de seis dígitos').fill(code)
  await page.getByRole('button', { name: 'Aprobar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Nada te espera' })).toBeVisible()
}

const paysItself = 'a payday is switched on and approved by another → it pays itself'
test(paysItself, { tag: '@long' }, async ({ browser, page, request }) => {
  const company = await companyOf(request)
  const [payrollId = ''] = await makeFundedPayrolls(company, ['Beneficio'])
  const other = await anApprover(company)
  await enter(page, company)
  await page.goto(`/payrolls/details/${payrollId}`)
  await switchOn(page)
  const id = await prepare(page, company)

  const context = await browser.newContext()
  const approving = await context.newPage()
  await enter(approving, other)
  await approve(approving, other.email, company)
  await context.close()

  const stateOf = async () => (await paydays(company)).find(({ _id }) => _id === id)?.state
  await expect.poll(stateOf, { timeout: 180_000 }).toBe('paid')
  await mineSent(company, payrollId)
  await page.goto('/calendar')
  const paid = page.getByRole('button', { name: /^Beneficio, .*: Pagada/ })
  // A month folds its paid paydays into one line.
  await expect(paid.or(page.getByText('1 pago hecho')).first()).toBeVisible()
})
