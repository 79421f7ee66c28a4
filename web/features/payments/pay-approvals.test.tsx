import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { team } from '#contract/team.ts'
import { hourAgo, problem } from '#web/testing/fixtures.ts'
import { answerPayPreview, payPath, showPayDialog } from '#web/testing/pay-dialog.tsx'
import { server } from '#web/testing/server.ts'
import { t } from '#web/testing/show.tsx'

const payButton = () => screen.findByRole('button', { name: t('payments.pay') })

const member = (_id: string, firstName: string, code: 'YES' | 'FROM') => ({
  _id,
  firstName,
  lastName: 'Flores',
  email: `${_id}@empresa.test`,
  role: 'ADMIN' as const,
  factors: ['EMAIL' as const],
  lastActiveAt: null,
  createdAt: hourAgo(),
  current: _id === 'user-1',
  counts: { code, from: code === 'FROM' ? hourAgo() : null },
})
const users = [
  member('user-1', 'Ana', 'YES'),
  member('user-2', 'Bea', 'YES'),
  member('user-3', 'Carlos', 'FROM'),
]

test('others have to approve → how many, before it is paid', async () => {
  answerPayPreview({ approvalsRequired: 2 })
  showPayDialog()
  await screen.findByText('Necesita 2 aprobaciones')
  expect(screen.queryByText(t('payments.asksForCode'))).toBeNull()
  expect(await payButton()).toHaveProperty('disabled', false)
})

test('the payday was approved before → the press asks nobody again', async () => {
  answerPayPreview({ approvedBefore: true })
  showPayDialog()
  await screen.findByText('Ya está aprobado')
  expect(screen.queryByText(t('payments.asksForCode'))).toBeNull()
  await waitFor(async () => expect(await payButton()).toHaveProperty('disabled', false))
})

test('nobody else has to approve → nothing is said of approvals', async () => {
  answerPayPreview()
  showPayDialog()
  await payButton()
  expect(screen.queryByText(/aprobaci/)).toBeNull()
})

test('too few others count → who could approve, how many are missing, and no payment', async () => {
  server.answer('GET', '/companies/users', team, { users, invitations: [] })
  answerPayPreview({ approvalsRequired: 2, problems: [problem('QUORUM_IMPOSSIBLE')] })
  showPayDialog()
  await screen.findByText('Se necesitan 2 aprobaciones y solo puede darla Bea Flores.')
  await screen.findByText('Falta 1 persona que pueda aprobar: invita a alguien o cambia la regla.')
  expect(await payButton()).toHaveProperty('disabled', true)
})

test('somebody stopped counting before the press → the refusal says who is left', async () => {
  answerPayPreview({ approvalsRequired: 2 })
  const { person } = showPayDialog()
  const data = { required: 2, counting: [], missing: 2 }
  server.refuse('POST', payPath, 'QUORUM_IMPOSSIBLE', { data })
  await waitFor(async () => expect(await payButton()).toHaveProperty('disabled', false))
  await person.click(await payButton())
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Se necesitan 2 aprobaciones y nadie más puede darlas. Faltan 2 personas que puedan aprobar: invita a alguien o cambia la regla.',
  )
})
