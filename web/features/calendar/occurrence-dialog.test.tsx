import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Occurrence, occurrenceAnswer } from '#contract/calendar.ts'
import { scheduleAnswer } from '#contract/schedules.ts'
import type { Role } from '#domain/roles.ts'
import { answerApprovals, answerFactors, makePaydayApproval } from '#web/testing/approvals.ts'
import { makeOccurrence } from '#web/testing/calendar.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { OccurrenceDialog } from './occurrence-dialog.tsx'

const path = '/calendar/occurrence-1/prepare'
const approvals = { _id: 'sheet-1', given: 1, required: 2 }

beforeEach(() => {
  answerApprovals([])
  server.answer('GET', '/companies/payrolls/payroll-1/schedule', scheduleAnswer, {
    schedule: null,
    next: [],
    missing: [],
  })
})

function open(values: Partial<Occurrence>, role: Role = 'ADMIN') {
  const occurrence = makeOccurrence({ mode: 'PAY', ...values })
  return show(<OccurrenceDialog occurrence={occurrence} onClose={() => {}} />, '/', role)
}

const mainButton = (name: string) => screen.findByRole('button', { name })
const mainLink = (name: string) => screen.findByRole('link', { name })

test('it is planned, and prepared by hand → the call, and no body', async () => {
  const { person } = open({})
  const occurrence = makeOccurrence({ state: 'prepared' })
  server.answer('POST', path, occurrenceAnswer, { occurrence })
  await person.click(await mainButton(t('calendar.one.prepare')))
  await waitFor(() => expect(server.requests('POST', path)).toHaveLength(1))
})

test('it only reminds → nothing to prepare', async () => {
  open({ mode: 'REMIND' })
  await screen.findByRole('button', { name: t('calendar.one.skip') })
  expect(screen.queryByRole('button', { name: t('calendar.one.prepare') })).toBeNull()
})

test('preparing is refused → the dialog says why', async () => {
  const { person } = open({})
  server.refuse('POST', path, 'PRICE_UNAVAILABLE')
  await person.click(await mainButton(t('calendar.one.prepare')))
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
})

test('others ask for this approval → the way to its page, and when it is paid', async () => {
  answerApprovals([makePaydayApproval()])
  open({ state: 'prepared', approvals: approvals, ceilingUsd: 20_500 })
  const link = await mainLink(t('calendar.auto.review'))
  expect(link.getAttribute('href')).toBe('/dashboard/por-aprobar/sheet-1')
  screen.getByText('Cuando se apruebe, se paga sola el lunes 30 a las 8:00.')
  screen.getByText('$20,500.00')
})

test('others have to approve → no button but to prepare it once more', async () => {
  answerApprovals([makePaydayApproval({ canApprove: false, refusal: 'SELF_APPROVAL' })])
  open({ state: 'prepared', approvals: approvals })
  await mainButton(t('calendar.auto.again'))
  expect(screen.queryByRole('link', { name: t('calendar.auto.review') })).toBeNull()
  expect(screen.queryByRole('button', { name: t('approval.approve') })).toBeNull()
})

test('somebody works alone → a code of their own approves it here', async () => {
  answerApprovals([makePaydayApproval({ askedByMe: true, required: 1, given: [] })])
  answerFactors({ app: true })
  const { person } = open({ state: 'prepared', approvals: { ...approvals, given: 0, required: 1 } })
  await person.click(await mainButton(t('approval.approve')))
  const approve = '/approvals/sheet-1/approve'
  server.refuse('POST', approve, 'WRONG_CODE')
  await person.type(await screen.findByLabelText(t('ui.code.title')), '407182')
  await person.click(screen.getByRole('button', { name: t('approval.approve') }))
  await waitFor(() => expect(server.requests('POST', approve)).toHaveLength(1))
  expect(server.requests('POST', approve)[0]?.body).toEqual({ code: '407182' })
})

test('nobody has to approve its sheet → it says prepared, and leads to the payment', async () => {
  open({ state: 'prepared', mode: 'PREPARE' })
  const link = await mainLink(t('calendar.auto.pay'))
  expect(link.getAttribute('href')).toBe('/payrolls/details/payroll-1?pagar')
  screen.getByText('Preparada')
})

test.each([
  [
    'SHEET_CHANGED',
    'Cambió una persona, un salario, una dirección o una cuenta',
    'Preparar otra vez',
  ],
  ['ABOVE_CEILING', 'sale más de lo aprobado', 'Preparar otra vez'],
  ['NODE', 'Se intenta otra vez con cada bloque, hasta las 14:00.', null],
  ['FROZEN', 'Nada sale hasta que se descongelen.', null],
] as const)('held for %s → why in words, and what to do', async (reason, why, button) => {
  open({ state: 'held', reason, approvals: { ...approvals, given: 2 } })
  await screen.findByText(new RegExp(why))
  const found = screen.queryByRole('button', { name: t('calendar.auto.again') })
  expect(found?.textContent ?? null).toBe(button)
})

test('held for funds → the way to fund it', async () => {
  open({ state: 'held', reason: 'FUNDS', missing: { btc: '0.00232000', usd: 212.4 } })
  await mainLink(t('calendar.next.fund'))
  screen.getByText('Faltan $212.40, hasta las 14:00')
})

test('missed → the reason, that no funds moved, and the way to pay it', async () => {
  open({ state: 'missed', reason: 'SHEET_CHANGED' })
  await screen.findByText('La lista cambió')
  screen.getByText(t('calendar.auto.missed'))
  await mainLink(t('calendar.auto.pay'))
})

test('an ACCOUNTANT opens a held payday → nothing to do', async () => {
  open({ state: 'held', reason: 'SHEET_CHANGED' }, 'ACCOUNTANT')
  await screen.findByText(/Cambió una persona/)
  expect(screen.queryByRole('button', { name: t('calendar.auto.again') })).toBeNull()
})

test('a backup was restored → it says that it only reminds', async () => {
  server.answer('GET', '/companies/payrolls/payroll-1/schedule', scheduleAnswer, {
    schedule: {
      every: 'MONTH',
      days: ['LAST'],
      weekday: null,
      hour: '08:00',
      timeZone: 'America/El_Salvador',
      whenClosed: 'BEFORE',
      saturdays: 'CLOSED',
      startsOn: '2026-01-01',
      endsOn: null,
      mode: 'PAY',
      remindsOnly: true,
    },
    next: [],
    missing: [],
  })
  open({ mode: 'REMIND' })
  await screen.findByText(new RegExp(t('calendar.auto.restored')))
})

test('a reason to skip it is typed and the dialog closed → it asks first', async () => {
  const { person } = open({})
  await person.click(await screen.findByRole('button', { name: t('calendar.one.skip') }))
  await person.type(await screen.findByLabelText(t('calendar.one.why')), 'Feriado')
  await person.keyboard('{Escape}')
  await screen.findByRole('dialog', { name: t('ui.unsaved.title') })
  await person.click(screen.getByRole('button', { name: t('ui.unsaved.stay') }))
  expect(screen.getByLabelText<HTMLInputElement>(t('calendar.one.why')).value).toBe('Feriado')
})

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()
const ana = { _id: 'user-2', name: 'Ana Flores', email: 'ana@empresa.test' }

/** The dates of a payroll whose next payday needs others, since Ana changed something. */
function answerNeeded(periodKey: string, dueAt: string, names: string[]) {
  server.answer('GET', '/companies/payrolls/payroll-1/schedule', scheduleAnswer, {
    schedule: null,
    next: [{ periodKey, dueAt, moved: null }],
    missing: [{ changer: ana, names }],
  })
}

test.each([
  [['Bea Ruiz'], 'Lo que cambió Ana Flores lo aprueba o lo paga otra persona: Bea Ruiz.'],
  [
    [],
    'Nadie más puede aprobar lo que cambió Ana Flores. Invita a alguien que pueda aprobar, o cambia la regla.',
  ],
])('three days before, %j can approve → the payday says for whose change', async (names, said) => {
  const { periodKey } = makeOccurrence({})
  answerNeeded(periodKey, inDays(2), names)
  open({ dueAt: inDays(2) })
  expect(await screen.findByText(said)).toBeTruthy()
})

test('the payday is weeks away → nothing is said of who approves', async () => {
  const { periodKey } = makeOccurrence({})
  answerNeeded(periodKey, inDays(20), [])
  open({ dueAt: inDays(20) })
  await mainButton(t('calendar.one.prepare'))
  expect(screen.queryByText(/Ana Flores/)).toBeNull()
})
