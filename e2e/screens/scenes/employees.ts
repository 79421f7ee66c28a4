import { people } from '../people.ts'
import { button, link, opens, type Scene, type Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'

const form = '/employees/create-employee'
const [first, , , fourth] = people
const longName = `${first?.firstName} ${first?.lastName}`

const held = {
  until: new Date(Date.now() + 42 * 3_600_000).toISOString(),
  at: new Date(Date.now() - 6 * 3_600_000).toISOString(),
  reason: 'ADDRESS',
}
const reported = { ...held, until: null, reason: 'REPORTED' }

type Answer = { data: object & { employees?: object[] } }

/** Puts addresses that wait into the answers: of the first two of a list, or of the one person. */
const withHeld =
  (hold: object = held) =>
  async ({ page, t }: Stage) => {
    await page.route(/\/api\/v1\/(companies\/)?employees[/?]/, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const response = await route.fetch()
      const { data, ...answer }: Answer = await response.json()
      const list = data.employees?.map((one, index) =>
        index > 1 ? one : { ...one, addressHold: index === 0 ? held : reported },
      )
      const shown = list ? { ...data, employees: list } : { ...data, addressHold: hold }
      return route.fulfill({ response, json: { ...answer, data: shown } })
    })
    await page.reload()
    await page
      .getByText(t('changes.hold.mark'))
      .or(page.getByText(t('changes.hold.ask')))
      .first()
      .waitFor()
  }

const paula = { firstName: 'Paula', lastName: 'Menjívar' }
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()
const changed = (kind: string, by = paula, days = 3) => ({ kind, by, at: daysAgo(days) })

/** Puts changed contacts into the answers: of the first people of a list, or of the one person. */
const withChangedContacts = async ({ page }: Stage) => {
  const both = { at: daysAgo(1), by: { firstName: 'Julián', lastName: 'Portillo' } }
  const first = [
    [changed('EMAIL')],
    [
      { kind: 'EMAIL', ...both },
      { kind: 'PHONE', ...both },
    ],
    [changed('EMAIL'), changed('PHONE', { firstName: 'Ana', lastName: 'Paz' }, 2)],
  ]
  await page.route(/\/api\/v1\/(companies\/)?employees[/?]/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const { data, ...answer }: Answer = await response.json()
    const list = data.employees?.map((one, index) => ({ ...one, contactChanges: first[index] }))
    const shown = list ? { ...data, employees: list } : { ...data, contactChanges: first[0] }
    return route.fulfill({ response, json: { ...answer, data: shown } })
  })
  await page.reload()
  // The list names the person by the first name, the form by both.
  await page
    .getByText(/^Paula/)
    .first()
    .waitFor()
}

export const employees = ({ person }: ScreensWorld): Scene[] => [
  { name: 'employees-empty', path: '/employees', as: 'beginner' },
  { name: 'employees', path: '/employees' },
  { name: 'employees-last-page', path: '/employees?page=4' },
  { name: 'employees-nobody', path: '/employees?search=zzz' },
  { name: 'employees-department', path: '/employees?area=Bodega' },
  {
    name: 'employees-departments',
    path: '/employees',
    act: async ({ page, t }) => {
      await page
        .getByRole('combobox', {
          name: `${t('employees.field.department')}: ${t('employees.allDepartments')}`,
        })
        .click()
      await page.getByRole('listbox').waitFor()
    },
  },
  {
    name: 'employee-delete',
    path: '/employees?page=4',
    act: opens('employees.delete.label', { name: longName }),
  },
  { name: 'employee-create', path: form },
  {
    name: 'employee-faults',
    path: form,
    act: async ({ page, t }) => {
      await page.getByLabel(t('employees.field.identification')).fill('04512388-1')
      await page.getByLabel(t('employees.field.cryptoAddress')).fill('bcrt1qxyz')
      await button(t('ui.form.save'))(page)
      // Leaving the address must not move the button away under the click.
      await page.locator('form [role="status"]', { hasText: '4' }).waitFor()
    },
  },
  {
    name: 'employee-lightning',
    path: form,
    act: async ({ page, t }) => {
      await page.getByLabel(t('employees.field.firstName'), { exact: true }).fill('Rosa Idalia')
      await page.getByLabel(t('employees.field.lastName'), { exact: true }).fill('Chicas')
      await page.getByLabel(t('employees.field.phone')).fill('7390 1186')
      await page.getByLabel(t('employees.field.baseSalary')).fill('545.50')
      await page.getByLabel(t('employees.field.cryptoAddress')).fill('rosa@blink.sv')
      await button(t('employees.addressHelp.noApp'))(page)
    },
  },
  {
    name: 'employee-shared',
    path: form,
    act: async ({ page, t }) => {
      await page.getByLabel(t('employees.field.firstName'), { exact: true }).fill('Rosa Idalia')
      await page.getByLabel(t('employees.field.cryptoAddress')).fill(fourth?.cryptoAddress ?? '')
      await page.getByRole('checkbox').waitFor()
    },
  },
  { name: 'employee-edit', path: `/employees/edit-employee/${person}` },
  {
    name: 'employee-same-person',
    path: `/employees/edit-employee/${person}`,
    refused: true,
    act: async ({ page, t }) => {
      await page.getByLabel(t('employees.field.firstName'), { exact: true }).fill('Rosa Idalia')
      await page.getByLabel(t('employees.field.identification')).fill('00016297-5')
      await button(t('ui.form.save'))(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'employees-held', path: '/employees', act: withHeld() },
  { name: 'employee-held', path: `/employees/edit-employee/${person}`, act: withHeld() },
  {
    name: 'employee-reported',
    path: `/employees/edit-employee/${person}`,
    act: withHeld(reported),
  },
  { name: 'employees-contact', path: '/employees', act: withChangedContacts },
  {
    name: 'employee-contact',
    path: `/employees/edit-employee/${person}`,
    act: withChangedContacts,
  },
  {
    name: 'employee-unsaved',
    path: form,
    act: async ({ page, t }) => {
      await page.getByLabel(t('employees.field.firstName'), { exact: true }).fill('Ana')
      await link(t('ui.form.cancel'))(page)
      await page.getByRole('dialog').waitFor()
    },
  },
]
