import { presses, type Scene, type Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'

export function visitors(world: ScreensWorld): Scene[] {
  const scenes: Scene[] = [
    ...login(world),
    ...signUp(world),
    ...passwords(world),
    { name: 'not-found', path: '/not-found' },
    { name: 'help', path: '/help/create-payroll' },
    { name: 'get-bitcoin', path: '/help/get-bitcoin' },
    { name: 'sandbox', path: '/sandbox' },
    { name: 'sandbox-transaction', path: `/sandbox/tx/${world.txid}` },
    { name: 'sandbox-transaction-unknown', path: `/sandbox/tx/${'0'.repeat(64)}`, refused: true },
  ]
  return scenes.map((scene) => ({ ...scene, as: 'nobody' }))
}

/** Answers a call without the server, on which everybody may sign up. */
const answers =
  (path: string, data: object) =>
  async ({ page }: Stage) => {
    await page.route(`**/api/v1${path}`, (route) =>
      route.fulfill({ json: { success: true, message: '', data } }),
    )
    await page.reload()
  }

const closed = answers('/auth/sign-up', { open: false })
const invited = answers('/auth/sign-up/invitation', { email: 'marcela.portillo@izalco.sv' })

const login = ({ careful, password }: ScreensWorld): Scene[] => [
  { name: 'login', path: '/login' },
  {
    name: 'login-sign-up-closed',
    path: '/login',
    act: async (stage) => {
      await closed(stage)
      await stage.page.getByText(stage.t('auth.invitation.needed')).waitFor()
    },
  },
  { name: 'login-faults', path: '/login', act: presses('auth.login.submit') },
  {
    name: 'login-code',
    path: '/login',
    act: async (stage) => {
      const { page, t } = stage
      await fill(stage, { email: careful, password })
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: t('auth.code.title') }).waitFor()
    },
  },
]

const signUp = ({ password }: ScreensWorld): Scene[] => [
  { name: 'sign-up', path: '/sign-up' },
  {
    name: 'sign-up-closed',
    path: '/sign-up',
    act: async (stage) => {
      await closed(stage)
      await stage.page.getByText(stage.t('auth.invitation.closed')).waitFor()
    },
  },
  {
    name: 'sign-up-invited',
    path: '/sign-up#i=x',
    refused: true,
    act: async (stage) => {
      await invited(stage)
      await stage.page.getByText(stage.t('auth.invitation.email')).waitFor()
    },
  },
  { name: 'sign-up-invitation-ended', path: '/sign-up#i=x', refused: true },
  { name: 'sign-up-faults', path: '/sign-up', act: presses('auth.signUp.continue') },
  {
    name: 'sign-up-company',
    path: '/sign-up',
    act: async (stage) => {
      const name = { firstName: 'Marcela', lastName: 'Portillo', email: 'otra@izalco.sv' }
      await fill(stage, { ...name, password, confirmPassword: password })
      await presses('auth.signUp.continue')(stage)
      await stage.page.getByLabel(stage.t('auth.field.companyName')).waitFor()
    },
  },
]

const passwords = ({ password }: ScreensWorld): Scene[] => [
  { name: 'forgot', path: '/forgot-password' },
  {
    name: 'forgot-sent',
    path: '/forgot-password',
    act: async (stage) => {
      await fill(stage, { email: 'nadie@izalco.sv' })
      await presses('auth.forgot.submit')(stage)
      await stage.page.getByRole('link', { name: stage.t('auth.accept') }).waitFor()
    },
  },
  { name: 'reset', path: '/reset-password?token=abc' },
  {
    name: 'reset-dead',
    path: '/reset-password?token=abc',
    refused: true,
    act: async (stage) => {
      const { page, t } = stage
      await fill(stage, { newPassword: password, confirmPassword: password })
      await page.keyboard.press('Enter')
      await page.getByText(t('auth.reset.dead')).waitFor()
    },
  },
  { name: 'reset-without-token', path: '/reset-password' },
]

async function fill({ page, t }: Stage, texts: Record<string, string>): Promise<void> {
  for (const [key, text] of Object.entries(texts)) {
    await page.getByLabel(t(`auth.field.${key}`), { exact: true }).fill(text)
  }
}
