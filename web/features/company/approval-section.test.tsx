import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { type ApprovalRules, approvalRules } from '#contract/approval-rules.ts'
import { approvalList } from '#contract/approvals.ts'
import { company } from '#contract/company.ts'
import { type Member, team } from '#contract/team.ts'
import type { Role } from '#domain/roles.ts'
import { keepSession } from '#web/lib/session.ts'
import { hourAgo, makeCompany, makeUser } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { ApprovalSection } from './approval-section.tsx'

const rulesPath = '/companies/approval-rules'
const tiers = [
  { fromUsd: 500, approvals: 1 },
  { fromUsd: 5000, approvals: 2 },
]
const member = (firstName: string, role: Role, code: Member['counts']['code'] = 'YES'): Member => ({
  _id: firstName,
  firstName,
  lastName: 'Paz',
  email: `${firstName}@empresa.test`,
  role,
  factors: ['EMAIL'],
  lastActiveAt: null,
  createdAt: hourAgo(),
  current: false,
  counts: { code, from: null },
})
const three = [member('Ana', 'ADMIN'), member('Bea', 'APPROVER'), member('Ciro', 'APPROVER')]

function showSection(rules: Partial<ApprovalRules>, users: Member[] = three, role: Role = 'ADMIN') {
  keepSession({ token: 'token', user: makeUser({ role }) })
  server.answer('GET', '/companies/company', company, makeCompany())
  server.answer('GET', '/companies/users', team, { users, invitations: [] })
  const present = { tiers: [], strongOnly: false, pending: null, ...rules }
  server.answer('GET', rulesPath, approvalRules, present)
  return show(<ApprovalSection />)
}
const save = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: t('security.approval.submit') })
const amount = (place: number) => screen.findByRole('textbox', { name: `Monto ${place}` })

test('one administrator → the two switches of today and nothing more', async () => {
  showSection({}, [member('Ana', 'ADMIN')])
  expect(await screen.findAllByRole('switch')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: t('rules.add') })).toBeNull()
})

test('two people → an amount is added with the keyboard and saved', async () => {
  const { person } = showSection({})
  await person.click(await screen.findByRole('button', { name: t('rules.add') }))
  await person.type(await amount(1), '800')
  const stepper = screen.getByRole('spinbutton', { name: 'Aprobaciones del monto 1' })
  stepper.focus()
  await person.keyboard('{ArrowUp}')
  const saved = { tiers: [{ fromUsd: 800, approvals: 2 }], strongOnly: false, pending: null }
  server.answer('PUT', rulesPath, approvalRules, saved)
  await person.click(save())
  expect(await screen.findByText(t('security.approval.saved'))).toBeTruthy()
  expect(server.requests('PUT', rulesPath)[0]?.body).toEqual({ tiers: saved.tiers })
})

test('the server wants to know who it is → the password goes along', async () => {
  const { person } = showSection({ tiers })
  await person.click(await screen.findByRole('button', { name: 'Quitar el monto 2' }))
  server.refuse('PUT', rulesPath, 'CODE_REQUIRED')
  await person.click(save())
  const typed = await screen.findByLabelText(t('auth.field.password'))
  const pending = {
    _id: 'change-1',
    tiers: tiers.slice(0, 1),
    strongOnly: false,
    effectiveAt: null,
    askedBy: { _id: 'Ana', name: 'Ana Paz', email: 'ana@izalco.sv' },
    askedAt: hourAgo(),
    required: 2,
    given: [],
  }
  const waiting = { tiers, strongOnly: false, pending }
  server.answer('PUT', rulesPath, approvalRules, waiting)
  server.answer('GET', rulesPath, approvalRules, waiting)
  const none = { approvals: [], pages: 0, total: 0, waitingForMe: 0, approved: [] }
  server.answer('GET', '/approvals', approvalList, none)
  await person.type(typed, 'Volcan#2026{Enter}')
  expect(await screen.findByText(t('rules.saved.waits'))).toBeTruthy()
  expect(server.requests('PUT', rulesPath)[1]?.body).toMatchObject({ password: 'Volcan#2026' })
  expect(await screen.findByText(/^Espera 2 aprobaciones/)).toBeTruthy()

  server.answer('DELETE', `${rulesPath}/pending/change-1`, z.null(), null)
  server.answer('GET', rulesPath, approvalRules, { ...waiting, pending: null })
  await person.click(screen.getByRole('button', { name: t('rules.pending.undo') }))
  await waitFor(() => expect(screen.queryByText(/^Espera 2 aprobaciones/)).toBeNull())
})

test('a rule asks for more than count → said, and it cannot be saved', async () => {
  const { person } = showSection({ tiers })
  const stepper = await screen.findByRole('spinbutton', { name: 'Aprobaciones del monto 2' })
  expect(stepper.getAttribute('aria-valuenow')).toBe('2')
  stepper.focus()
  await person.keyboard('{End}')
  expect(await screen.findByText(/nadie podría aprobar ese pago/)).toBeTruthy()
  expect(save().disabled).toBe(true)
})

test('a role that changes no rules → reads them and who counts', async () => {
  showSection({ tiers }, three, 'APPROVER')
  expect(await screen.findByText('Desde $500, nadie paga a solas')).toBeTruthy()
  const list = screen.getByRole('list', { name: t('rules.who') })
  expect(within(list).getAllByText(t('rules.counts'))).toHaveLength(3)
  expect(screen.getByText(t('roles.whoCan.changeRules'))).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
})
