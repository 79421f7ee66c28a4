import { expect, type Page } from '@playwright/test'
import { z } from 'zod/mini'
import { expectAccessible, expectToFit } from './accessible.ts'
import { fromMessage } from './company.ts'
import { type CompanyClient, companyOf, confirmPayments, makeFundedPayrollOf } from './funded.ts'
import { test } from './journey.ts'

/** An employee without an account: from the mail's link to share, arrival and consent, on a phone. */

test.use({ viewport: { width: 360, height: 740 } })

const shares = z.object({ data: z.looseObject({ bitcoinPercent: z.int() }) })

const email = `kevin.${crypto.randomUUID()}@izalco.sv`
const phone = `+5037${String(Date.now()).slice(-7)}`
const kevin = { firstName: 'Kevin', lastName: 'Ramírez', email, phone, baseSalary: 620 }

/** Kevin, who was paid once, and the payment is in a block. */
async function paidPerson(company: CompanyClient): Promise<string> {
  const { payrollId, team } = await makeFundedPayrollOf(company, [kevin])
  await company.post(`/companies/payrolls/${payrollId}/run-payment`, {})
  await confirmPayments(company, payrollId, 1)
  return team[0]?._id ?? ''
}

/** Asks for a link as a person does, and opens the one that comes. */
async function askForLink(page: Page): Promise<string> {
  await page.goto('/mi-pago')
  await expectAccessible(page)
  await page.getByLabel('Correo o teléfono').fill(email)
  await page.getByRole('button', { name: 'Pedir el enlace' }).click()
  await expect(
    page.getByRole('heading', { name: 'Si te conocemos, te llegó un enlace' }),
  ).toBeVisible()
  return fromMessage(page.request, email, /\/mi-pago#t=([\w-]+)/)
}

test('link → share → arrived → consent → the link is used up', async ({ page }) => {
  const company = await companyOf(page.request)
  const personId = await paidPerson(company)
  const token = await askForLink(page)

  await page.goto(`/mi-pago#t=${token}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hola, Kevin')
  expect(page.url()).not.toContain(token)

  await test.step('all four languages fit a phone', async () => {
    for (const [language, words] of [
      ['en', 'Only you see this page'],
      ['it', 'Solo tu vedi questa pagina'],
      ['prt', 'Só você vê esta página'],
      ['es', 'Solo tú ves esta página'],
    ] as const) {
      await page.getByRole('combobox').selectOption(language)
      await expect(page.getByText(words)).toBeVisible()
      await expectToFit(page)
    }
    await expectAccessible(page)
  })

  await test.step('the share by keys, and the code that comes by SMS', async () => {
    await page.getByRole('slider').focus()
    for (const key of ['PageDown', 'PageDown', 'PageDown', 'ArrowUp'])
      await page.keyboard.press(key)
    await expect(page.getByText('En bitcoin', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText(/Te mandamos un código por SMS/)).toBeVisible()
    await expectAccessible(page)
    const code = await fromMessage(page.request, phone, /\b(\d{6})\b/)
    await page.getByLabel('Código de 6 dígitos').fill(code)
    await expect(page.getByText(/Guardado: 71\s%/)).toBeVisible()
    const read = shares.parse(await company.get(`/companies/employees/${personId}`))
    expect(read.data.bitcoinPercent).toBe(71)
  })

  await test.step('a no says what to check; a yes confirms the address', async () => {
    await page.getByRole('button', { name: 'No lo veo' }).click()
    await expect(page.getByText(/Le avisamos a tu empresa/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Cambiar \(/ }).click()
    await page.getByRole('button', { name: 'Sí, me llegó' }).click()
    await expect(page.getByText('Dijiste que te llegó')).toBeVisible()
    await expect(page.getByText('Ya cobraste aquí')).toBeVisible()
  })

  await test.step('consent: read, ticked, given and withdrawn', async () => {
    await page.getByRole('button', { name: 'Leer y responder' }).click()
    await expect(page.getByRole('heading', { name: '¿Quieres cobrar en bitcoin?' })).toBeVisible()
    await page.getByRole('button', { name: 'Leer el texto completo' }).click()
    await expectAccessible(page)
    await page.getByLabel('Leí el texto y lo entiendo.').check()
    await page.getByRole('button', { name: /^Acepto cobrar 71/ }).click()
    await expect(page.getByText(/^Aceptaste cobrar en bitcoin/)).toBeVisible()
    await page.getByRole('button', { name: 'Retirar' }).click()
    await page.getByRole('button', { name: 'Retirar' }).click()
    await expect(page.getByText(/^Dijiste que cobras todo en dólares/)).toBeVisible()
  })

  await test.step('after leaving, the used link opens nothing', async () => {
    await page.getByRole('button', { name: 'Salir' }).click()
    await expect(page.getByText(/^Saliste/)).toBeVisible()
    await page.goto(`/mi-pago#t=${token}`)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(
      page.getByRole('heading', { name: 'Este enlace ya se usó o venció' }),
    ).toBeVisible()
    await expectAccessible(page)
  })
})
