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
    name: 'security-email',
    path: '/security',
    // A code goes out once a minute, and this is taken several times in one.
    refused: true,
    act: async (stage) => {
      const { page, t } = stage
      await presses('security.email.change')(stage)
      await page.getByLabel(t('security.email.new'), { exact: true }).fill('otra@izalco.sv')
      await opens('security.email.send')(stage)
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
