import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { approvalRules } from '#contract/approval-rules.ts'
import { codeSent } from '#contract/auth.ts'
import { company } from '#contract/company.ts'
import { type Member, member, type Team, team, teamInvitation } from '#contract/team.ts'
import type { Role } from '#domain/roles.ts'
import { hourAgo, makeCompany } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { leaveAndStay } from '#web/testing/unsaved.ts'
import { Component } from './team-screen.tsx'

const makeMember = (values: Partial<Member> = {}): Member => ({
  _id: 'user-1',
  firstName: 'Ana',
  lastName: 'Flores',
  email: 'ana@empresa.test',
  role: 'ADMIN',
  factors: ['EMAIL'],
  lastActiveAt: hourAgo(),
  createdAt: hourAgo(),
  current: true,
  counts: { code: 'YES', from: null },
  ...values,
})
const carlos = makeMember({
  _id: 'user-2',
  firstName: 'Carlos',
  lastName: 'Mejía',
  email: 'carlos@empresa.test',
  role: 'PAYROLL',
  current: false,
  counts: { code: 'NO', from: null },
})
const ernesto = {
  _id: 'invitation-1',
  email: 'ernesto@empresa.test',
  role: 'APPROVER' as const,
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  invitedBy: 'Ana Flores',
  awaitsApproval: false,
}

interface Shown extends Partial<Team> {
  tiers?: { fromUsd: number; approvals: number }[]
  role?: Role
  /** The time from which on there are no rules. */
  endsAt?: string
}

function showTeam({
  users = [makeMember(), carlos],
  invitations = [ernesto],
  ...more
}: Shown = {}) {
  const { tiers = [], role = 'ADMIN', endsAt } = more
  server.answer('GET', '/companies/users', team, { users, invitations })
  const ending = {
    _id: 'change-1',
    tiers: [],
    strongOnly: false,
    required: 0,
    given: [],
    askedBy: { _id: 'user-1', name: 'Ana Flores', email: 'ana@izalco.sv' },
    askedAt: hourAgo(),
  }
  const pending = endsAt ? { ...ending, effectiveAt: endsAt } : null
  const rules = { tiers, strongOnly: false, pending }
  server.answer('GET', '/companies/approval-rules', approvalRules, rules)
  server.answer('GET', '/companies/company', company, makeCompany())
  return show(<Component />, '/dashboard/equipo', role)
}

const button = (name: string) => screen.findByRole('button', { name })
const dialog = () => within(screen.getByRole('dialog'))
/** The list is there. */
const arrived = () => screen.findByText('Carlos Mejía')

test('one administrator → works alone, and is asked for the first invitation', async () => {
  showTeam({ users: [makeMember()], invitations: [] })
  await screen.findByText(t('team.alone.title'))
  expect(await button(t('team.invite.submit'))).toBeTruthy()
  expect(screen.queryByText(t('team.question'))).toBeNull()
})

test.each([
  [[], 'Sí, tú'],
  [
    [
      { fromUsd: 500, approvals: 1 },
      { fromUsd: 5000, approvals: 2 },
    ],
    'Solo menos de $500',
  ],
  [[{ fromUsd: 0, approvals: 1 }], 'No'],
])('the rule %j → whether anybody pays alone: %s', async (tiers, answer) => {
  showTeam({ tiers })
  expect(await screen.findByText(answer)).toBeTruthy()
  if (tiers.length === 2) screen.getByText(/Desde \$500 aprueba otra persona; desde \$5,000, dos\./)
})

test('the rule cannot be read → nothing is said about it', async () => {
  server.refuse('GET', '/companies/approval-rules', 'INTERNAL')
  server.answer('GET', '/companies/users', team, { users: [carlos], invitations: [ernesto] })
  server.answer('GET', '/companies/company', company, makeCompany())
  show(<Component />, '/dashboard/equipo')
  await waitFor(() => expect(screen.getByRole('button', { name: t('ui.retry') })).toBeTruthy(), {
    timeout: 30_000,
  })
  expect(screen.queryByText('Sí, tú')).toBeNull()
})

test('nobody changes their own row', async () => {
  showTeam()
  await arrived()
  expect(screen.getByText(t('team.you'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Ana Flores/ })).toBeNull()
})

test('somebody who does not administer → reads the team, and who changes it', async () => {
  showTeam({ role: 'PAYROLL' })
  await arrived()
  expect(screen.getByText(t('roles.whoCan.manageTeam'))).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.queryByRole('link', { name: t('team.changeRule') })).toBeNull()
})

test('an invitation is sent → the mail and the role go along, and the dialog closes', async () => {
  const { person } = showTeam()
  server.answer('POST', '/companies/invitations', teamInvitation, ernesto, 201)
  await arrived()
  await person.click(await button(t('team.invite.submit')))
  await person.keyboard('ernesto@empresa.test')
  await person.click(dialog().getByRole('radio', { name: /^Aprueba/ }))
  await person.click(dialog().getByRole('button', { name: t('team.invite.submit') }))
  await screen.findByText(t('team.invite.sent'))
  expect(server.requests('POST', '/companies/invitations')[0]?.body).toEqual({
    email: 'ernesto@empresa.test',
    role: 'APPROVER',
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('nothing is filled in → both are asked for, and nothing is sent', async () => {
  const { person } = showTeam()
  await arrived()
  await person.click(await button(t('team.invite.submit')))
  await person.click(dialog().getByRole('button', { name: t('team.invite.submit') }))
  await waitFor(() => expect(dialog().getAllByText(t('fields.required'))).toHaveLength(2))
  expect(server.requests('POST', '/companies/invitations')).toEqual([])
})

test('the e-mail has an account → the field says so', async () => {
  const { person } = showTeam()
  server.refuse('POST', '/companies/invitations', 'EMAIL_TAKEN')
  await arrived()
  await person.click(await button(t('team.invite.submit')))
  await person.keyboard('carlos@empresa.test')
  await person.click(dialog().getByRole('radio', { name: /^Aprueba/ }))
  await person.click(dialog().getByRole('button', { name: t('team.invite.submit') }))
  expect(await dialog().findByText('Ya existe una cuenta con este correo')).toBeTruthy()
})

async function act(person: ReturnType<typeof show>['person'], name: string, entry: string) {
  await arrived()
  await person.click(await button(t('team.more', { name })))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
}

test('another role is chosen and left → the dialog asks, and keeps the choice', async () => {
  const { person } = showTeam()
  await act(person, 'Carlos Mejía', t('team.menu.role'))
  const accountant = () => dialog().getByRole('radio', { name: /^Consulta/ })
  await person.click(accountant())
  await leaveAndStay(person)
  expect(accountant()).toHaveProperty('checked', true)
})

test('another role is chosen → it is saved', async () => {
  const { person } = showTeam()
  server.answer('PATCH', '/companies/users/user-2', member, { ...carlos, role: 'ACCOUNTANT' })
  await act(person, 'Carlos Mejía', t('team.menu.role'))
  const save = dialog().getByRole('button', { name: t('ui.form.save') })
  expect(save.hasAttribute('disabled')).toBe(true)
  await person.click(dialog().getByRole('radio', { name: /^Consulta/ }))
  await person.click(save)
  await screen.findByText(t('team.role.done'))
  const [sent] = server.requests('PATCH', '/companies/users/user-2')
  expect(sent?.body).toEqual({ role: 'ACCOUNTANT', confirmed: false })
})

test('a change waits for others → a toast says so', async () => {
  const { person } = showTeam()
  server.answer('PATCH', '/companies/users/user-2', member, carlos)
  await act(person, 'Carlos Mejía', t('team.menu.role'))
  await person.click(dialog().getByRole('radio', { name: /^Administra/ }))
  await person.click(dialog().getByRole('button', { name: t('ui.form.save') }))
  await screen.findByText(t('team.role.waits'))
})

test('somebody is removed → only after a question', async () => {
  const { person } = showTeam()
  server.answer('DELETE', '/companies/users/user-2', z.null(), null)
  await act(person, 'Carlos Mejía', t('team.menu.remove'))
  expect(server.requests('DELETE', '/companies/users/user-2')).toEqual([])
  await person.click(dialog().getByRole('button', { name: t('team.remove.confirm') }))
  await screen.findByText(t('team.remove.done', { name: 'Carlos Mejía' }))
})

const bea = { ...carlos, role: 'APPROVER', counts: { code: 'FROM', from: hourAgo() } } as const

test('nobody could change the rules without somebody → said before they are removed', async () => {
  const tiers = [{ fromUsd: 0, approvals: 1 }]
  const { person } = showTeam({ users: [makeMember(), bea], tiers })
  await act(person, 'Carlos Mejía', t('team.menu.remove'))
  expect(dialog().getByText(t('team.tooFew.left'))).toBeTruthy()
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(person, 'Carlos Mejía', t('team.menu.role'))
  expect(dialog().queryByText(t('team.tooFew.left'))).toBeNull()
  await person.click(dialog().getByRole('radio', { name: /^Prepara/ }))
  expect(dialog().getByText(t('team.tooFew.left'))).toBeTruthy()
  server.answer('PATCH', '/companies/users/user-2', member, { ...bea, role: 'PAYROLL' })
  await person.click(dialog().getByRole('button', { name: t('ui.form.save') }))
  await screen.findByText(t('team.role.done'))
  // The server asks for this confirmation.
  const [sent] = server.requests('PATCH', '/companies/users/user-2')
  expect(sent?.body).toEqual({ role: 'PAYROLL', confirmed: true })
})

test('somebody who approves nothing, or is not needed, is removed without that', async () => {
  const { person } = showTeam({
    users: [makeMember(), { ...bea, _id: 'user-3', firstName: 'Bea' }, carlos],
    tiers: [{ fromUsd: 0, approvals: 1 }],
  })
  await act(person, 'Carlos Mejía', t('team.menu.remove'))
  expect(dialog().queryByText(t('team.tooFew.left'))).toBeNull()
})

test('rules that could be changed but not met → said before, for removal and demotion', async () => {
  const tiers = [{ fromUsd: 0, approvals: 2 }]
  const { person } = showTeam({
    users: [makeMember(), { ...bea, _id: 'user-3', firstName: 'Bea' }, { ...bea }],
    tiers,
  })
  await act(person, 'Carlos Mejía', t('team.menu.remove'))
  expect(dialog().getByText(t('team.tooFew.unmet'))).toBeTruthy()
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(person, 'Carlos Mejía', t('team.menu.role'))
  await person.click(dialog().getByRole('radio', { name: /^Consulta/ }))
  expect(dialog().getByText(t('team.tooFew.unmet'))).toBeTruthy()
  // Somebody who prepares payments asks, and both others approve.
  await person.click(dialog().getByRole('radio', { name: /^Prepara/ }))
  expect(dialog().queryByText(t('team.tooFew.unmet'))).toBeNull()
})

const forAll = [{ fromUsd: 0, approvals: 1 }]

test('too few are left for the rules → the page says who ends them', async () => {
  showTeam({ users: [makeMember()], invitations: [], tiers: forAll })
  expect(await screen.findByText(t('team.tooFew.now'))).toBeTruthy()
})

test('too few are left, and the rules end → nothing is left to say', async () => {
  showTeam({ users: [makeMember(), carlos], tiers: forAll, endsAt: hourAgo() })
  await screen.findByText('No')
  expect(screen.queryByText(t('team.tooFew.now'))).toBeNull()
})

test('factors are reset → after a question and a factor of the administrator’s own', async () => {
  const withKey: Member = { ...carlos, factors: ['PASSKEY', 'EMAIL'] }
  const { person } = showTeam({ users: [makeMember(), withKey] })
  const path = '/companies/users/user-2/reset-factors'
  server.refuse('POST', path, 'CODE_REQUIRED')
  const mail = { via: 'EMAIL', sentTo: 'a•••@empresa.test' } as const
  server.answer('POST', '/users/step-up', codeSent, mail)
  await act(person, 'Carlos Mejía', t('team.menu.reset'))
  expect(server.requests('POST', path)).toEqual([])
  await person.click(dialog().getByRole('button', { name: t('team.reset.confirm') }))
  await person.type(await screen.findByLabelText(t('auth.field.password')), 'Volcan#2026')
  server.answer('POST', path, z.null(), null)
  await person.type(screen.getByLabelText(t('ui.code.title')), '407182{Enter}')
  await screen.findByText(t('team.reset.done', { name: 'Carlos Mejía' }))
  expect(server.requests('POST', path)[1]?.body).toEqual({
    password: 'Volcan#2026',
    code: '407182',
  })
})

test('somebody without key and app → nothing of theirs can be reset', async () => {
  const { person } = showTeam()
  await arrived()
  await person.click(await button(t('team.more', { name: 'Carlos Mejía' })))
  await screen.findByRole('menuitem', { name: t('team.menu.role') })
  expect(screen.queryByRole('menuitem', { name: t('team.menu.reset') })).toBeNull()
})

test('the last administrator is to go → the server’s sentence', async () => {
  const { person } = showTeam()
  server.refuse('DELETE', '/companies/users/user-2', 'LAST_ADMIN')
  await act(person, 'Carlos Mejía', t('team.menu.remove'))
  await person.click(dialog().getByRole('button', { name: t('team.remove.confirm') }))
  expect(await screen.findByText(/^Tiene que quedar al menos/)).toBeTruthy()
})

test('an invitation → is sent again, or deleted after a question', async () => {
  const { person } = showTeam()
  server.answer('POST', '/companies/invitations/invitation-1/resend', teamInvitation, ernesto)
  await act(person, ernesto.email, t('team.menu.resend'))
  await screen.findByText(t('team.invite.sent'))
  server.answer('DELETE', '/companies/invitations/invitation-1', z.null(), null)
  await act(person, ernesto.email, t('team.menu.delete'))
  await person.click(dialog().getByRole('button', { name: t('team.invitation.confirm') }))
  await screen.findByText(t('team.invitation.deleted'))
})

test('an invitation that ended, or waits for approval → says so', async () => {
  const ended = { ...ernesto, expiresAt: hourAgo() }
  const waits = { ...ernesto, _id: 'invitation-2', email: 'b@empresa.test', awaitsApproval: true }
  const { person } = showTeam({ invitations: [ended, waits] })
  await arrived()
  expect(screen.getByText(t('team.invitation.ended'))).toBeTruthy()
  expect(screen.getByText(t('team.invitation.awaits'))).toBeTruthy()
  await person.click(await button(t('team.more', { name: waits.email })))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    t('team.menu.delete'),
  ])
})

test('a factor that the rule does not accept → the row says that it does not approve', async () => {
  const counts = { code: 'NEEDS_KEY', from: null } as const
  showTeam({ users: [makeMember(), { ...carlos, role: 'APPROVER', counts }] })
  await arrived()
  expect(screen.getByText('Con correo no aprueba')).toBeTruthy()
})
