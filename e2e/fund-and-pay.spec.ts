import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { newRegtestAddress } from './addresses.ts'
import { callsWith, makeFundedPayrollOf, mineSent } from './funded.ts'
import { test } from './journey.ts'

/** A company's first payday, from an empty browser to a confirmed payment. */

const people = [
  { firstName: 'José Roberto', lastName: 'Hernández Ayala', salary: '1250.00' },
  { firstName: 'Ana Guadalupe', lastName: 'Menjívar', salary: '1480.50' },
].map((person) => ({ ...person, address: newRegtestAddress() }))
const password = 'Secreta#2026'

test('a new company registers, funds a payroll and pays its people', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const email = newEmail()
  await test.step('registers in two steps', () => register(page, email))
  await test.step('adds two employees', () => addEmployees(page))
  const address = await test.step('creates a payroll with both', () => createPayroll(page))
  await test.step('funds it with play bitcoin', () => fund(page, address))
  await test.step('pays it and sees it confirmed', () => pay(page))
  await test.step('signs out and in again', () => signOutAndIn(page, email))
})

const onAPhone = 'on a phone a new company registers, looks around and pays its people'
test(onAPhone, { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const email = newEmail()
  await test.step('registers in two steps', () => register(page, email))
  await test.step('has a payroll with funds', () => makeFundedPayroll(page))
  await test.step('looks at the forms', () => lookAtForms(page))
  await test.step('pays it and sees it confirmed', () => pay(page))
  await test.step('signs out and in again', () => signOutAndIn(page, email))
})

const newEmail = () => `marcela.${crypto.randomUUID()}@izalco.sv`

/** The payroll whose page is open. */
const payrollOn = (page: Page) => /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? ''

/** Calls in the name of the company that signed in. */
const companyOn = async (page: Page) =>
  callsWith(page.request, await page.evaluate(() => sessionStorage.getItem('token') ?? ''))

/** A payroll made by calls, as `addEmployees`, `createPayroll` and `fund` make it on the screens. */
async function makeFundedPayroll(page: Page): Promise<void> {
  const all = people.map(({ salary, address, ...name }) => ({
    ...name,
    baseSalary: Number(salary),
    cryptoAddress: address,
  }))
  await makeFundedPayrollOf(await companyOn(page), all)
}

/** Ends at the payroll, ready to be paid. */
async function lookAtForms(page: Page): Promise<void> {
  await goTo(page, 'Empleados')
  await expect(page.getByText('Menjívar').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '+ AÑADIR' }).first().click()
  await page.getByLabel(/^Dirección de Bitcoin/).fill('rosa@blink.sv')
  await expect(page.getByText('rosa@blink.sv es una dirección Lightning.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/payrolls')
  await page.getByRole('button', { name: '+ CREAR NUEVA' }).first().click()
  await expect(page.getByRole('dialog').getByLabel('Descripción')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/payrolls')
  await page.getByRole('link', { name: 'Oficina San Salvador' }).first().click()
  await expect(page.getByText('Lista para pagar').first()).toBeVisible()
  await expectAccessible(page)
  await qrAddress(page)
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await expect(heading(page, 'Iniciar sesión')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Crear una cuenta' }).click()
  await page.getByLabel('Nombre', { exact: true }).fill('Marcela')
  await page.getByLabel('Apellido').fill('Portillo')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByLabel('Confirmar contraseña').fill(password)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('Nombre de la empresa').fill('Café Izalco, S.A. de C.V.')
  await page.getByRole('combobox', { name: 'Sector' }).click()
  await page.getByRole('option', { name: 'Agroindustria' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(heading(page, 'Hola, Marcela')).toBeVisible()
  await expectAccessible(page)
}

async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Abrir el menú' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name }).click()
}

async function addEmployees(page: Page): Promise<void> {
  await goTo(page, 'Empleados')
  await expect(heading(page, 'Búsqueda de Empleados')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '+ AÑADIR' }).first().click()
  for (const [index, person] of people.entries()) {
    const isLast = index === people.length - 1
    await page.getByLabel('Nombre', { exact: true }).fill(person.firstName)
    await page.getByLabel('Apellido').fill(person.lastName)
    await page.getByLabel(/^Salario base/).fill(person.salary)
    const address = page.getByLabel(/^Dirección de Bitcoin/)
    if (index === 0) {
      await address.fill('rosa@blink.sv')
      await expect(page.getByText('rosa@blink.sv es una dirección Lightning.')).toBeVisible()
      await expectAccessible(page)
      await page.getByLabel(/^Teléfono/).fill('7390 1186')
      await expect(page.getByText('Lo guardamos como +503 7390 1186')).toBeVisible()
    }
    await address.fill(person.address)
    if (isLast) await page.getByRole('button', { name: 'GUARDAR', exact: true }).click()
    else await page.getByRole('button', { name: /^Guardar y (añadir )?otro$/ }).click()
    await expect(page.getByText('Empleado registrado').first()).toBeVisible()
    if (!isLast) await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused()
  }
  await expect(page).toHaveURL(/\/employees$/)
  for (const { firstName, lastName } of people) {
    await expect(page.getByText(`${firstName} ${lastName}`).first()).toBeVisible()
  }
  await expect(columns(page, /mpleados/)).toHaveCount(7)
  await expectAccessible(page)
}

/** A list that was empty a moment ago is a table on a wide screen. */
const columns = (page: Page, list: RegExp) =>
  page.getByRole('table', { name: list }).getByRole('columnheader')

async function createPayroll(page: Page): Promise<string> {
  await goTo(page, 'Nóminas')
  await page.getByRole('button', { name: '+ CREAR NUEVA' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre', { exact: true }).fill('Oficina San Salvador')
  await dialog.getByLabel('Descripción').fill('Administración y ventas')
  await expect(dialog.getByRole('radio', { name: /REGULAR/ })).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Crear' }).click()
  await expect(page.getByRole('heading', { name: 'Oficina San Salvador' })).toBeVisible()
  await expect(page).toHaveURL(/\/payrolls\/details\/[0-9a-f-]{36}/)
  await goTo(page, 'Nóminas')
  await expect(columns(page, /^N[oó]minas/)).toHaveCount(8)
  await page.getByRole('link', { name: 'Oficina San Salvador' }).click()
  await expect(page.getByText('No hay empleados asociados a la nómina')).toBeVisible()
  await page.getByRole('button', { name: '+ AÑADIR' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Empleados en tu empresa' })
  for (const { firstName, lastName } of people) {
    await adding.getByRole('checkbox', { name: new RegExp(`${firstName} ${lastName}`) }).check()
  }
  await expectAccessible(page)
  await adding.getByRole('button', { name: 'Añadir', exact: true }).click()
  await expect(page.getByText('Empleados agregados a la nómina').first()).toBeVisible()
  await expect(page.getByText('$2,730.50').first()).toBeVisible()
  await expect(columns(page, /mpleados/)).toHaveCount(6)
  await expectAccessible(page)
  return qrAddress(page)
}

/** The address that the page's QR code stands for, opened large. */
async function qrAddress(page: Page): Promise<string> {
  await page
    .getByRole('button', { name: /Ampliar QR/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('svg[role="img"]').first()).toBeVisible()
  await expectAccessible(page)
  const text = (await dialog.textContent())?.replaceAll(/\s/g, '') ?? ''
  const address = /bcrt1q[0-9a-z]{38}/.exec(text)?.[0]
  if (!address) throw new Error(`no address in: ${text}`)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  return address
}

async function fund(page: Page, address: string): Promise<void> {
  const details = page.url()
  const payrollId = payrollOn(page)
  await page.goto('/sandbox')
  await page.getByLabel('Dirección de Bitcoin').fill(address)
  await page.getByLabel('BTC', { exact: true }).fill('0.5')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Solo enviar' }).click()
  await expect(page.getByText('0.5 BTC en camino:')).toBeVisible()
  await page.goto(details)
  await expect(page.getByText('Fondos en camino').first()).toBeVisible()
  await mineSent(await companyOn(page), payrollId)
  // The balance comes by itself, without a reload.
  await expect(page.getByText('Lista para pagar').first()).toBeVisible()
  await expectAccessible(page)
}

async function pay(page: Page): Promise<void> {
  const payrollId = payrollOn(page)
  await page.getByRole('button', { name: 'PAGAR NÓMINA' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Deseas pagar la siguiente nómina:' })
  await expect(dialog.getByText('$2,730.50').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Pagar', exact: true }).click()
  // Wherever the page was when the button was pressed.
  await expect(page.getByText(/^Enviada \d+:\d\d, llega en 10 a 30 min$/)).toBeInViewport()
  await page
    .getByRole('link', { name: /Ver transacci/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/dashboard\/transaction\/[0-9a-f-]{36}$/)
  await expect(heading(page, /Pago de Nómina/)).toBeVisible()
  await expect(page.getByText('Procesando').first()).toBeVisible()
  await expectAccessible(page)
  await mineSent(await companyOn(page), payrollId)
  // Other journeys' blocks may have come on top.
  await expect(page.getByText(/^Confirmada( · \d de 6 bloques)?$/).first()).toBeVisible()
  for (const { firstName, lastName } of people) {
    await expect(page.getByText(`${firstName} ${lastName}`).first()).toBeVisible()
  }
  await expect(page.getByText('Comisión de red')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/dashboard')
  await expect(heading(page, 'Oficina San Salvador')).toBeVisible()
  await expect(page.getByText(/^Pagada el \d+ [a-z]{3}, \d+:\d\d$/).first()).toBeVisible()
  await expect(page.getByText('Faltan fondos')).toHaveCount(0)
  await expectAccessible(page)
}

async function signOutAndIn(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Menú de Marcela Portillo' }).click()
  await expectAccessible(page)
  await page
    .getByRole('menuitem', { name: 'Cerrar sesión' })
    .or(page.getByRole('button', { name: 'Cerrar sesión' }))
    .click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(heading(page, 'Hola, Marcela')).toBeVisible()
}
