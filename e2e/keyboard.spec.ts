import { expect, type Locator, type Page } from '@playwright/test'
import { enter, fromMessage, mailedCode } from './company.ts'
import { tabTo } from './focus.ts'
import { aPerson, companyOf, makeFundedPayrolls } from './funded.ts'
import { test } from './journey.ts'

/** Payday with Tab, Enter, Space and Escape alone. */

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const press = (page: Page, key: string) => page.keyboard.press(key)

/** Opens with Enter, keeps the focus while somebody tabs around, and gives it back at Escape. */
async function expectTrap(page: Page, opener: Locator, dialog: Locator): Promise<void> {
  await tabTo(page, opener)
  await press(page, 'Enter')
  await expect(dialog).toBeVisible()
  for (let presses = 0; presses < 8; presses++) {
    await press(page, 'Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

test('people are added, a payroll is paid and approved without a mouse', async ({
  page,
  request,
}) => {
  const company = await companyOf(request)
  const [payrollId = ''] = await makeFundedPayrolls(company, ['Beneficio'])
  await aPerson(company, 'Kevin')
  const data = { approval: { overUsd: 100, changedAddresses: true } }
  await request.put('/api/v1/companies', { headers: company.headers, data })
  await enter(page, company)
  await page.goto(`/payrolls/details/${payrollId}`)
  const add = page.getByRole('button', { name: '+ AÑADIR' })
  await expect(add).toBeVisible()
  const withdraw = page.getByRole('button', { name: 'Retirar fondos' })
  await expectTrap(page, withdraw, dialogOf(page, 'Retirar fondos'))

  await tabTo(page, add)
  await press(page, 'Enter')
  const people = dialogOf(page, 'Empleados en tu empresa')
  const kevin = people.getByRole('checkbox', { name: /Kevin Alvarenga/ })
  await expect(kevin).toBeVisible()
  await tabTo(page, kevin)
  // The box that is seen has a ring; the input that has the focus is not seen.
  await expect(kevin.locator('..')).toHaveCSS('outline-style', 'solid')
  await press(page, 'Space')
  await tabTo(page, people.getByRole('button', { name: 'Añadir', exact: true }))
  await press(page, 'Enter')
  await expect(page.getByText('Empleados agregados a la nómina')).toBeVisible()

  await page.goto(`/payrolls/details/${payrollId}`)
  const open = page.getByRole('button', { name: 'PAGAR NÓMINA' })
  await expect(page.getByText('Kevin Alvarenga')).toBeVisible()
  await tabTo(page, open)
  await press(page, 'Enter')
  const pay = dialogOf(page, 'Deseas pagar la siguiente nómina:')
  const confirm = pay.getByRole('button', { name: 'Pagar', exact: true })
  await expect(confirm).toBeEnabled()
  await tabTo(page, confirm)
  await press(page, 'Enter')
  const code = page.getByLabel('Código de seis dígitos')
  await expect(code).toBeVisible()
  await tabTo(page, code)
  await page.keyboard.type(await fromMessage(request, company.email, mailedCode.payment))
  await press(page, 'Enter')
  await expect(page.getByText(/^Enviada \d+:\d\d, llega en 10 a 30 min$/)).toBeVisible()
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // 'Pagar' is gone while the payment is on its way.
  await expect(open).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Beneficio' })).toBeFocused()
})
