import { expect, type Page } from '@playwright/test'
import { nextOccurrences } from '#domain/schedule/occurrences.ts'
import { expectAccessible } from './accessible.ts'
import { enter } from './company.ts'
import { tabTo } from './focus.ts'
import { companyOf, makeFundedPayrolls, mineSent } from './funded.ts'
import { test } from './journey.ts'

/** A payroll gets dates, is paid for one of them, and is not paid twice for it. */

const days = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes']
const dayMs = 86_400_000

/** A weekday whose next payday can be paid today, and the one after it cannot. */
function weekdayToPay(now = new Date()): string {
  const day = days.find((_, index) => {
    const [next, later] = nextOccurrences(
      {
        every: 'WEEK',
        days: [],
        weekday: index + 1,
        hour: '09:00',
        timeZone: 'America/El_Salvador',
        whenClosed: 'BEFORE',
        saturdays: 'CLOSED',
        mode: 'REMIND',
        startsOn: now.toISOString().slice(0, 10),
        endsOn: null,
      },
      [],
      now,
      2,
    ).map(({ dueAt }) => dueAt.getTime() - now.getTime())
    return next && later && next > dayMs / 4 && next < 6.5 * dayMs && later > 7.5 * dayMs
  })
  if (!day) throw new Error('no weekday has one payday within a week')
  return day
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name }).click()
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })

async function setDates(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: 'Poner fechas' }))
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page, 'Cuándo se paga')
  const fortnight = dialog.getByRole('radio', { name: /Quincenal/ })
  await expect(fortnight).toBeChecked()
  await tabTo(page, fortnight)
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('radio', { name: /Semanal/ })).toBeChecked()
  const day = `los ${weekdayToPay()}`
  await dialog.getByRole('combobox', { name: 'Día de la semana' }).click()
  await page.getByRole('option', { name: day }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(new RegExp(`^Semanal, ${day}, 9:00 · `))).toBeVisible()
}

async function seeDates(page: Page): Promise<void> {
  await goTo(page, 'Calendario')
  await expect(page.getByRole('heading', { name: 'Calendario' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Beneficio, .*: Planeada/ }).first()).toBeVisible()
  await expectAccessible(page)
  await goTo(page, 'Inicio')
  await expect(page.getByText('¿Está cubierto el próximo pago?')).toBeVisible()
  await expectAccessible(page)
}

async function payPeriod(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'PAGAR NÓMINA' }).click()
  const pay = dialogOf(page, 'Deseas pagar la siguiente nómina:')
  await expect(pay.getByText(/semana \d+ de 20\d\d/)).toBeVisible()
  await expectAccessible(page)
  await pay.getByRole('button', { name: 'Pagar', exact: true }).click()
  await expect(page.getByText(/^Enviada \d+:\d\d, llega en 10 a 30 min$/)).toBeVisible()
}

test('a payroll gets dates → its period is paid, and the calendar says so', {
  tag: '@long',
}, async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const company = await companyOf(request)
  const [payrollId = ''] = await makeFundedPayrolls(company, ['Beneficio'])
  const details = `/payrolls/details/${payrollId}`
  await enter(page, company)
  await page.goto(details)
  await setDates(page)
  await seeDates(page)
  await page.goto(details)
  await payPeriod(page)
  await mineSent(company, payrollId)
  await page.goto(details)
  await expect(page.getByText(/^Pagada el /).first()).toBeVisible()
  await goTo(page, 'Calendario')
  await expect(page.getByRole('heading', { name: 'Calendario' })).toBeVisible()
  const paid = page.getByRole('button', { name: /^Beneficio, .*: Pagada/ })
  // A month folds its paid paydays into one line.
  await expect(paid.or(page.getByText('1 pago hecho')).first()).toBeVisible()
})
