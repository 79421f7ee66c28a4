import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Occurrence, occurrenceAnswer } from '#contract/calendar.ts'
import { scheduleAnswer } from '#contract/schedules.ts'
import { texts } from '#contract/texts/index.ts'
import { answerCalendar, makeOccurrence } from '#web/testing/calendar.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component as CalendarScreen } from './calendar-screen.tsx'

// Asked for once a planned payday is opened.
beforeEach(() => {
  server.answer('GET', '/companies/payrolls/payroll-1/schedule', scheduleAnswer, {
    schedule: null,
    next: [],
    missing: [],
  })
})

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

function open(...values: Partial<Occurrence>[]) {
  const occurrences = values.map((one, index) =>
    makeOccurrence({ _id: `o${index}`, dueAt: inDays(2), ...one }),
  )
  answerCalendar(occurrences)
  return show(<CalendarScreen />)
}

test('funds are missing → the answer is the day, and the foot says how much', async () => {
  open({ missing: { btc: '0.01344521', usd: 1230 } })
  const panel = (await screen.findByText(t('calendar.next.label'))).closest('section')
  expect(panel?.textContent).toContain('en 2 días')
  expect(panel?.textContent).toContain('Faltan $1,230.00 para cubrirlo.')
  expect(within(panel as HTMLElement).getByRole('link').textContent).toBe('Ver cómo fondear')
})

test('no payroll has dates → the way to the payrolls', async () => {
  open()
  expect(await screen.findByText(t('calendar.empty.title'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: t('calendar.subscribe') })).toBeNull()
})

test.each([
  [{ state: 'held', reason: 'FUNDS', missing: { btc: '0.002', usd: 212.4 } }, 'Faltan $212.40'],
  [{ state: 'held', reason: 'SHEET_CHANGED' }, 'La lista cambió'],
  [{ state: 'missed' }, 'Pasó su hora. Decide tú'],
  [{ state: 'prepared', approvals: { _id: 'a', given: 1, required: 2 } }, 'Falta 1 de 2'],
  [{ state: 'skipped', skipReason: 'Cerramos por fiestas' }, 'Cerramos por fiestas'],
] as const)('%o → its line says why', async (values, line) => {
  const missing = 'missing' in values ? { btc: '0.00200000', usd: 212.4 } : null
  open({ ...values, missing })
  const rows = await screen.findAllByRole('listitem')
  expect(rows.at(-1)?.textContent).toContain(line)
})

test('several payrolls on one day of a later month → a press shows each, to be opened', async () => {
  const later = { dueAt: inDays(40), state: 'planned' } as const
  const { person } = open(later, { ...later, payroll: { _id: 'payroll-1', name: 'Oficina' } })
  await person.click(await screen.findByRole('button', { name: /^Beneficio Santa Ana y 1 / }))
  await person.click(await screen.findByRole('button', { name: /^Oficina/ }))
  expect(await screen.findByRole('dialog', { name: 'Oficina' })).toBeTruthy()
})

test('a payday is skipped without a reason → the field says so, and nothing is sent', async () => {
  const { person } = open({})
  await person.click(await screen.findByRole('button', { name: /Beneficio Santa Ana/ }))
  await person.click(screen.getByRole('button', { name: t('calendar.one.skip') }))
  await person.click(await screen.findByRole('button', { name: t('calendar.one.skip') }))
  expect(await screen.findByText(texts.es.fields.required)).toBeTruthy()
})

test('a move is refused → the dialog says why', async () => {
  const { person } = open({})
  server.refuse('POST', '/calendar/o0/move', 'OCCURRENCE_IS_OVER')
  await person.click(await screen.findByRole('button', { name: /Beneficio Santa Ana/ }))
  await person.click(screen.getByRole('button', { name: t('calendar.one.move') }))
  await person.click(await screen.findByRole('button', { name: t('ui.form.save') }))
  expect((await screen.findByRole('alert')).textContent).toContain('no cambió nada')
})

test('an APPROVER opens a payday → there is nothing to change', async () => {
  server.answer('POST', '/calendar/o0/skip', occurrenceAnswer, { occurrence: makeOccurrence() })
  answerCalendar([makeOccurrence({ _id: 'o0', dueAt: inDays(3) })])
  const { person } = show(<CalendarScreen />, '/', 'APPROVER')
  await person.click(await screen.findByRole('button', { name: /Beneficio Santa Ana/ }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(screen.queryByRole('button', { name: t('calendar.one.skip') })).toBeNull()
})

test('a special pay → its row leads to the sheet', async () => {
  open({ kind: 'QUINCENA_25', periodKey: '2027-01-QUINCENA_25', specialRun: 'run-1' })
  const row = await screen.findByRole('link', { name: /Quincena 25/ })
  expect(row.getAttribute('href')).toBe('/payrolls/special/run-1')
})
