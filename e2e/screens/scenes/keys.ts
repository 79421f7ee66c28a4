import { opens, presses, type Scene, type Stage } from '../stage.ts'

/** Keys, codes and the rules of approvals, with answers that no program gives without a team and a key. */

type Answers = Record<string, object>

const method = (route: string) => route.split(' ')[0] ?? ''
const path = (route: string) => route.split(' ')[1] ?? ''

/** Answers calls (`GET /users/factors`) without the server. */
const answering =
  (answers: Answers) =>
  async ({ page }: Stage) => {
    for (const [route, data] of Object.entries(answers)) {
      await page.route(`**/api/v1${path(route)}`, (handled) => {
        if (handled.request().method() !== method(route)) return handled.fallback()
        if ('code' in data) {
          return handled.fulfill({ status: 401, json: { success: false, data: null, ...data } })
        }
        return handled.fulfill({ json: { success: true, message: '', data } })
      })
    }
    await page.reload()
    await page.waitForLoadState('networkidle')
  }

const after =
  (...acts: ((stage: Stage) => Promise<void>)[]) =>
  async (stage: Stage) => {
    for (const act of acts) await act(stage)
  }

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const inADay = new Date(Date.now() + 20 * 3_600_000).toISOString()

const key = (
  name: string,
  kind: 'SYNCED' | 'DEVICE',
  used: string | null,
  from: string | null,
) => ({
  _id: name,
  name,
  kind,
  createdAt: daysAgo(81),
  lastUsedAt: used,
  approvesFrom: from,
})
const passkeys = [
  key('MacBook de Marcela', 'SYNCED', daysAgo(0), daysAgo(80)),
  key('Pixel de Marcela', 'SYNCED', daysAgo(3), daysAgo(80)),
  key('YubiKey de la caja fuerte', 'DEVICE', null, inADay),
]

/** `publicUrl` is the page's own address in all scenes but one. */
const factors = (url: string, changes: object = {}) => ({
  passkeys: [],
  totp: null,
  recoveryCodes: null,
  passkeysPossible: true,
  publicUrl: url,
  ...changes,
})
const everything = {
  passkeys,
  totp: { confirmedAt: daysAgo(81) },
  recoveryCodes: { left: 8, of: 10, createdAt: daysAgo(81) },
}
const showing =
  (changes: object, more: Answers = {}) =>
  (stage: Stage) =>
    answering({
      'GET /users/factors': factors(new URL(stage.page.url()).origin, changes),
      ...more,
    })(stage)

const codes = 'k7fmr-2q9da x4htp-8wsnb b3rpd-6vkec n9czf-5judd t2yae-7mgfe'
  .concat(' p8kdm-3xhrf w6sek-9bqtg c5vnj-4fzyh h3juw-8krak m7qxt-2dpem')
  .split(' ')

const code = { code: 'CODE_REQUIRED', message: 'x' }
const secret = 'JBSWY3DPEHPK3PXP7QKM2VTAJBSWY3DP'
const started = {
  secret,
  uri: `otpauth://totp/Quincena:marcela.portillo%40izalco.sv?secret=${secret}`,
}
const creation = {
  options: {
    challenge: 'AQID',
    rp: { name: 'Quincena', id: 'localhost' },
    user: { id: 'AQID', name: 'marcela', displayName: 'Marcela' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  },
}

const startsApp = async ({ page, t }: Stage) => {
  await page
    .getByRole('button', { name: `${t('factors.totp.start')}: ${t('factors.totp.title')}` })
    .click()
  await page.getByRole('dialog').waitFor()
}

const sections: Scene[] = [
  { name: 'security-keys', path: '/security', act: showing(everything) },
  { name: 'security-keys-none', path: '/security', act: showing({}) },
  {
    name: 'security-keys-elsewhere',
    path: '/security',
    act: showing({ publicUrl: 'https://nominas.izalco.sv' }),
  },
  {
    name: 'security-codes-made',
    path: '/security',
    act: after(
      showing(everything, { 'POST /users/recovery-codes': { codes } }),
      presses('factors.recovery.others'),
    ),
  },
  {
    name: 'security-codes-few',
    path: '/security',
    act: showing({ recoveryCodes: { left: 2, of: 10, createdAt: daysAgo(81) } }),
  },
  {
    name: 'security-app',
    path: '/security',
    act: after(showing({}, { 'POST /users/totp': started }), startsApp),
  },
  {
    name: 'security-key-name',
    path: '/security',
    act: after(
      showing({}, { 'POST /users/passkeys/options': creation }),
      opens('factors.passkeys.add'),
    ),
  },
  {
    name: 'security-present-app',
    path: '/security',
    refused: true,
    act: after(
      showing(everything, {
        'POST /users/recovery-codes': code,
        'POST /users/step-up': { via: 'TOTP', sentTo: null, options: creation.options },
      }),
      opens('factors.recovery.others'),
    ),
  },
  {
    name: 'security-present-key',
    path: '/security',
    refused: true,
    act: after(
      showing(everything, {
        'POST /users/recovery-codes': code,
        'POST /users/step-up': { via: 'PASSKEY', sentTo: null, options: creation.options },
      }),
      opens('factors.recovery.others'),
    ),
  },
]

const remembersKey = ({ page }: Stage) => page.evaluate(() => localStorage.setItem('passkey', '1'))
const forgetsKey = ({ page }: Stage) => page.evaluate(() => localStorage.removeItem('passkey'))

const signIn = (second: object) => async (stage: Stage) => {
  const { page, t } = stage
  await answering({
    'POST /auth/sign-in': {
      mfaToken: 'x',
      sentTo: null,
      factors: ['PASSKEY', 'TOTP', 'EMAIL'],
      ...second,
    },
  })(stage)
  await page.getByLabel(t('auth.field.email'), { exact: true }).fill('marcela.portillo@izalco.sv')
  await page.getByLabel(t('auth.field.password'), { exact: true }).fill('Secreta#2026')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('factors.recoveryCode.use') }).waitFor()
}

const login: Scene[] = [
  {
    name: 'login-key',
    path: '/login',
    act: after(remembersKey, ({ page }) => page.reload().then(() => undefined)),
    after: forgetsKey,
  },
  { name: 'login-by-app', path: '/login', act: signIn({ via: 'TOTP' }) },
  {
    name: 'login-by-key',
    path: '/login',
    act: signIn({ via: 'PASSKEY', options: creation.options }),
  },
  {
    name: 'login-by-recovery',
    path: '/login',
    act: after(signIn({ via: 'TOTP' }), presses('factors.recoveryCode.use')),
  },
].map((scene) => ({ ...scene, as: 'nobody' as const }))

const member = (name: string, role: string, kinds: string[], counts: object) => {
  const [firstName = '', lastName = ''] = name.split('|')
  return {
    _id: name,
    firstName,
    lastName,
    email: 'persona@izalco.sv',
    role,
    factors: kinds,
    lastActiveAt: null,
    createdAt: daysAgo(90),
    current: role === 'ADMIN',
    counts: { from: null, ...counts },
  }
}
const team = {
  users: [
    member('Marcela Eugenia|Portillo', 'ADMIN', ['PASSKEY'], { code: 'YES' }),
    member('Roberto Antonio|Siliézar', 'APPROVER', ['PASSKEY'], { code: 'YES' }),
    member('Gloria Estela|Menjívar', 'APPROVER', ['EMAIL'], { code: 'NEEDS_KEY' }),
    member('Ernesto José|Magaña', 'APPROVER', ['PASSKEY'], { code: 'FROM', from: inADay }),
    member('Ana|Paz', 'ACCOUNTANT', [], { code: 'NO' }),
  ],
  invitations: [],
}
const tiers = [
  { fromUsd: 500, approvals: 1 },
  { fromUsd: 5000, approvals: 2 },
]
const person = (name: string) => ({
  _id: name,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@izalco.sv`,
})
const pending = {
  _id: 'change-1',
  tiers: [{ fromUsd: 800, approvals: 1 }, ...tiers.slice(1)],
  strongOnly: true,
  effectiveAt: inADay,
  askedBy: person('Marcela Eugenia Portillo'),
  askedAt: daysAgo(0),
  required: 1,
  given: [person('Roberto Antonio Siliézar')],
}
const ruling = (rules: object) =>
  answering({
    'GET /companies/users': team,
    'GET /companies/approval-rules': { tiers, strongOnly: true, pending: null, ...rules },
  })

const rules: Scene[] = [
  { name: 'rules', path: '/security', act: ruling({ pending }) },
  { name: 'rules-none', path: '/security', act: ruling({ tiers: [], strongOnly: false }) },
  {
    name: 'rules-impossible',
    path: '/security',
    act: ruling({ tiers: [...tiers, { fromUsd: 20000, approvals: 4 }] }),
  },
]

export const keys: Scene[] = [...sections, ...login, ...rules]
