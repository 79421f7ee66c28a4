import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { employeeInvited } from '#contract/employee-invites.ts'
import { type Employee, employeeList, type Readiness } from '#contract/employees.ts'
import { btcPrice } from '#contract/prices.ts'
import { makeEmployee } from '#web/testing/fixtures.ts'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { EmployeesScreen } from './employees-screen.tsx'
import type { Counts } from './readiness-tabs.ts'

const nobody = { noAddress: 0, addressHeld: 0, noConsent: 0, notInvited: 0, noEmail: 0, ready: 0 }

const one = (id: string, firstName: string, values: Partial<Employee>) =>
  makeEmployee({ _id: id, firstName, lastName: 'Cruz', ...values })
const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
const ready = one('e-1', 'Ana', { readiness: 'ready', invitedAt: hourAgo })
const fresh = one('e-2', 'Bea', { readiness: 'notInvited' })
const lacking = one('e-3', 'Rosa', { readiness: 'noAddress', cryptoAddress: '' })
const asked = one('e-4', 'Fe', { readiness: 'noConsent', invitedAt: hourAgo })

function answerList(counts: Partial<Record<Readiness, number>>, values: Partial<Counts> = {}) {
  const employees = [ready, fresh, lacking, asked]
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
const showScreen = () => show(<EmployeesScreen UploadDialog={() => null} />, '/employees')

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
