import { people } from '../people.ts'
import { button, link, opens, type Scene } from '../stage.ts'
import type { World } from '../world.ts'

const form = '/employees/create-employee'
const [first] = people
const longName = `${first?.firstName} ${first?.lastName}`

export const employees = ({ person }: World): Scene[] => [
  { name: 'employees-empty', path: '/employees', as: 'beginner' },
  { name: 'employees', path: '/employees' },
  { name: 'employees-last-page', path: '/employees?page=4' },
  { name: 'employees-nobody', path: '/employees?search=zzz' },
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
      await page.getByLabel(t('employees.field.address')).fill('bcrt1qxyz')
      await button(t('ui.form.save'))(page)
      // Leaving the address must not move the button away under the click.
      await page.locator('form [role="status"]', { hasText: '4' }).waitFor()
    },
  },
  { name: 'employee-edit', path: `/employees/edit-employee/${person}` },
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
