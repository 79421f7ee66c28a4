import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { company } from '#contract/company.ts'
import { texts } from '#contract/texts/index.ts'
import type { Role } from '#domain/roles.ts'
import { answerCalendar, makeOccurrence } from '#web/testing/calendar.ts'
import { makeCompany } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component as CalendarScreen } from './calendar-screen.tsx'

const own = { day: '2999-08-03', name: 'Feria de Santa Ana' }
const added = { day: '2999-12-26', name: 'Descanso' }

async function open(role: Role = 'ADMIN') {
  answerCalendar([makeOccurrence({ dueAt: new Date(Date.now() + 86_400_000).toISOString() })])
  server.answer('GET', '/companies/company', company, makeCompany({ closedDays: [own] }))
  const shown = show(<CalendarScreen />, '/', role)
  await screen.findByRole('button', { name: t('calendar.subscribe') })
  return shown
}

async function openDays() {
  const { person } = await open()
  await person.click(screen.getByRole('button', { name: t('calendar.closed.title') }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(own.name)
  return { person, dialog }
}

const saved = () => server.requests('PUT', '/companies').map(({ body }) => body)

test('PAYROLL opens the calendar → the non-working days are not theirs to change', async () => {
  await open('PAYROLL')
  expect(screen.queryByRole('button', { name: t('calendar.closed.title') })).toBeNull()
})

test('the days are opened → the holidays of the law stand below, without a button', async () => {
  const { dialog } = await openDays()
  expect(dialog.getByText('Navidad')).toBeTruthy()
  expect(dialog.getAllByRole('button', { name: /^Quitar/ })).toHaveLength(1)
})

test('a day is added → it is saved beside the others', async () => {
  const { person, dialog } = await openDays()
  const closedDays = [own, added]
  server.answer('PUT', '/companies', company, makeCompany({ closedDays }))
  server.answer('GET', '/companies/company', company, makeCompany({ closedDays }))
  await person.type(dialog.getByLabelText(t('calendar.closed.day')), added.day)
  await person.type(dialog.getByLabelText(t('calendar.closed.name')), added.name)
  await person.click(dialog.getByRole('button', { name: t('calendar.closed.add') }))
  expect(await dialog.findByText(added.name)).toBeTruthy()
  expect(saved()).toEqual([{ closedDays }])
})

test('the last day is removed → an empty list is saved', async () => {
  const { person, dialog } = await openDays()
  server.answer('PUT', '/companies', company, makeCompany())
  server.answer('GET', '/companies/company', company, makeCompany())
  await person.click(dialog.getByRole('button', { name: `Quitar ${own.name}` }))
  expect(await dialog.findByText(t('calendar.closed.none'))).toBeTruthy()
  expect(saved()).toEqual([{ closedDays: [] }])
})

test('a day is there already → the fault stands at the day', async () => {
  const { person, dialog } = await openDays()
  const message = texts.es.fields.closedDayTwice
  server.refuse('PUT', '/companies', 'VALIDATION', { errors: [{ path: 'closedDays', message }] })
  await person.type(dialog.getByLabelText(t('calendar.closed.day')), own.day)
  await person.type(dialog.getByLabelText(t('calendar.closed.name')), 'Otra vez')
  await person.click(dialog.getByRole('button', { name: t('calendar.closed.add') }))
  await vi.waitFor(() =>
    expect(dialog.getByLabelText(t('calendar.closed.day')).getAttribute('aria-invalid')).toBe(
      'true',
    ),
  )
  expect(dialog.getByText(message)).toBeTruthy()
})
