import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { approvalRules } from '#contract/approval-rules.ts'
import { company } from '#contract/company.ts'
import { scheduleAnswer } from '#contract/schedules.ts'
import { type Member, team } from '#contract/team.ts'
import type { Role } from '#domain/roles.ts'
import { makeCompany, makePayroll } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

const payroll = makePayroll()
const path = `/companies/payrolls/${payroll._id}/schedule`

const member = (role: Role, index: number): Member => ({
  _id: `user-${index}`,
  firstName: 'Ana',
  lastName: 'Flores',
  email: 'a@b.test',
  role,
  factors: ['EMAIL'],
  lastActiveAt: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  current: index === 0,
  counts: { code: 'YES', from: null },
})

interface World {
  others?: Role[]
  own?: Role
  tiers?: { fromUsd: number; approvals: number }[]
}

function open({ others = [], own = 'ADMIN', tiers = [] }: World = {}) {
  server.answer('GET', path, scheduleAnswer, { schedule: null, next: [], missing: [] })
  server.answer('GET', '/companies/company', company, makeCompany())
  const users = [own, ...others].map(member)
  server.answer('GET', '/companies/users', team, { users, invitations: [] })
  const rules = { tiers, strongOnly: false, pending: null }
  server.answer('GET', '/companies/approval-rules', approvalRules, rules)
  return show(<ScheduleDialog payroll={payroll} onClose={() => {}} />, '/', own)
}

const pays = (): Promise<HTMLInputElement> =>
  screen.findByRole('radio', { name: new RegExp(`^${t('calendar.schedule.PAY')}`) })

test('a person works alone → paying by itself is offered, with a code for each', async () => {
  open()
  await screen.findByText(t('calendar.schedule.modes.payAlone'))
  expect((await pays()).disabled).toBe(false)
})

test('somebody else approves → paying by itself is offered', async () => {
  open({ others: ['APPROVER'] })
  await waitFor(async () => expect((await pays()).disabled).toBe(false))
  expect(screen.queryByText(t('calendar.schedule.modes.payAlone'))).toBeNull()
})

test('nobody else may approve → it is disabled, and the row says why', async () => {
  open({ others: ['PAYROLL', 'ACCOUNTANT'] })
  await screen.findByText(t('calendar.schedule.modes.payNobody'))
  expect((await pays()).disabled).toBe(true)
})

test('a rule is in force → it is offered', async () => {
  open({ others: ['PAYROLL'], tiers: [{ fromUsd: 500, approvals: 1 }] })
  await waitFor(async () => expect((await pays()).disabled).toBe(false))
})

test('somebody who prepares payrolls, beside an administrator → it is offered', async () => {
  open({ others: ['ADMIN'], own: 'PAYROLL' })
  await waitFor(async () => expect((await pays()).disabled).toBe(false))
})

test('the list is to be prepared → the mode is sent', async () => {
  const { person } = open({ others: ['APPROVER'] })
  await person.click(await screen.findByRole('radio', { name: /^Preparar/ }))
  server.answer('PUT', path, scheduleAnswer, { schedule: null, next: [], missing: [] })
  await person.click(screen.getByRole('button', { name: t('ui.form.save') }))
  await waitFor(() => expect(server.requests('PUT', path)).toHaveLength(1))
  expect(server.requests('PUT', path)[0]?.body).toMatchObject({ mode: 'PREPARE' })
})
