import { opens, presses, type Scene } from '../stage.ts'

export const accounts: Scene[] = [
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
    name: 'edit-profile-email',
    path: '/edit-profile?change=email',
    act: async ({ page, t }) => {
      await page.getByLabel(t('contact.EMAIL.new'), { exact: true }).fill('otra@izalco.sv')
    },
  },
  {
    name: 'edit-profile-confirm',
    as: 'beginner',
    path: '/edit-profile',
    // A code goes out once a minute, and this is taken several times in one.
    refused: true,
    act: async ({ page, t }) => {
      const name = `${t('contact.confirm')}: ${t('contact.EMAIL.name')}`
      await page.getByRole('button', { name }).click()
      await page.getByLabel(t('ui.code.title')).waitFor()
    },
  },
  {
    name: 'edit-profile-phone',
    path: '/edit-profile',
    refused: true,
    act: async ({ page, t }) => {
      const name = `${t('contact.add')}: ${t('contact.SMS.name')}`
      await page.getByRole('button', { name }).click()
      await page.getByLabel(t('ui.code.title')).waitFor()
    },
  },
  {
    name: 'edit-profile-unsaved',
    path: '/edit-profile',
    act: async ({ page, t }) => {
      await page.getByLabel(t('auth.field.firstName'), { exact: true }).fill('Rosa')
      await page.getByRole('link', { name: t('ui.form.cancel') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'security-unsaved-word',
    path: '/security',
    act: async ({ page, t }) => {
      await page.getByRole('switch', { name: t('security.twoFactor.title') }).click()
    },
  },
  {
    name: 'security-password-faults',
    path: '/security',
    act: presses('security.password.submit'),
  },
  {
    name: 'security-code',
    path: '/security',
    refused: true,
    act: async (stage) => {
      await stage.page.getByRole('switch', { name: stage.t('security.approval.bySum') }).click()
      await opens('security.approval.submit')(stage)
    },
  },
  { name: 'audit', path: '/security/audit' },
  { name: 'system', path: '/sistema' },
  {
    name: 'database-away',
    path: '/edit-profile',
    refused: true,
    act: async (stage) => {
      await stage.page.route('**/api/v1/**', (route) =>
        route.fulfill({
          status: 503,
          json: { success: false, message: '-', code: 'DATABASE_UNAVAILABLE', data: null },
        }),
      )
      await presses('ui.form.save')(stage)
      await stage.page.getByText(stage.t('layout.databaseAway.title')).first().waitFor()
    },
    after: ({ page }) => page.unroute('**/api/v1/**'),
  },
  {
    name: 'toasts',
    path: '/edit-profile',
    act: async (stage) => {
      await presses('ui.form.save')(stage)
      // A toast that is pointed at stays.
      await stage.page.locator('.Toastify__toast').first().hover()
    },
  },
]
