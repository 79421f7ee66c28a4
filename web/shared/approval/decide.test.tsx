import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { decidedAnswer } from '#contract/approval.ts'
import { type Approval, approvalOptions } from '#contract/approvals.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { texts } from '#contract/texts/index.ts'
import type { Role } from '#domain/roles.ts'
import { answerApprovals, answerFactors, makeApproval } from '#web/testing/approvals.ts'
import { makeTransaction } from '#web/testing/fixtures.ts'
import { forgetPasskeys, requestOptions, stubPasskeys } from '#web/testing/passkeys.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Decide } from './decide.tsx'

afterEach(forgetPasskeys)

const path = '/transactions/transaction-1'
const decided = { payment: null, transaction: makeTransaction() }

interface Shown {
  values?: Partial<Approval>
  key?: boolean
  app?: boolean
  strongOnly?: boolean
  role?: Role
}

function showDecide({ values, role = 'ADMIN', strongOnly = false, ...own }: Shown = {}) {
  const approval = makeApproval(values)
  answerApprovals([approval], { tiers: [{ fromUsd: 0, approvals: 2 }], strongOnly })
  answerFactors(own)
  server.answer('POST', `${path}/approval-options`, approvalOptions, { options: requestOptions })
  return show(<Decide approval={approval} sentTo="a•••@empresa.test" />, '/', role)
}
const keyButton = () => screen.findByRole('button', { name: 'Aprobar con tu llave' })

test('with a key → it says what the key signs, and approves with it', async () => {
  stubPasskeys('given')
  const { person } = showDecide({ key: true })
  server.answer('POST', `${path}/approve`, decidedAnswer, decided)
  const button = await keyButton()
  await screen.findByText('Falta 1 de 2')
  await screen.findByText(
    'Tu llave firma esta lista y nada más: 3 personas, $1,500.00, comisión hasta $12.40.',
  )
  expect(screen.getByText('1a2b3c4d…99887766')).toBeTruthy()
  expect(screen.getByText('Roberto Siliézar (roberto@izalco.sv)')).toBeTruthy()
  expect(screen.getByText('Tú')).toBeTruthy()
  await person.click(button)
  await waitFor(() => expect(server.requests('POST', `${path}/approve`)).toHaveLength(1))
  expect(server.requests('POST', `${path}/approve`)[0]?.body).toMatchObject({
    assertion: { id: 'AQID' },
  })
})

test('while the key is asked for → the button says so and cannot be pressed', async () => {
  stubPasskeys('given')
  const { person } = showDecide({ key: true })
  server.answer('POST', `${path}/approve`, decidedAnswer, decided)
  const go = server.hold('POST', `${path}/approval-options`)
  await person.click(await keyButton())
  const button = await screen.findByRole('button', { name: 'Esperando tu llave' })
  expect(button).toHaveProperty('disabled', true)
  go()
  await waitFor(() => expect(server.requests('POST', `${path}/approve`)).toHaveLength(1))
})

test('the key is refused → nothing is approved, and it can be tried again', async () => {
  stubPasskeys('refused')
  const { person } = showDecide({ key: true })
  await person.click(await keyButton())
  expect((await screen.findByRole('alert')).textContent).toBe('No se aprobó nada.')
  expect(server.requests('POST', `${path}/approve`)).toHaveLength(0)
  expect(await keyButton()).toHaveProperty('disabled', false)
})

test('without a key → a code is sent when it is asked for, and approves', async () => {
  const { person } = showDecide()
  server.answer('POST', `${path}/approval-code`, z.null(), null)
  server.answer('POST', `${path}/approve`, decidedAnswer, decided)
  await person.click(await screen.findByRole('button', { name: 'Enviar código' }))
  await screen.findByText(/Lo enviamos a a•••@empresa.test/)
  await person.type(screen.getByLabelText(t('ui.code.title')), '407182')
  await person.click(screen.getByRole('button', { name: 'Aprobar' }))
  await waitFor(() => expect(server.requests('POST', `${path}/approve`)).toHaveLength(1))
  expect(server.requests('POST', `${path}/approve`)[0]?.body).toEqual({ code: '407182' })
})

test('a message quicker than the answer → its code stays', async () => {
  const { person } = showDecide()
  server.answer('POST', `${path}/approval-code`, z.null(), null)
  const answer = server.hold('POST', `${path}/approval-code`)
  await person.click(await screen.findByRole('button', { name: 'Enviar código' }))
  await person.type(screen.getByLabelText(t('ui.code.title')), '407182')
  answer()
  await screen.findByText(/Lo enviamos a a•••@empresa.test/)
  expect(screen.getByLabelText(t('ui.code.title'))).toHaveProperty('value', '407182')
})

test('with an app → no code is sent, and none is offered', async () => {
  showDecide({ app: true })
  await screen.findByText(t('factors.app.write'))
  expect(screen.queryByRole('button', { name: 'Enviar código' })).toBeNull()
})

test('a wrong code → the cells are empty, and say why', async () => {
  const { person } = showDecide({ app: true })
  server.refuse('POST', `${path}/approve`, 'WRONG_CODE')
  await person.type(await screen.findByLabelText(t('ui.code.title')), '407182')
  await person.click(screen.getByRole('button', { name: 'Aprobar' }))
  await screen.findByText(texts.es.errors.WRONG_CODE)
  expect(screen.getByLabelText(t('ui.code.title'))).toHaveProperty('value', '')
})

const said = [
  'SELF_APPROVAL',
  'ALREADY_APPROVED',
  'APPROVER_TOO_NEW',
  'WRONG_ASSERTION',
  'PRICE_MOVED',
] as const satisfies readonly ErrorCode[]

test.each(said)('the server refuses with %s → its sentence stands in place', async (code) => {
  const { person } = showDecide({ app: true })
  server.refuse('POST', `${path}/approve`, code)
  await person.type(await screen.findByLabelText(t('ui.code.title')), '407182')
  await person.click(screen.getByRole('button', { name: 'Aprobar' }))
  expect((await screen.findByRole('alert')).textContent).toBe(texts.es.errors[code])
})

test('keys alone move money → no code is offered', async () => {
  stubPasskeys('given')
  showDecide({ key: true, strongOnly: true })
  await keyButton()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Usar un código' })).toBeNull())
})

test('asked by me → no approval, but the request can be taken back', async () => {
  const own = { askedByMe: true, canApprove: false, refusal: 'SELF_APPROVAL', given: [] }
  const { person } = showDecide({ values: own })
  await screen.findByText('Quien pide no aprueba')
  expect(screen.queryByRole('button', { name: /Aprobar/ })).toBeNull()
  server.answer('POST', `${path}/reject`, decidedAnswer, decided)
  await person.click(screen.getByRole('button', { name: 'Retirar la petición' }))
  await person.type(await screen.findByLabelText(/Motivo/), 'Falta una persona')
  await person.click(screen.getByRole('button', { name: 'Rechazar' }))
  await waitFor(() => expect(server.requests('POST', `${path}/reject`)).toHaveLength(1))
  expect(server.requests('POST', `${path}/reject`)[0]?.body).toEqual({
    reason: 'Falta una persona',
  })
})

const refusals: [string, Partial<Approval>, Role, string][] = [
  ['approved already', { refusal: 'ALREADY_APPROVED' }, 'APPROVER', 'Ya aprobaste'],
  [
    'in the role since today',
    { refusal: 'APPROVER_TOO_NEW', mayFrom: '2026-11-29T15:30:00.000Z' },
    'APPROVER',
    'Tu aprobación aún no cuenta. Podrás hacerlo desde el 29 nov 2026',
  ],
  ['without a key', { refusal: 'WRONG_ASSERTION' }, 'APPROVER', 'Necesitas una llave de acceso'],
  ['reading alone', { refusal: 'NOT_ALLOWED_FOR_ROLE' }, 'ACCOUNTANT', 'Puede aprobar quien'],
]

test.each(refusals)('somebody %s → why, and no button to approve', async (_, values, role, why) => {
  showDecide({ values: { ...values, canApprove: false }, role })
  await screen.findByText(new RegExp(why))
  expect(screen.queryByRole('button', { name: /Aprobar/ })).toBeNull()
})
