import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type AddressReport, addressReport } from '#contract/changes.ts'
import { texts } from '#contract/texts/index.ts'
import { hourAgo } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component } from './report-screen.tsx'

const path = '/address-reports/secret'
const change: AddressReport = {
  companyName: 'Café Izalco',
  employeeName: 'Rosa Chicas',
  changedAt: hourAgo(),
  reportedAt: null,
  changed: ['ADDRESS'],
  mayConfirm: false,
  confirmed: false,
}

function open(values: Partial<AddressReport> = {}) {
  server.answer('GET', path, addressReport, { ...change, ...values })
  return show(<Component />, '/direccion#t=secret')
}
const reports = () => server.requests('POST', path)
const report = () => screen.findByRole('button', { name: t('addressReport.press') })

test('the link is opened → it names company and person, and reports nothing', async () => {
  open()
  await report()
  expect(document.body.textContent).toContain('Café Izalco')
  expect(document.body.textContent).toContain('Rosa Chicas')
  expect(reports()).toHaveLength(0)
})

test('it is pressed → it is reported once, and the page says what holds now', async () => {
  const { person } = open()
  server.answer('POST', path, addressReport, { ...change, reportedAt: hourAgo() })
  await person.click(await report())
  await screen.findByText(t('addressReport.done', { company: 'Café Izalco' }))
  expect(reports()).toHaveLength(1)
  const title = screen.getByRole('heading', { name: t('addressReport.doneTitle') })
  await waitFor(() => expect(document.activeElement).toBe(title))
})

test('it was reported before → the page says when', async () => {
  open({ reportedAt: hourAgo() })
  await report()
  expect(document.body.textContent).toMatch(/Ya se avisó el/)
})

test('the link is too old → the page says so without a button', async () => {
  server.refuse('GET', path, 'REPORT_LINK_ENDED')
  show(<Component />, '/direccion#t=secret')
  await screen.findByText(t('addressReport.ended'))
  expect(screen.queryByRole('button')).toBeNull()
})

test('it ends between opening and pressing → the page says so', async () => {
  const { person } = open()
  server.refuse('POST', path, 'REPORT_LINK_ENDED')
  await person.click(await report())
  await screen.findByText(t('addressReport.ended'))
})

test('the link has no token → it has ended, and nobody is asked', async () => {
  show(<Component />, '/direccion')
  await screen.findByText(t('addressReport.ended'))
})

test('the server does not answer → the press can be made again', async () => {
  const { person } = open()
  server.refuse('POST', path, 'NOT_FOUND')
  await person.click(await report())
  await screen.findByText(texts.es.errors.NOT_FOUND)
  expect((await report()).hasAttribute('disabled')).toBe(false)
})

test('an e-mail was changed → its former reader confirms it by a press', async () => {
  const { person } = open({ changed: ['EMAIL'], mayConfirm: true })
  const confirmed: AddressReport = { ...change, changed: ['EMAIL'], confirmed: true }
  server.answer('POST', `${path}/confirm`, addressReport, confirmed)
  await person.click(await screen.findByRole('button', { name: t('contactReport.confirm') }))
  await screen.findByText(t('contactReport.confirmed', { company: 'Café Izalco' }))
  expect(reports()).toHaveLength(0)
})

test('the reader of an unchanged phone reports an e-mail, and cannot confirm it', async () => {
  const { person } = open({ changed: ['EMAIL'] })
  const press = await screen.findByRole('button', { name: t('contactReport.press') })
  expect(screen.queryByRole('button', { name: t('contactReport.confirm') })).toBeNull()
  const reported: AddressReport = { ...change, changed: ['EMAIL'], reportedAt: hourAgo() }
  server.answer('POST', path, addressReport, reported)
  await person.click(press)
  await screen.findByText(t('contactReport.done', { company: 'Café Izalco' }))
})
