import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { z } from 'zod/mini'
import { expectAccessible } from './accessible.ts'
import { enter } from './company.ts'
import { aPerson, companyOf } from './funded.ts'
import { testAlone } from './own-program.ts'

/** The price falls between a deposit and its block: what the screen asked for suffices, or it says why not. */

const payroll = z.object({
  data: z.object({
    _id: z.string(),
    cryptoAddress: z.string(),
    toFund: z.object({
      btc: z.string(),
      usd: z.number(),
      reserveUsd: z.number(),
    }),
  }),
})
const listed = z.object({ data: z.object({ totalTransactions: z.int() }) })

// One after the other, because each sets the price of the whole program.
testAlone.describe.configure({ mode: 'default' })

const setPrice = (request: APIRequestContext, price: number) =>
  request.post('/api/sandbox/price', { data: { price } })
const mine = (request: APIRequestContext) =>
  request.post('/api/sandbox/mine', { data: { blocks: 1 } })

/** Mines in another tab, as somebody trying it out would. */
async function pressMine(page: Page): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto('/sandbox')
  await tab.getByRole('button', { name: 'Minar' }).click()
  await expect(tab.getByText(/La cadena llega al bloque/)).toBeVisible()
  await tab.close()
}

/** A payroll of one person without funds, and its page. */
async function openPayroll(page: Page, request: APIRequestContext) {
  await setPrice(request, 100_000)
  const company = await companyOf(request)
  const person = await aPerson(company, 'Wendy Carolina')
  const body = {
    name: 'Beneficio Santa Ana',
    description: 'Corte',
    type: 'REGULAR',
  }
  const { _id: id } = z
    .object({ data: z.object({ _id: z.string() }) })
    .parse(await company.post('/companies/payrolls', body)).data
  await request.patch(`/api/v1/companies/payrolls/${id}/employees/${person}`, {
    headers: company.headers,
  })
  await enter(page, company)
  await page.goto(`/payrolls/details/${id}`)
  const read = async () => payroll.parse(await company.get(`/payrolls/${id}`)).data
  /** Sends what the page asks for, to the satoshi. */
  const sendAmount = async () => {
    const { toFund, cryptoAddress: address } = await read()
    await expect(page.getByText(`${toFund.btc} BTC`).first()).toBeVisible()
    await request.post('/api/sandbox/faucet', {
      data: { address, btc: toFund.btc },
    })
    await expect(page.getByText('Fondos en camino')).toBeVisible()
    return toFund
  }
  const deposits = async () =>
    listed.parse(await company.get(`/payrolls/${id}/transactions?type=receive`)).data
      .totalTransactions
  return { sendAmount, deposits }
}

async function pay(page: Page, request: APIRequestContext): Promise<void> {
  await expect(page.getByText('Lista para pagar')).toBeVisible()
  await page.getByRole('button', { name: 'PAGAR NÓMINA' }).click()
  const dialog = page.getByRole('dialog', {
    name: 'Deseas pagar la siguiente nómina:',
  })
  await dialog.getByRole('button', { name: 'Pagar', exact: true }).click()
  await expect(page.getByText(/^Enviada \d+:\d\d, llega en 10 a 30 min$/)).toBeVisible()
  await expect(page.getByText('Faltan fondos')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'PAGAR NÓMINA' })).toHaveCount(0)
  await expectAccessible(page)
  await mine(request)
  await expect(page.getByRole('heading', { name: '1 persona cobró' })).toBeVisible()
  await expect(page.getByText('Confirmada · 1 de 6 bloques')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('Sí, la persona')).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 persona cobró' })).toHaveCount(0)
}

const fallsLittle = 'the price falls 2 % → the reserve suffices and one deposit pays'
testAlone(fallsLittle, { tag: '@long' }, async ({ page, request }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { sendAmount, deposits } = await openPayroll(page, request)
  await expectReserve(page)
  await sendAmount()
  await setPrice(request, 98_000)
  await mine(request)
  await pay(page, request)
  expect(await deposits()).toBe(1)
})

async function expectReserve(page: Page): Promise<void> {
  await expect(page.getByText(/^Incluye una reserva de \$26\.\d\d, para que alcance/)).toBeVisible()
  await expect(page.getByText(/^Reserva, 3\s%$/)).toBeVisible()
  await expectAccessible(page)
}

async function expectFallen(page: Page): Promise<void> {
  await expect(page.getByText(/^Bitcoin bajó 6\s% desde tu depósito:$/)).toBeVisible()
  await expectAccessible(page)
}

const fallsMuch = 'the price falls 6 % → it says so and a second deposit pays'
testAlone(fallsMuch, { tag: '@long' }, async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { sendAmount, deposits } = await openPayroll(page, request)
  await expectReserve(page)
  const first = await sendAmount()
  await setPrice(request, 94_000)
  await mine(request)
  await expectFallen(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const second = await sendAmount()
  expect(second.usd).toBeLessThan(first.usd)
  // A missing sum this small has the fixed reserve.
  expect(second.reserveUsd).toBe(5)
  await pressMine(page)
  await pay(page, request)
  expect(await deposits()).toBe(2)
})
