import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { approvalAnswer } from '#contract/approvals.ts'
import { company } from '#contract/company.ts'
import { consentText } from '#contract/consents.ts'
import { employeeInvites, newestInvites } from '#contract/employee-invites.ts'
import { receiptMailPreview } from '#contract/receipts.ts'
import type { Role } from '#domain/roles.ts'
import { answerApprovals, answerFactors, makeChangeOrder } from '#web/testing/approvals.ts'
import { makeCompany } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { StaffSection } from './staff-section.tsx'

beforeEach(() => {
  server.answer('GET', '/companies/company', company, makeCompany())
  server.answer('GET', '/companies/employees/invite', newestInvites, { invite: null })
})

const showSection = (role: Role = 'ADMIN') => show(<StaffSection />, '/security', role)
const rule = (key: string) => screen.findByRole('switch', { name: t(`staffRules.${key}`) })
const bodies = () => server.requests('PUT', '/companies').map(({ body }) => body)

test.each(['PAYROLL', 'APPROVER', 'ACCOUNTANT'] as const)('%s → sees none of it', async (role) => {
  showSection(role)
  await waitFor(() => expect(server.requests('GET', '/companies/company')).toHaveLength(1))
  expect(screen.queryByText(t('staffRules.title'))).toBeNull()
})

test('messages are switched on → that alone is saved', async () => {
  server.answer('PUT', '/companies', company, makeCompany({ notifyEmployees: true }))
  const { person } = showSection()
  await person.click(await rule('notify'))
  expect(await screen.findByText(t('staffRules.saved'))).toBeTruthy()
  expect(bodies()).toEqual([{ notifyEmployees: true }])
  expect(await rule('notify')).toHaveProperty('checked', true)
})

test('the company fixes shares → COMPANY is saved', async () => {
  server.answer('PUT', '/companies', company, makeCompany({ shareSetBy: 'COMPANY' }))
  const { person } = showSection()
  await person.click(await rule('ownShare'))
  await waitFor(() => expect(bodies()).toEqual([{ shareSetBy: 'COMPANY' }]))
})

const ownChange = makeChangeOrder({
  kind: 'RULES',
  subject: 'Se paga en bitcoin sin consentimiento',
  askedByMe: true,
  required: 1,
  given: [],
})

/** The rule is switched off, and the password typed: its own code is missing. */
async function askForOwnCode() {
  const unchanged = makeCompany({ requireConsent: true })
  server.answer('GET', '/companies/company', company, unchanged)
  server.refuse('PUT', '/companies', 'CODE_REQUIRED')
  answerFactors()
  answerApprovals([ownChange], {})
  server.answer('POST', '/approvals/change-1/code', z.null(), null)
  const { person } = showSection()
  await person.click(await rule('consent'))
  const typed = await screen.findByLabelText(t('auth.field.password'))
  server.answer('PUT', '/companies', company, unchanged)
  await person.type(typed, 'Volcan#2026{Enter}')
  expect(await screen.findByRole('dialog', { name: ownChange.subject })).toBeTruthy()
  return person
}

test('consent is no longer required → password, then the code that names it', async () => {
  const person = await askForOwnCode()
  expect(bodies()).toEqual([
    { requireConsent: false },
    { requireConsent: false, password: 'Volcan#2026' },
  ])
  server.answer('POST', '/approvals/change-1/approve', approvalAnswer, { approval: ownChange })
  await person.type(await screen.findByLabelText(t('ui.code.title')), '407182{Enter}')
  expect(await screen.findByText(t('approvals.changeApproved'))).toBeTruthy()
  const approve = server.requests('POST', '/approvals/change-1/approve')
  expect(approve[0]?.body).toEqual({ code: '407182' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the dialog of the code is closed → the change waits no longer', async () => {
  const person = await askForOwnCode()
  server.answer('POST', '/approvals/change-1/reject', approvalAnswer, { approval: ownChange })
  await person.click(screen.getByRole('button', { name: t('ui.close') }))
  await waitFor(() => expect(server.requests('POST', '/approvals/change-1/reject')).toHaveLength(1))
  expect(await rule('consent')).toHaveProperty('checked', true)
})

test('the text of the consent is changed → it is saved as a new version', async () => {
  const path = '/companies/consent-text'
  server.answer('GET', path, consentText, { version: 1, text: 'Acepto cobrar en bitcoin.' })
  server.answer('PUT', path, consentText, { version: 2, text: 'Acepto.' })
  const { person } = showSection()
  await person.click(await screen.findByRole('button', { name: t('staffRules.consentText') }))
  const dialog = await screen.findByRole('dialog')
  const text = await within(dialog).findByLabelText(/Versión 1/)
  await person.clear(text)
  await person.type(text, 'Acepto.')
  await person.click(within(dialog).getByRole('button', { name: t('ui.form.save') }))
  expect(await screen.findByText(t('staffRules.text.saved'))).toBeTruthy()
  expect(server.requests('PUT', path)[0]?.body).toEqual({ text: 'Acepto.' })
})

test('the message is looked at → subject, words, file and SMS stand there', async () => {
  const shown = {
    subject: 'Te pagaron',
    text: 'Hola, Rosa.\nTe pagaron.',
    html: '<p>Hola</p>',
    sms: 'Te pagaron: mira tu página',
    file: 'comprobante-2026-1.pdf',
  }
  server.answer('GET', '/companies/receipt-mail-preview', receiptMailPreview, shown)
  const { person } = showSection()
  await person.click(await screen.findByRole('button', { name: t('staffRules.preview') }))
  const dialog = await screen.findByRole('dialog')
  for (const words of [shown.subject, /Hola, Rosa/, shown.sms, shown.file]) {
    expect(await within(dialog).findByText(words)).toBeTruthy()
  }
})

test('everybody is invited → the button waits, and says how far it is', async () => {
  const job = { _id: 'job-1', total: 40, sent: 12, createdAt: new Date().toISOString() }
  server.answer('POST', '/companies/employees/invite', employeeInvites, {
    ...job,
    state: 'RUNNING',
  })
  const { person } = showSection()
  const button = await screen.findByRole('button', { name: t('staffRules.invite.button') })
  await person.click(button)
  expect(await screen.findByText('Enviados 12 de 40')).toBeTruthy()
  expect(button).toHaveProperty('disabled', true)
})
