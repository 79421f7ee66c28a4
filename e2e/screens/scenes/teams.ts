import type { Role } from '#domain/roles.ts'
import { opens, type Scene, type Stage } from '../stage.ts'
import type { ScreensWorld } from '../world.ts'

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const yes = { code: 'YES', from: null }
const no = { code: 'NO', from: null }

const member = (firstName: string, lastName: string, values: object) => ({
  _id: firstName,
  firstName,
  lastName,
  email: `${firstName}.${lastName}@izalco.sv`.toLowerCase().replace('í', 'i'),
  createdAt: ago(900),
  lastActiveAt: ago(3),
  current: false,
  counts: no,
  ...values,
})

const users = [
  member('Marcela Eugenia', 'Portillo', {
    email: 'marcela.portillo@izalco.sv',
    role: 'ADMIN',
    factors: ['PASSKEY', 'TOTP', 'EMAIL'],
    current: true,
    counts: yes,
  }),
  member('Carlos Humberto', 'Mejía', {
    email: 'carlos.mejia@izalco.sv',
    role: 'PAYROLL',
    factors: ['TOTP', 'EMAIL'],
  }),
  member('Roberto Antonio', 'Siliézar', {
    email: 'roberto.siliezar@izalco.sv',
    role: 'APPROVER',
    factors: ['PASSKEY', 'EMAIL'],
    counts: { code: 'FROM', from: new Date(Date.now() + 20 * hour).toISOString() },
    lastActiveAt: ago(26),
  }),
  member('Gloria Estela de los Ángeles', 'Menjívar', {
    email: 'gloria.menjivar.administracion@izalco.sv',
    role: 'APPROVER',
    factors: ['EMAIL'],
    counts: { code: 'NEEDS_KEY', from: null },
    lastActiveAt: null,
  }),
  member('Silvia Lorena', 'Castaneda', {
    email: 'silvia.castaneda@castaneda.sv',
    role: 'ACCOUNTANT',
    factors: ['TOTP', 'EMAIL'],
    lastActiveAt: ago(200),
  }),
]
const invitation = (email: string, values: object) => ({
  _id: email,
  email,
  role: 'APPROVER',
  invitedBy: 'Marcela Portillo',
  expiresAt: ago(-40),
  awaitsApproval: false,
  ...values,
})
const invitations = [
  invitation('ernesto.magana@izalco.sv', {}),
  invitation('ana.lucia@izalco.sv', { role: 'ADMIN', awaitsApproval: true }),
  invitation('jose@izalco.sv', {
    role: 'PAYROLL',
    expiresAt: ago(5),
    invitedBy: 'Silvia Lorena Castaneda',
  }),
]
const tiers = [
  { fromUsd: 500, approvals: 1 },
  { fromUsd: 5000, approvals: 2 },
]

/** Answers a call of the page without the server. */
const answer = ({ page }: Stage, path: string, data: object) =>
  page.route(`**/api/v1${path}`, (route) =>
    route.fulfill({ json: { success: true, message: '', data } }),
  )

const pending = (values: object) => ({ _id: 'change', effectiveAt: null, ...values })
/** Waiting: a higher role and an invitation, for approvals or until their day. */
const ofWaiting = {
  users: users.map((one, index) => {
    if (index === 1) return { ...one, nextRole: pending({ role: 'ADMIN' }) }
    if (index !== 4) return one
    return { ...one, nextRole: pending({ role: 'APPROVER', effectiveAt: ago(-20) }) }
  }),
  invitations: invitations.map((one, index) => {
    if (index === 2) return one
    const change = pending(index === 0 ? { effectiveAt: ago(-20) } : {})
    return { ...one, awaitsApproval: true, change }
  }),
}

interface Team {
  /** Whom the page shows. */
  listed?: { users: object[]; invitations: object[] }
  role?: Role
  tiers?: object[]
  strongOnly?: boolean
}

/** A team of five, seen by somebody of the role. */
const withTeam =
  ({ listed = { users, invitations }, role = 'ADMIN', tiers = [], strongOnly = true }: Team) =>
  async (stage: Stage) => {
    const { page } = stage
    await answer(stage, '/companies/users', listed)
    await answer(stage, '/companies/approval-rules', { tiers, strongOnly, pending: null })
    await page.evaluate(`sessionStorage.setItem('user',
      JSON.stringify({ ...JSON.parse(sessionStorage.getItem('user')), role: '${role}' }))`)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
  }

const path = '/dashboard/equipo'

export function teams(world: ScreensWorld): Scene[] {
  return [...screens, ...ofRoles(world), ...joining].map((scene) => ({ refused: true, ...scene }))
}

const screens: Scene[] = [
  { name: 'team', path, act: withTeam({ tiers }) },
  { name: 'team-waiting', path, act: withTeam({ tiers, listed: ofWaiting }) },
  { name: 'team-no-rule', path, act: withTeam({}) },
  {
    name: 'team-too-few',
    path,
    act: withTeam({
      tiers,
      listed: { users: users.slice(0, 2), invitations: [] },
      strongOnly: false,
    }),
  },
  {
    name: 'team-remove-too-few',
    path,
    act: async (stage) => {
      const one = [{ fromUsd: 0, approvals: 1 }]
      const listed = { users: users.slice(0, 3), invitations: [] }
      await withTeam({ tiers: one, listed, strongOnly: false })(stage)
      const { page, t } = stage
      const name = 'Roberto Antonio Siliézar'
      const more = page.getByRole('button', { name: t('team.more', { name }) })
      if (await more.isVisible()) {
        await more.click()
        await page.getByRole('menuitem', { name: t('team.menu.remove') }).click()
      } else await page.getByRole('button', { name: t('team.remove.label', { name }) }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'team-read',
    path,
    act: withTeam({ role: 'APPROVER', tiers: [{ fromUsd: 0, approvals: 1 }] }),
  },
  {
    name: 'team-alone',
    path,
    as: 'beginner',
    act: async (stage) => {
      await answer(stage, '/companies/users', { users: users.slice(0, 1), invitations: [] })
      await answer(stage, '/companies/approval-rules', {
        tiers: [],
        strongOnly: false,
        pending: null,
      })
      await stage.page.reload()
      await stage.page.getByText(stage.t('team.alone.title')).waitFor()
    },
  },
  {
    name: 'team-invite',
    path,
    act: async (stage) => {
      await withTeam({ tiers })(stage)
      await opens('team.invite.submit')(stage)
      const { page, t } = stage
      await page.getByLabel(t('auth.field.email')).fill('ernesto.magana@izalco.sv')
      await page.getByRole('radio', { name: new RegExp(`^${t('roles.name.APPROVER')}`) }).check()
    },
  },
  {
    name: 'team-invite-faults',
    path,
    act: async (stage) => {
      await withTeam({ tiers })(stage)
      await opens('team.invite.submit')(stage)
      await stage.page.getByRole('dialog').locator('button[type=submit]').click()
    },
  },
  {
    name: 'team-menu',
    path,
    below: 600,
    act: async (stage) => {
      await withTeam({ tiers })(stage)
      const name = stage.t('team.more', { name: 'Carlos Humberto Mejía' })
      await stage.page.getByRole('button', { name }).click()
      await stage.page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'team-user-menu',
    path: '/dashboard',
    act: async (stage) => {
      await withTeam({ role: 'APPROVER' })(stage)
      await stage.page.locator('header').getByRole('button', { expanded: false }).last().click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
]

const roles = ['PAYROLL', 'APPROVER', 'ACCOUNTANT'] as const

/** The company's screens as each role sees them. */
const ofRoles = ({ payrolls }: ScreensWorld): Scene[] =>
  roles.flatMap((role) => {
    const act = withTeam({ role })
    const name = role.toLowerCase()
    return [
      { name: `role-${name}-dashboard`, path: '/dashboard', act },
      { name: `role-${name}-employees`, path: '/employees', act },
      { name: `role-${name}-payrolls`, path: '/payrolls', act },
      { name: `role-${name}-payroll`, path: `/payrolls/details/${payrolls.ready}`, act },
      { name: `role-${name}-security`, path: '/security', act },
      { name: `role-${name}-profile`, path: '/edit-profile', act },
      {
        name: `role-${name}-not-yours`,
        path: role === 'PAYROLL' ? '/security/audit' : '/employees/create-employee',
        act,
      },
    ]
  })

const shown = {
  companyName: 'Café Izalco, S.A. de C.V.',
  email: 'ernesto.magana@izalco.sv',
  role: 'APPROVER',
  invitedBy: 'Marcela Eugenia Portillo',
}

const joining: Scene[] = [
  {
    name: 'team-join',
    path: '/invitacion#t=a',
    as: 'nobody',
    act: async (stage) => {
      await answer(stage, '/invitations/a', shown)
      await stage.page.reload()
      await stage.page.getByRole('button', { name: stage.t('team.join.submit') }).waitFor()
    },
  },
  { name: 'team-join-ended', path: '/invitacion', as: 'nobody' },
]
