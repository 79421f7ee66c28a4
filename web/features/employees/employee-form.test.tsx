import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { company } from '#contract/company.ts'
import { type Employee, employee, employeeList } from '#contract/employees.ts'
import { btcPrice } from '#contract/prices.ts'
import { addresses, makeCompany, makeEmployee } from '#web/testing/fixtures.ts'
import { setElementWidth, widths } from '#web/testing/page-width.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { Component as CreateScreen } from './create-employee-screen.tsx'

const path = '/companies/employees'
const rosa = makeEmployee({ _id: 'employee-9', firstName: 'Rosa', lastName: 'Chicas' })
const carlos = makeEmployee({ _id: 'employee-8', firstName: 'Carlos', lastName: 'Chicas' })

function answerPeopleAt(employees: Employee[]) {
  const answer = { employees, employeesMatched: employees.length, pages: 1 }
  server.answer('GET', '/employees', employeeList, answer)
}

beforeEach(() => {
  setElementWidth(widths.desk)
  server.answer('GET', '/companies/company', company, makeCompany({ country: 'SV' }))
  server.answer('POST', path, employee, rosa)
  answerPeopleAt([])
  server.answer('GET', '/coins/btc/price', btcPrice, {
    price: 100_000,
    currency: 'USD',
    updatedAt: new Date().toISOString(),
    sources: 3,
  })
})

const field = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(
    new RegExp(`^${t(`employees.field.${name}`).replace(/\s*\(.*/, '')}`),
  )

async function showForm() {
  const { person, router } = show(<CreateScreen />, '/employees/create-employee')
  await screen.findByRole('button', { name: t('ui.form.save') })
  const type = async (name: string, text: string) => {
    const input = field(name)
    await person.clear(input)
    await person.click(input)
    await person.paste(text)
  }
  const fill = async (more: Record<string, string> = {}) => {
    const all = {
      firstName: 'Rosa Idalia',
      lastName: 'Chicas',
      baseSalary: '545.50',
      cryptoAddress: addresses.ana,
      ...more,
    }
    for (const [name, text] of Object.entries(all)) await type(name, text)
  }
  const press = (key: string) => person.click(screen.getByRole('button', { name: t(key) }))
  return { person, router, type, fill, press }
}

const ask = { prefix: 'bcrt1' }

test('no address yet → it says whom to ask and how, by name once there is one', async () => {
  const { type } = await showForm()
  expect(screen.getByText(t('employees.addressHelp.askThem', ask))).toBeTruthy()
  await type('firstName', 'Rosa Idalia')
  expect(screen.getByText(t('employees.addressHelp.ask', { ...ask, name: 'Rosa' }))).toBeTruthy()
})

test('the message for the person is copied → the button says so', async () => {
  const { person, type, press } = await showForm()
  await type('firstName', 'Rosa')
  await person.click(screen.getByRole('button', { name: 'Copiar mensaje para Rosa' }))
  expect(await navigator.clipboard.readText()).toBe(
    t('employees.addressHelp.message', { ...ask, name: 'Rosa' }),
  )
  await press('ui.copy.copied')
})

test('a Lightning address is pasted → it is named at once, with three steps', async () => {
  const { type, person } = await showForm()
  await type('firstName', 'Rosa')
  await type('cryptoAddress', 'rosa@blink.sv')
  expect(screen.getByText('rosa@blink.sv es una dirección Lightning.')).toBeTruthy()
  expect(
    screen.getByText('Aquí pagamos on-chain: pídele a Rosa una que empiece por bcrt1.'),
  ).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Cómo te la da Rosa' })).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1En su app: Recibir → Bitcoin (on-chain).',
    '2Toca Copiar. Empieza por bcrt1.',
    '3Te la manda escrita, no en foto.',
  ])
  await person.click(screen.getByRole('button', { name: t('employees.addressHelp.noApp') }))
  expect(screen.getByText(t('employees.addressHelp.noAppText'))).toBeTruthy()
})

test.each([
  ['lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqf', 'Es una factura o un enlace Lightning.'],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'Es una dirección de Tron, no de Bitcoin.'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Es de la red principal de Bitcoin.'],
])('%s is pasted → it is called what it is', async (text, what) => {
  const { type } = await showForm()
  await type('cryptoAddress', text)
  expect(screen.getByText(what)).toBeTruthy()
  expect(field('cryptoAddress').getAttribute('aria-invalid')).toBe('true')
})

test('an address lacks its last character → that is said when the field is left', async () => {
  const { type, person } = await showForm()
  const short = addresses.ana.slice(0, -1)
  await type('cryptoAddress', short)
  expect(field('cryptoAddress').getAttribute('aria-invalid')).toBe('false')
  await person.tab()
  expect(screen.getByText(`Le faltan caracteres: tiene ${short.length}.`)).toBeTruthy()
  expect(screen.queryByRole('listitem'), 'nothing moves under a click').toBeNull()
})

test('eight digits of a phone → the form says how they are kept, and sends that', async () => {
  const { fill, press } = await showForm()
  await fill({ phone: '7390 1186' })
  expect(screen.getByText('+503 7390 1186').parentElement?.textContent).toBe(
    'Lo guardamos como +503 7390 1186',
  )
  await press('ui.form.save')
  await waitFor(() => expect(server.requests('POST', path)).toHaveLength(1))
  expect(server.requests('POST', path)[0]?.body).toMatchObject({ phone: '+50373901186' })
})

test('the database fails over while saving → the form waits, and saves by itself, once', async () => {
  const { fill, press, router } = await showForm()
  await fill()
  server.refuse('POST', path, 'DATABASE_UNAVAILABLE')
  await press('ui.form.save')
  expect(await screen.findByText(t('layout.databaseAway.title'))).toBeTruthy()
  expect(field('firstName').value).toBe('Rosa Idalia')
  server.answer('POST', path, employee, rosa)
  const isSaved = () => expect(router.state.location.pathname).toBe('/employees')
  await waitFor(isSaved, { timeout: 5_000 })
  const keys = server.requests('POST', path).map(({ headers }) => headers.get('idempotency-key'))
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(screen.queryByText(t('layout.databaseAway.title'))).toBeNull()
})

test('a company elsewhere → eight digits are not completed, and refused', async () => {
  server.answer('GET', '/companies/company', company, makeCompany({ country: 'MX' }))
  const { fill, press } = await showForm()
  await fill({ phone: '7390 1186' })
  await press('ui.form.save')
  expect(await screen.findByText(t('fields.phone'))).toBeTruthy()
  expect(server.requests('POST', path)).toEqual([])
})

test('saved to add another → the form is empty, who was saved is said', async () => {
  const { fill, press, router } = await showForm()
  await fill({ phone: '7390 1186' })
  await press('ui.saveMore')
  expect(await screen.findByText('Rosa Chicas')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('firstName')))
  for (const name of ['firstName', 'lastName', 'phone', 'baseSalary', 'cryptoAddress']) {
    expect(field(name).value, name).toBe('')
  }
  expect(screen.queryByText(t('fields.required'))).toBeNull()
  expect(router.state.location.pathname).toBe('/employees/create-employee')
  await fill({ firstName: 'Carlos' })
  await press('ui.form.save')
  await waitFor(() => expect(router.state.location.pathname).toBe('/employees'))
  expect(server.requests('POST', path)).toHaveLength(2)
})

test('somebody else has the address → a warning, and the tick is saved with the person', async () => {
  answerPeopleAt([carlos])
  server.answer('PUT', `${path}/${rosa._id}/shared-address`, employee, rosa)
  const { fill, press, person, router } = await showForm()
  await fill()
  expect(await screen.findByText('Carlos Chicas cobra en esta misma dirección.')).toBeTruthy()
  await person.click(screen.getByRole('checkbox', { name: t('employees.shared.tick') }))
  await press('ui.form.save')
  await waitFor(() => expect(router.state.location.pathname).toBe('/employees'))
  const [tick] = server.requests('PUT', `${path}/${rosa._id}/shared-address`)
  expect(tick?.body).toEqual({ with: carlos._id, accepted: true })
})

test('a warned address is saved without the tick → nothing is accepted', async () => {
  answerPeopleAt([carlos])
  const { fill, press, router } = await showForm()
  await fill()
  await screen.findByRole('checkbox', { name: t('employees.shared.tick') })
  await press('ui.form.save')
  await waitFor(() => expect(router.state.location.pathname).toBe('/employees'))
  expect(server.unanswered).toEqual([])
})

test('nobody touches the share → one quiet line, and everything is sent as bitcoin', async () => {
  const { fill, press } = await showForm()
  await fill()
  expect(screen.queryByLabelText(/^Porcentaje en Bitcoin/)).toBeNull()
  expect(screen.queryByLabelText(/^Banco/)).toBeNull()
  await press('ui.form.save')
  await waitFor(() => expect(server.requests('POST', path)).toHaveLength(1))
  expect(server.requests('POST', path)[0]?.body).toMatchObject({ bitcoinPercent: 100 })
})

test('a share of 30 → both parts are said to the cent, bank and account are sent', async () => {
  const { fill, press, person } = await showForm()
  await fill({ baseSalary: '545.55' })
  await press('share.change')
  const share = screen.getByLabelText<HTMLInputElement>(t('employees.field.bitcoinPercent'))
  expect(document.activeElement).toBe(share)
  await person.clear(share)
  await person.type(share, '30')
  expect(screen.getByText('$163.66 en bitcoin y $381.89 en dólares')).toBeTruthy()
  await person.type(screen.getByLabelText(/^Banco/), 'Banco Izalco')
  await person.type(screen.getByLabelText(/^Cuenta/), '0123 4567-89')
  await press('ui.form.save')
  await waitFor(() => expect(server.requests('POST', path)).toHaveLength(1))
  expect(server.requests('POST', path)[0]?.body).toMatchObject({
    bitcoinPercent: 30,
    bank: 'Banco Izalco',
    bankAccount: '0123 4567-89',
  })
})

test('nobody opens the terms of special pays → one quiet line, and neither is sent', async () => {
  const { fill, press } = await showForm()
  await fill()
  expect(screen.queryByLabelText(/^Fecha de ingreso/)).toBeNull()
  await press('ui.form.save')
  await waitFor(() => expect(server.requests('POST', path)).toHaveLength(1))
  expect(server.requests('POST', path)[0]?.body).toMatchObject({ hiredOn: '', payFrequency: '' })
})

test('a department, a hire date and a frequency → all are sent; a day to come is not', async () => {
  const { fill, press, person } = await showForm()
  await fill({ department: 'Cocina' })
  await press('employees.terms.add')
  const day = screen.getByLabelText<HTMLInputElement>(/^Fecha de ingreso/)
  expect(document.activeElement).toBe(day)
  fireEvent.change(day, { target: { value: '2999-01-01' } })
  await press('ui.form.save')
  expect(await screen.findByText(t('fields.dayToCome'))).toBeTruthy()
  expect(server.requests('POST', path)).toEqual([])
  fireEvent.change(day, { target: { value: '2024-02-29' } })
  await person.click(screen.getByLabelText(t('employees.field.payFrequency')))
  await person.click(screen.getByRole('option', { name: t('employees.terms.FORTNIGHT') }))
  await press('ui.form.save')
  await waitFor(() => expect(server.requests('POST', path)).toHaveLength(1))
  expect(server.requests('POST', path)[0]?.body).toMatchObject({
    department: 'Cocina',
    hiredOn: '2024-02-29',
    payFrequency: 'FORTNIGHT',
  })
})

test('nothing in bitcoin → no address is asked for; above that it is', async () => {
  const { fill, press, person } = await showForm()
  await fill()
  await person.clear(field('cryptoAddress'))
  await press('share.change')
  const share = screen.getByLabelText<HTMLInputElement>(t('employees.field.bitcoinPercent'))
  await person.clear(share)
  await person.type(share, '5')
  await press('ui.form.save')
  expect(await screen.findByText(t('fields.addressOfShare'))).toBeTruthy()
  expect(server.requests('POST', path)).toEqual([])
  await person.clear(share)
  await person.type(share, '0')
  await press('ui.form.save')
  await waitFor(() => expect(server.requests('POST', path)).toHaveLength(1))
  expect(server.requests('POST', path)[0]?.body).toMatchObject({
    bitcoinPercent: 0,
    cryptoAddress: '',
  })
})

test.each(['101', '12.5', '-1', 'x'])(
  'a share of %s is refused beneath its field',
  async (typed) => {
    const { fill, press, person } = await showForm()
    await fill()
    await press('share.change')
    const share = screen.getByLabelText<HTMLInputElement>(t('employees.field.bitcoinPercent'))
    await person.clear(share)
    await person.type(share, typed)
    await press('ui.form.save')
    await waitFor(() => expect(share.getAttribute('aria-invalid')).toBe('true'))
    expect(server.requests('POST', path)).toEqual([])
  },
)

test('a salary that could be two amounts → both are named, and nothing is sent', async () => {
  const { fill, press } = await showForm()
  await fill({ baseSalary: '1.250' })
  await press('ui.form.save')
  expect(await screen.findByText(/Podría ser «1250\.00» o «1\.25»/)).toBeTruthy()
  expect(server.requests('POST', path)).toHaveLength(0)
})

test('a name with a letter that no receipt prints → the form warns at it', async () => {
  const { type } = await showForm()
  await type('firstName', 'Олена')
  expect(screen.queryByText(t('fields.nameNotPrinted'))).toBeNull()
  await type('firstName', 'Ana 𞤀')
  expect(screen.getByText(t('fields.nameNotPrinted'))).toBeTruthy()
})

test('a short whole name → the form hints at it, and it is sent', async () => {
  const { fill, type, press } = await showForm()
  await fill({ firstName: 'Li', lastName: 'Ng' })
  expect(screen.getByText(t('fields.nameTooShort'))).toBeTruthy()
  await type('lastName', 'Wang')
  expect(screen.queryByText(t('fields.nameTooShort'))).toBeNull()
  await press('ui.form.save')
  await waitFor(() => expect(server.requests('POST', path)).toHaveLength(1))
  expect(server.requests('POST', path)[0]?.body).toMatchObject({
    firstName: 'Li',
    lastName: 'Wang',
  })
})
