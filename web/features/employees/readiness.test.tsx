import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { employeeInvited } from '#contract/employee-invites.ts'
import { type Employee, employeeList, type Readiness } from '#contract/employees.ts'
import { btcPrice } from '#contract/prices.ts'
import type { Role } from '#domain/roles.ts'
import type { ReadinessCounts } from '#web/shared/readiness/is-readiness-shown.ts'
import { makeEmployee } from '#web/testing/fixtures.ts'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { leaveAndStay } from '#web/testing/unsaved.ts'
import { Component as EmployeesScreen } from './employees-screen.tsx'

const nobody = {
  noAddress: 0,
  addressHeld: 0,
  accountHeld: 0,
  noConsent: 0,
  notInvited: 0,
  noEmail: 0,
  ready: 0,
}

const one = (id: string, firstName: string, values: Partial<Employee>) =>
  makeEmployee({ _id: id, firstName, lastName: 'Cruz', ...values })
const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
const ready = one('e-1', 'Ana', { readiness: 'ready', invitedAt: hourAgo })
const fresh = one('e-2', 'Bea', { readiness: 'notInvited' })
const lacking = one('e-3', 'Rosa', { readiness: 'noAddress', cryptoAddress: '' })
const noConsent = one('e-4', 'Fe', { readiness: 'noConsent', invitedAt: hourAgo })

function answerList(
  counts: Partial<Record<Readiness, number>>,
  values: Partial<ReadinessCounts> = {},
) {
  const employees = [ready, fresh, lacking, noConsent]
  server.answer('GET', '/employees', employeeList, {
    employees,
    employeesMatched: employees.length,
    pages: 1,
    readiness: { counts: { ...nobody, ...counts }, invited: 0, inDollars: 0, ...values },
  })
}

beforeEach(() => {
  setElementWidth(widths.desk)
  server.answer('GET', '/coins/btc/price', btcPrice, {
    price: 100_000,
    currency: 'USD',
    updatedAt: new Date().toISOString(),
    sources: 3,
  })
})

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const showScreen = (role: Role = 'ADMIN') => show(<EmployeesScreen />, '/employees', role)

test('nobody was invited or is paid in dollars → the list is that of before', async () => {
  answerList({ notInvited: 4 })
  showScreen()
  await row('Ana Cruz')
  expect(screen.queryByText(t('forPay.question'))).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test.each([{ invited: 1 }, { inDollars: 1 }])('%o → it says who can be paid', async (values) => {
  answerList({ ready: 1, notInvited: 1, noAddress: 1, noConsent: 1 }, values)
  showScreen()
  expect(await screen.findByText('Aún no: faltan 2 de 4')).toBeTruthy()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Todos 4',
    'Listo 2',
    'Falta dirección 1',
    'Falta consentimiento 1',
  ])
  expect((await row('Bea Cruz')).textContent).toContain('Listosin invitar')
  expect((await row('Rosa Cruz')).textContent).toContain('Falta dirección')
  expect((await row('Fe Cruz')).textContent).toContain('invitación enviada hace')
})

test('a tab is chosen → those alone are asked for', async () => {
  answerList({ ready: 1, notInvited: 1, noAddress: 1, noConsent: 1 }, { invited: 2 })
  const { person } = showScreen()
  await person.click(await screen.findByRole('tab', { name: /^Listo/ }))
  await waitFor(() =>
    expect(server.requests('GET', '/employees').at(-1)?.query.get('readiness')).toBe(
      'ready,notInvited,noEmail',
    ),
  )
})

test('two are chosen → both get a link, and who got none is named with the reason', async () => {
  answerList({ ready: 1, notInvited: 1, noAddress: 1, noConsent: 1 }, { invited: 2 })
  const sent = { via: 'EMAIL', sentTo: 'b***@empresa.test' } as const
  server.answer('POST', '/companies/employees/e-2/invite', employeeInvited, sent)
  server.refuse('POST', '/companies/employees/e-3/invite', 'VALIDATION')
  const { person } = showScreen()
  for (const name of ['Bea Cruz', 'Rosa Cruz']) {
    await person.click(await screen.findByRole('checkbox', { name: `Elegir a ${name}` }))
  }
  expect(screen.getByText('2 elegidas')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: t('forPay.invite') }))
  expect(await screen.findByText('Rosa Cruz no recibió el enlace')).toBeTruthy()
  expect(server.requests('POST', '/companies/employees/e-2/invite')).toHaveLength(1)
  expect(screen.queryByText('2 elegidas')).toBeNull()
})

test('all of the chosen were invited before → they are reminded', async () => {
  answerList({ ready: 4 }, { invited: 4 })
  const { person } = showScreen()
  await person.click(await screen.findByRole('checkbox', { name: 'Elegir a Ana Cruz' }))
  expect(screen.getByRole('button', { name: t('forPay.remind') })).toBeTruthy()
})

test('an administrator notes a paper of two people → each is noted, with where it is', async () => {
  answerList({ ready: 1, notInvited: 1, noAddress: 1, noConsent: 1 }, { invited: 2 })
  for (const id of ['e-2', 'e-4']) {
    server.answer('PUT', `/companies/employees/${id}/consent`, z.null(), null)
  }
  const { person } = showScreen()
  for (const name of ['Bea Cruz', 'Fe Cruz']) {
    await person.click(await screen.findByRole('checkbox', { name: `Elegir a ${name}` }))
  }
  await person.click(screen.getByRole('button', { name: t('paperConsent.button') }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Bea Cruz, Fe Cruz')).toBeTruthy()
  const save = dialog.getByRole('button', { name: t('ui.form.save') })
  expect(save).toHaveProperty('disabled', true)
  await person.click(dialog.getByRole('radio', { name: /^Firmaron que sí/ }))
  await person.type(dialog.getByRole('textbox'), 'Carpeta 7')
  await person.click(save)
  expect(await screen.findByText('Anotamos la respuesta de 2 personas')).toBeTruthy()
  for (const id of ['e-2', 'e-4']) {
    const [sent] = server.requests('PUT', `/companies/employees/${id}/consent`)
    expect(sent?.body).toEqual({ agreed: true, note: 'Carpeta 7' })
  }
  expect(screen.queryByText('2 elegidas')).toBeNull()
})

test('a paper is begun and left → the dialog asks, and keeps what was typed', async () => {
  answerList({ ready: 4 }, { invited: 4 })
  const { person } = showScreen()
  await person.click(await screen.findByRole('checkbox', { name: 'Elegir a Ana Cruz' }))
  await person.click(screen.getByRole('button', { name: t('paperConsent.button') }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('textbox'), 'Carpeta 7')
  await leaveAndStay(person)
  expect(dialog.getByRole('textbox')).toHaveProperty('value', 'Carpeta 7')
})

test('somebody who prepares payrolls invites, and notes no consent', async () => {
  answerList({ ready: 4 }, { invited: 4 })
  const { person } = showScreen('PAYROLL')
  await person.click(await screen.findByRole('checkbox', { name: 'Elegir a Ana Cruz' }))
  expect(screen.getByRole('button', { name: t('forPay.remind') })).toBeTruthy()
  expect(screen.queryByRole('button', { name: t('paperConsent.button') })).toBeNull()
})
