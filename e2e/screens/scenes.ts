import type { Locator, Page } from '@playwright/test'
import { newRegtestAddress } from '../addresses.ts'
import { csvList } from './people.ts'
import type { Texts } from './texts.ts'
import type { World } from './world.ts'

/** Every screen and dialog: where it is, and what brings it about. None leaves anything behind. */

export type Stage = { page: Page; t: Texts; world: World; call: Call }
export type Call = (method: string, path: string, data?: object) => Promise<unknown>
export type Scene = {
  name: string
  path: string
  /** Who is signed in: by default the company that has everything. */
  as?: 'company' | 'beginner' | 'nobody'
  act?: (stage: Stage) => Promise<void>
  after?: (stage: Stage) => Promise<void>
  /** The browser reports answers that refuse as errors. */
  refused?: true
}

const press =
  (role: 'button' | 'link' | 'tab' | 'switch', name: string) => (scope: Page | Locator) =>
    scope.getByRole(role, { name, exact: true }).first().click()
const button = (name: string) => press('button', name)
const opens =
  (key: string, values?: Record<string, string>) =>
  async ({ page, t }: Stage) => {
    await button(t(key, values))(page)
    await page.getByRole('dialog').waitFor()
  }

export const scenesOf = (world: World): Scene[] => [
  ...visitors(world),
  ...beginners,
  ...lists(world),
  ...payrolls(world),
  ...transactions(world),
  ...accounts,
]

function visitors({ careful, password, txid }: World): Scene[] {
  const scenes: Scene[] = [
    { name: 'login', path: '/login' },
    {
      name: 'login-faults',
      path: '/login',
      act: ({ page, t }) => button(t('auth.login.submit'))(page),
    },
    {
      name: 'login-code',
      path: '/login',
      act: async ({ page, t }) => {
        await page.getByLabel(t('auth.field.email')).fill(careful)
        await page.getByLabel(t('auth.field.password'), { exact: true }).fill(password)
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: t('auth.code.title') }).waitFor()
      },
    },
    { name: 'sign-up', path: '/sign-up' },
    {
      name: 'sign-up-faults',
      path: '/sign-up',
      act: ({ page, t }) => button(t('auth.signUp.continue'))(page),
    },
    {
      name: 'sign-up-company',
      path: '/sign-up',
      act: async ({ page, t }) => {
        const fill = (key: string, text: string) =>
          page.getByLabel(t(`auth.field.${key}`), { exact: true }).fill(text)
        await fill('firstName', 'Marcela')
        await fill('lastName', 'Portillo')
        await fill('email', 'otra@izalco.sv')
        await fill('password', password)
        await fill('confirmPassword', password)
        await button(t('auth.signUp.continue'))(page)
        await page.getByLabel(t('auth.field.companyName')).waitFor()
      },
    },
    { name: 'forgot', path: '/forgot-password' },
    {
      name: 'forgot-sent',
      path: '/forgot-password',
      act: async ({ page, t }) => {
        await page.getByLabel(t('auth.field.email')).fill('nadie@izalco.sv')
        await button(t('auth.forgot.submit'))(page)
        await page.getByRole('link', { name: t('auth.accept') }).waitFor()
      },
    },
    { name: 'reset', path: '/reset-password?token=abc' },
    {
      name: 'reset-dead',
      path: '/reset-password?token=abc',
      refused: true,
      act: async ({ page, t }) => {
        await page.getByLabel(t('auth.field.newPassword')).fill(password)
        await page.getByLabel(t('auth.field.confirmPassword')).fill(password)
        await page.keyboard.press('Enter')
        await page.getByText(t('auth.reset.dead')).waitFor()
      },
    },
    { name: 'reset-without-token', path: '/reset-password' },
    { name: 'not-found', path: '/not-found' },
    { name: 'help', path: '/help/create-payroll' },
    { name: 'sandbox', path: '/sandbox' },
    { name: 'sandbox-transaction', path: `/sandbox/tx/${txid}` },
    { name: 'sandbox-transaction-unknown', path: `/sandbox/tx/${'0'.repeat(64)}`, refused: true },
  ]
  return scenes.map((scene) => ({ ...scene, as: 'nobody' }))
}

const beginners: Scene[] = [
  { name: 'dashboard-empty', path: '/dashboard', as: 'beginner' },
  { name: 'employees-empty', path: '/employees', as: 'beginner' },
  { name: 'payrolls-empty', path: '/payrolls', as: 'beginner' },
]

function lists({ person }: World): Scene[] {
  const remove =
    'María de los Ángeles Guadalupe del Carmen Hernández de Villatoro y Escobar-Montenegro'
  return [
    { name: 'dashboard', path: '/dashboard' },
    {
      name: 'dashboard-not-there',
      path: '/login',
      act: async ({ page }) => {
        await page.route(/users\/dashboard/, (route) => route.abort())
        await page.goto('/dashboard')
        await page.getByRole('alert').first().waitFor({ timeout: 15_000 })
      },
      refused: true,
    },
    {
      name: 'user-menu',
      path: '/dashboard',
      act: async ({ page }) => {
        await page.locator('button[aria-haspopup="dialog"]').click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'phone-menu',
      path: '/dashboard',
      act: async ({ page, t }) => {
        const menu = page.getByRole('button', { name: t('layout.openMenu') })
        if (await menu.isVisible()) await menu.click()
      },
    },
    { name: 'employees', path: '/employees' },
    { name: 'employees-last-page', path: '/employees?page=4' },
    { name: 'employees-nobody', path: '/employees?search=zzz' },
    {
      name: 'employee-delete',
      path: '/employees?page=4',
      act: opens('employees.delete.label', { name: remove }),
    },
    { name: 'employee-create', path: '/employees/create-employee' },
    {
      name: 'employee-faults',
      path: '/employees/create-employee',
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
      path: '/employees/create-employee',
      act: async ({ page, t }) => {
        await page.getByLabel(t('employees.field.firstName'), { exact: true }).fill('Ana')
        await press('link', t('ui.form.cancel'))(page)
        await page.getByRole('dialog').waitFor()
      },
    },
    { name: 'payrolls', path: '/payrolls' },
    { name: 'payrolls-second-page', path: '/payrolls?page=2' },
    { name: 'payroll-new', path: '/payrolls', act: opens('payrolls.createNew') },
    {
      name: 'payroll-new-faults',
      path: '/payrolls',
      act: async (stage) => {
        await opens('payrolls.createNew')(stage)
        await button(stage.t('payrolls.create.submit'))(stage.page)
      },
    },
    {
      name: 'payroll-edit-dialog',
      path: '/payrolls',
      act: opens('payrolls.edit.label', { name: 'Aguinaldos' }),
    },
    {
      name: 'payroll-delete',
      path: '/payrolls',
      act: opens('payrolls.delete.label', { name: 'Practicantes' }),
    },
    {
      name: 'payroll-delete-funds',
      path: '/payrolls',
      act: opens('payrolls.delete.label', { name: 'Aguinaldos' }),
    },
    { name: 'payroll-create', path: '/payrolls/create-payroll' },
  ]
}

function payrolls({ payrolls: id }: World): Scene[] {
  const at = (payroll: string) => `/payrolls/details/${payroll}`
  const attach = async ({ page, t }: Stage, buffer: Buffer) => {
    await button(t('payrolls.csv.upload'))(page)
    const file = {
      name: 'corte-de-la-segunda-quincena-de-noviembre.csv',
      mimeType: 'text/csv',
      buffer,
    }
    await page.locator('input[type="file"]').setInputFiles(file)
  }
  return [
    { name: 'payroll-edit', path: `/payrolls/edit-payroll/${id.short}` },
    { name: 'details-covered', path: at(id.office) },
    { name: 'details-transactions', path: `${at(id.office)}?tab=transactions` },
    { name: 'details-short', path: at(id.short) },
    { name: 'details-great', path: at(id.great) },
    { name: 'details-paying', path: at(id.onItsWay) },
    { name: 'details-approving', path: at(id.approving) },
    { name: 'details-incoming', path: at(id.incoming) },
    { name: 'details-csv', path: at(id.csv) },
    { name: 'details-empty', path: at(id.empty) },
    { name: 'details-empty-csv', path: at(id.emptyCsv) },
    { name: 'details-empty-transactions', path: `${at(id.empty)}?tab=transactions` },
    { name: 'details-unknown', path: at('00000000-0000-7000-8000-000000000000'), refused: true },
    {
      name: 'details-loading',
      path: '/login',
      act: async ({ page }) => {
        await page.route(/\/api\/v1\/(?!config|coins)/, () => undefined)
        await page.goto(at(id.office))
        await page.getByRole('heading').first().waitFor()
      },
    },
    { name: 'qr', path: at(id.office), act: opens('payrolls.details.enlargeQr') },
    { name: 'qr-amount', path: at(id.short), act: opens('payrolls.details.enlargeQr') },
    {
      name: 'add-people',
      path: at(id.short),
      act: async (stage) => {
        await opens('payrolls.employees.add')(stage)
        await stage.page.getByRole('checkbox').nth(1).check()
      },
    },
    {
      name: 'remove-person',
      path: at(id.ready),
      act: opens('payrolls.remove.label', { name: 'Ana Paz' }),
    },
    { name: 'pay-ready', path: at(id.ready), act: paying },
    { name: 'pay-short', path: at(id.short), act: paying },
    { name: 'pay-incoming', path: at(id.incoming), act: paying },
    { name: 'pay-before', path: at(id.office), act: paying },
    { name: 'pay-in-progress', path: at(id.onItsWay), act: paying },
    { name: 'pay-nobody', path: at(id.empty), act: paying },
    { name: 'withdraw', path: at(id.withdrawing), act: opens('payrolls.details.withdraw') },
    { name: 'withdraw-some', path: at(id.withdrawing), act: someWithdrawal },
    {
      name: 'withdraw-code',
      path: at(id.asking),
      act: async (stage) => {
        await opens('payrolls.details.withdraw')(stage)
        const { page, t } = stage
        await page.getByRole('dialog').getByLabel('Bitcoin Address').fill(newRegtestAddress())
        await button(t('withdrawals.continue'))(page)
        await page.getByLabel(t('ui.code.title')).waitFor()
      },
      after: async ({ call }) => {
        const list = `/api/v1/payrolls/${id.asking}/transactions?state=pendingApproval`
        const { data } = (await call('GET', list)) as { data: { transactions: { _id: string }[] } }
        for (const { _id } of data.transactions) {
          await call('POST', `/api/v1/transactions/${_id}/reject`, { reason: 'Otra vez' })
        }
      },
    },
    { name: 'csv', path: at(id.csv), act: opens('payrolls.csv.upload') },
    {
      name: 'csv-faults',
      path: at(id.csv),
      refused: true,
      act: async (stage) => {
        const broken = csvList(23, (fields, row) =>
          fields.map((field, column) =>
            column === 6 && row % 3 === 0
              ? 'bcrt1qxyz'
              : column === 5 && row % 5 === 0
                ? 'mucho'
                : field,
          ),
        )
        await attach(stage, broken)
        await stage.page.getByRole('button', { name: stage.t('payrolls.csv.report') }).waitFor()
      },
    },
    {
      name: 'csv-difference',
      path: at(id.csv),
      act: async (stage) => {
        const raised = csvList(26, (fields, row) =>
          fields.map((field, column) =>
            column === 5 && row % 4 === 0
              ? '412.50'
              : column === 6 && row === 2
                ? newRegtestAddress()
                : field,
          ),
        )
        await attach(stage, raised)
        await stage.page.getByRole('dialog', { name: stage.t('payrolls.diff.title') }).waitFor()
      },
    },
    {
      name: 'csv-preview',
      path: '/payrolls',
      act: async (stage) => {
        const { page, t } = stage
        await opens('payrolls.createNew')(stage)
        await page.getByRole('radio', { name: /CSV/ }).check()
        await page.getByLabel(t('payrolls.form.name'), { exact: true }).fill('Temporada')
        await page.getByLabel(t('payrolls.form.description')).fill('Cortadores')
        await button(t('payrolls.form.continue'))(page)
        const buffer = csvList(120, (fields) => fields)
        const file = { name: 'corte.csv', mimeType: 'text/csv', buffer }
        await page.locator('input[type="file"]').setInputFiles(file)
        await page.getByRole('table').waitFor()
      },
    },
  ]
}

async function paying(stage: Stage): Promise<void> {
  await opens('payrolls.details.pay')(stage)
  await stage.page.waitForLoadState('networkidle')
}

async function someWithdrawal(stage: Stage): Promise<void> {
  await opens('payrolls.details.withdraw')(stage)
  const { page, t } = stage
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Bitcoin Address').fill(newRegtestAddress())
  await dialog.getByRole('radio', { name: t('withdrawals.some') }).check()
  await dialog.getByLabel(t('withdrawals.amount')).fill('0.01250000')
}

function transactions({ transactions: ids }: World): Scene[] {
  const at = (id: string) => `/dashboard/transaction/${id}`
  return [
    ...Object.entries(ids).map(([name, id]) => ({ name: `transaction-${name}`, path: at(id) })),
    { name: 'bump', path: at(ids.unconfirmed), act: opens('transactions.bump.submit') },
    {
      name: 'bump-own',
      path: at(ids.unconfirmed),
      refused: true,
      act: async (stage) => {
        await opens('transactions.bump.submit')(stage)
        const { page, t } = stage
        await page.getByRole('radio', { name: t('transactions.bump.own') }).check()
        await page.getByLabel(t('transactions.bump.ownRate')).fill('0.1')
      },
    },
    { name: 'cancel', path: at(ids.unconfirmed), act: opens('transactions.cancel.open') },
    { name: 'reject', path: at(ids.waiting), act: opens('approval.reject') },
    {
      name: 'transaction-unknown',
      path: at('00000000-0000-7000-8000-000000000000'),
      refused: true,
    },
  ]
}

const accounts: Scene[] = [
  { name: 'edit-profile', path: '/edit-profile' },
  { name: 'security', path: '/security' },
  {
    name: 'security-by-message',
    path: '/security',
    act: async ({ page, t }) => {
      await page.getByRole('switch', { name: t('security.twoFactor.title') }).click()
      await page.getByRole('radio', { name: t('security.twoFactor.sms') }).check()
    },
  },
  {
    name: 'security-password-faults',
    path: '/security',
    act: ({ page, t }) => button(t('security.password.submit'))(page),
  },
  {
    name: 'security-code',
    path: '/security',
    refused: true,
    act: async ({ page, t }) => {
      await page.getByRole('switch', { name: t('security.approval.bySum') }).click()
      await button(t('security.approval.submit'))(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'audit', path: '/security/audit' },
  {
    name: 'toasts',
    path: '/edit-profile',
    act: async ({ page, t }) => {
      await button(t('ui.form.save'))(page)
      // A toast that is pointed at stays.
      await page.locator('.Toastify__toast').first().hover()
    },
  },
]
