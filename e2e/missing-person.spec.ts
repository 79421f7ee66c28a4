import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enter, fromMessage, mailedCode } from './company.ts'
import { addPerson, companyOf, confirmPayments, makeFundedPayrollOf } from './funded.ts'
import { test } from './journey.ts'
import { outputsAt } from './node.ts'

/** Somebody was forgotten on payday, and is paid alone within the hour. */

const colleague = (firstName: string) => ({ firstName, lastName: 'Menjívar', baseSalary: 425 })
const team = ['José Roberto', 'Ana Guadalupe', 'Óscar Armando'].map(colleague)

const payDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'PAGAR NÓMINA' }).first().click()
  return page.getByRole('dialog', { name: 'Deseas pagar la siguiente nómina:' })
}

/** The dialog offers to pay only the fourth of four. */
async function expectMissing(page: Page, dialog: Locator): Promise<Locator> {
  const alone = dialog.getByRole('radio', { name: 'Pagar solo a quien falta (1)' })
  await expect(alone).toBeChecked()
  await expect(dialog.getByText('3 de 4 personas', { exact: false })).toBeVisible()
  await expect(dialog.getByText('Teresa de Jesús Menjívar', { exact: false })).toBeVisible()
  await expectAccessible(page)
  return alone
}

test('a forgotten person is paid alone, and nobody twice', { tag: '@long' }, async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const company = await companyOf(request)
  const { payrollId, team: paid } = await makeFundedPayrollOf(company, team)
  const addresses = paid.map(({ cryptoAddress }) => cryptoAddress)
  await enter(page, company)
  await page.goto(`/payrolls/details/${payrollId}`)

  const first = await payDialog(page)
  await expect(first.getByText('Sale en total')).toBeVisible()
  await expect(first.getByText('Un pago confirmado no se puede deshacer.')).toBeVisible()
  await first.getByRole('button', { name: /Quién recibe cuánto/ }).click()
  for (const { firstName } of team) {
    await expect(first.getByText(`${firstName} Menjívar`)).toBeVisible()
  }
  await expectAccessible(page)
  await first.getByRole('button', { name: 'Pagar', exact: true }).click()
  await expect(first).toBeHidden()
  await confirmPayments(company, payrollId, 1)
  expect(await outputsAt(addresses)).toEqual([1, 1, 1])

  const teresa = await addPerson(company, payrollId, colleague('Teresa de Jesús'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  const second = await payDialog(page)
  const alone = await expectMissing(page, second)
  // The keyboard chooses everybody, whose payment a second time needs a tick.
  await alone.focus()
  await page.keyboard.press('ArrowDown')
  await expect(second.getByRole('button', { name: 'Pagar', exact: true })).toBeDisabled()
  await page.keyboard.press('ArrowUp')
  await second.getByRole('button', { name: 'Pagar', exact: true }).click()
  const field = page.getByLabel('Código de seis dígitos')
  await expect(field).toBeVisible()
  await field.fill(await fromMessage(request, company.email, mailedCode.payment))
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await confirmPayments(company, payrollId, 2)
  expect(await outputsAt([...addresses, teresa.cryptoAddress])).toEqual([1, 1, 1, 1])

  // Nobody is missing any more: paying again is asked about as ever.
  await page.reload()
  const third = await payDialog(page)
  await expect(third.getByRole('checkbox', { name: 'Sí, quiero pagarla otra vez' })).toBeVisible()
  await expect(third.getByRole('radiogroup')).toHaveCount(0)
})
