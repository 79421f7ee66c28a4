import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { z } from 'zod/mini'
import { callNode } from '#server/embedded/bitcoind-rpc.ts'
import { expectAccessible } from './accessible.ts'
import { newRegtestAddress } from './addresses.ts'
import { enter, fromMessage, mailedCode } from './company.ts'
import { type CompanyClient, companyOf } from './funded.ts'
import { test } from './journey.ts'
import type { Program } from './program.ts'

/** Somebody was forgotten on payday, and is paid alone within the hour. */

const made = z.object({ data: z.object({ _id: z.string(), cryptoAddress: z.string() }) })
const balance = z.object({ data: z.object({ spendableBalanceString: z.string() }) })
const paid = z.object({
  data: z.object({ transactions: z.array(z.object({ txid: z.string(), state: z.string() })) }),
})

const team = ['José Roberto', 'Ana Guadalupe', 'Óscar Armando']

async function addPerson(company: CompanyClient, payrollId: string, firstName: string) {
  const cryptoAddress = newRegtestAddress()
  const body = { firstName, lastName: 'Menjívar', baseSalary: 425, cryptoAddress }
  const { _id } = made.parse(await company.post('/companies/employees', body)).data
  await joinPayroll(company, payrollId, _id)
  return cryptoAddress
}

async function joinPayroll(
  company: CompanyClient,
  payrollId: string,
  employeeId: string,
): Promise<void> {
  const { request, headers } = company
  const path = `/api/v1/companies/payrolls/${payrollId}/employees/${employeeId}`
  expect((await request.patch(path, { headers })).ok()).toBe(true)
}

async function payrollOfThree(company: CompanyClient) {
  const { request, post, get } = company
  const body = { name: 'Oficina San Salvador', description: 'Administración', type: 'REGULAR' }
  const payroll = made.parse(await post('/companies/payrolls', body)).data
  const addresses: string[] = []
  for (const name of team) {
    addresses.push(await addPerson(company, payroll._id, name))
  }
  const deposit = { address: payroll.cryptoAddress, btc: '0.1' }
  await request.post('/api/sandbox/faucet', { data: deposit })
  await mine(company)
  await expect
    .poll(async () => balance.parse(await get(`/payrolls/${payroll._id}/balance`)).data)
    .toMatchObject({ spendableBalanceString: '10000000' })
  return { payrollId: payroll._id, addresses }
}

const mine = ({ request }: CompanyClient) =>
  request.post('/api/sandbox/mine', { data: { blocks: 1 } })

/** How many unspent outputs each address has, as the node says. */
async function outputsAt({ dataDir }: Program, addresses: readonly string[]): Promise<number[]> {
  const { bitcoind } = JSON.parse(readFileSync(join(dataDir, 'connections.json'), 'utf8'))
  const counts: number[] = []
  for (const address of addresses) {
    const scanned = await callNode<{ unspents: unknown[] }>(bitcoind, 'scantxoutset', [
      'start',
      [`addr(${address})`],
    ])
    counts.push(scanned.unspents.length)
  }
  return counts
}

async function confirmed(
  company: CompanyClient,
  payrollId: string,
  payments: number,
): Promise<void> {
  await mine(company)
  await expect
    .poll(async () => {
      const sent = await company.get(`/payrolls/${payrollId}/transactions?type=send`)
      return paid.parse(sent).data.transactions.filter(({ state }) => state === 'confirmed').length
    })
    .toBe(payments)
}

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

test('a forgotten person is paid alone, and nobody twice', async ({ page, request, program }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const company = await companyOf(request)
  const { payrollId, addresses } = await payrollOfThree(company)
  await enter(page, company)
  await page.goto(`/payrolls/details/${payrollId}`)

  const first = await payDialog(page)
  await expect(first.getByText('Sale en total')).toBeVisible()
  await expect(first.getByText('Un pago confirmado no se puede deshacer.')).toBeVisible()
  await first.getByRole('button', { name: /Quién recibe cuánto/ }).click()
  for (const name of team) await expect(first.getByText(`${name} Menjívar`)).toBeVisible()
  await expectAccessible(page)
  await first.getByRole('button', { name: 'Pagar', exact: true }).click()
  await expect(first).toBeHidden()
  await confirmed(company, payrollId, 1)
  expect(await outputsAt(program, addresses)).toEqual([1, 1, 1])

  const teresa = await addPerson(company, payrollId, 'Teresa de Jesús')
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
  await confirmed(company, payrollId, 2)
  expect(await outputsAt(program, [...addresses, teresa])).toEqual([1, 1, 1, 1])

  // Nobody is missing any more: paying again is asked about as ever.
  await page.reload()
  const third = await payDialog(page)
  await expect(third.getByRole('checkbox', { name: 'Sí, quiero pagarla otra vez' })).toBeVisible()
  await expect(third.getByRole('radiogroup')).toHaveCount(0)
})

test('a phone offers to pay a forgotten person alone', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const company = await companyOf(request)
  const { payrollId } = await payrollOfThree(company)
  await company.post(`/companies/payrolls/${payrollId}/run-payment`, {})
  await confirmed(company, payrollId, 1)
  await addPerson(company, payrollId, 'Teresa de Jesús')
  await enter(page, company)
  await page.goto(`/payrolls/details/${payrollId}`)
  await expectMissing(page, await payDialog(page))
})
