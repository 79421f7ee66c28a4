import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Changes, changes } from '#contract/changes.ts'
import { addresses, makeAddressChange, makeChanges } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { ChangesCounts } from './changes-counts.tsx'
import { ChangesLine } from './changes-line.tsx'

const path = '/companies/payrolls/payroll-1/changes'

const several: Partial<Changes> = {
  counts: {
    added: 2,
    left: 1,
    addresses: 3,
    salaries: 2,
    names: 0,
    accounts: 0,
    shares: 0,
    frequencies: 0,
    amounts: 0,
  },
  totalUsd: { before: 12_225.5, now: 14_020.5 },
  salariesUsd: 150,
  severity: 'warn',
}

const text = () => document.body.textContent?.replaceAll(/\s/g, ' ')

test('several changed → one sentence names each count and the rise of the salaries', async () => {
  show(<ChangesLine summary={makeChanges(several)} />)
  await screen.findByText(/personas nuevas/)
  expect(text()).toContain(
    'Desde el pago del 31 oct: 2 personas nuevas · 1 salió · 3 direcciones nuevas · 2 salarios (+$150.00)',
  )
})

test('nothing changed → it is said, with the day of that payment', async () => {
  show(<ChangesLine summary={makeChanges()} />)
  await screen.findByText('Nada cambió desde el pago del 31 de octubre')
})

test('a first run → there is nothing to compare it with', async () => {
  show(<ChangesLine summary={makeChanges({ since: null })} />)
  await screen.findByText('Primer pago: no hay con qué comparar.')
})

const count = (name: RegExp) => screen.getByRole('button', { name })

function showCounts(values: Partial<Changes>) {
  return show(
    <ChangesCounts
      payrollId="payroll-1"
      summary={makeChanges({ ...several, ...values })}
      version="hash-1"
    />,
  )
}

test('a count is pressed → its rows come in its place, and go with another press', async () => {
  const salary = makeAddressChange({ kind: 'salary', before: 412.5, after: 440, severity: 'info' })
  server.answer('GET', path, changes, makeChanges({ ...several, rows: [salary], pages: 1 }))
  const { person } = showCounts({})
  await screen.findByText('Desde el pago del 31 de octubre')
  expect(server.requests('GET', path)).toHaveLength(0)
  expect(screen.queryByText('Nombres')).toBeNull()
  await person.click(count(/2 Salarios/))
  await screen.findByText('Ana Flores')
  expect(text()).toMatch(/\$412.50 →Ahora \$440.00/)
  expect(text()).toContain('+6.7 %')
  expect(server.requests('GET', path)[0]?.query.get('group')).toBe('salaries')
  expect(count(/2 Salarios/).getAttribute('aria-expanded')).toBe('true')
  await person.click(count(/2 Salarios/))
  expect(screen.queryByText('Ana Flores')).toBeNull()
})

test('the phone changed before the address → brick, in the row of that person', async () => {
  const at = Date.now() - 3_600_000
  const row = makeAddressChange({ at: new Date(at).toISOString(), severity: 'danger' })
  const contact = makeAddressChange({
    kind: 'contactThenAddress',
    before: '+50370001122',
    after: '+50370009988',
    at: new Date(at - 20 * 60_000).toISOString(),
    severity: 'danger',
  })
  server.answer('GET', path, changes, makeChanges({ rows: [row, contact], pages: 1 }))
  const { person } = showCounts({ severity: 'danger' })
  await person.click(await screen.findByRole('button', { name: /3 Direcciones nuevas/ }))
  expect(count(/3 Direcciones/).textContent).toContain(t('changes.grave'))
  const [item, ...others] = await screen.findAllByRole('listitem')
  expect(others).toHaveLength(0)
  const shown = item?.textContent ?? ''
  expect(shown).toContain('Su teléfono cambió 20 minutos antes')
  expect(shown).toContain('Carlos Mejía · 190.86.112.41')
  expect(shown).toContain(addresses.bea)
  expect(shown).toContain(addresses.ana)
})

test('an address that was somebody else’s → their name stands by it', async () => {
  const { ana } = addresses
  const former = { kind: 'formerlyAnothers', before: 'Luz Peña', after: ana } as const
  const rows = [makeAddressChange(), makeAddressChange({ ...former, severity: 'danger' })]
  server.answer('GET', path, changes, makeChanges({ rows, pages: 1 }))
  const { person } = showCounts({})
  await person.click(await screen.findByRole('button', { name: /Direcciones/ }))
  await screen.findByText('En esta dirección cobró antes Luz Peña')
})

test('accounts, shares, frequencies and amounts → each in its group, before and now', async () => {
  const counts = { ...makeChanges().counts, accounts: 1, shares: 1, frequencies: 1, amounts: 1 }
  const row = (values: Partial<Changes['rows'][number]>) => [makeAddressChange(values)]
  const rowsOf = {
    accounts: row({
      kind: 'account',
      before: 'Banco Agrícola …4417',
      after: 'Banco Cuscatlán …0937',
    }),
    shares: row({ kind: 'share', before: '100', after: '40' }),
    frequencies: row({ kind: 'frequency', before: null, after: 'MONTH' }),
    amounts: row({ kind: 'amount', before: 50, after: 90 }),
  }
  const summary = makeChanges({ ...several, counts })
  show(<ChangesLine summary={summary} />)
  await screen.findByText(/cuenta nueva/)
  expect(text()).toContain(
    '1 cuenta nueva · 1 monto distinto · 1 parte en bitcoin · 1 frecuencia de pago',
  )
  const { person } = showCounts({ counts })
  const shown = {
    accounts: [/1 Cuenta nueva/, 'Banco Agrícola …4417 → Banco Cuscatlán …0937'],
    shares: [/1 Parte en bitcoin/, '100 % → 40 %'],
    frequencies: [/1 Frecuencia de pago/, '— → De un mes'],
    amounts: [/1 Monto distinto/, '$50.00 →Ahora $90.00'],
  } as const
  for (const group of ['accounts', 'shares', 'frequencies', 'amounts'] as const) {
    server.answer('GET', path, changes, makeChanges({ rows: rowsOf[group], pages: 1 }))
    await person.click(count(shown[group][0]))
    await screen.findByText('Ana Flores')
    expect(text()).toContain(shown[group][1])
    await person.click(count(shown[group][0]))
  }
})

test('more rows than a page → they come when asked', async () => {
  const added = (name: string) =>
    makeAddressChange({
      employee: { _id: name, name },
      kind: 'added',
      before: null,
      after: 480,
      at: null,
    })
  server.answer('GET', path, changes, makeChanges({ rows: [added('Eva Ríos')], pages: 2 }))
  const { person } = showCounts({})
  await person.click(await screen.findByRole('button', { name: /2 Personas nuevas/ }))
  const row = (await screen.findByText('Eva Ríos')).closest('li') ?? document.body
  expect(within(row).getByText('$480.00')).toBeTruthy()
  server.answer('GET', path, changes, makeChanges({ rows: [added('Luz Peña')], pages: 2 }))
  await person.click(screen.getByRole('button', { name: t('changes.more') }))
  await screen.findByText('Luz Peña')
  expect(server.requests('GET', path).map(({ query }) => query.get('page'))).toEqual(['1', '2'])
})

test('all are asked for → every group stands open, addresses first', async () => {
  server.answer('GET', path, changes, makeChanges({ rows: [makeAddressChange()], pages: 1 }))
  show(
    <ChangesCounts
      payrollId="payroll-1"
      summary={makeChanges(several)}
      version="hash-1"
      opened="all"
    />,
  )
  await screen.findAllByText('Ana Flores')
  expect(screen.queryByRole('button')).toBeNull()
  const groups = server.requests('GET', path).map(({ query }) => query.get('group'))
  expect(groups).toEqual(['addresses', 'salaries', 'added', 'left'])
})

test('the rows cannot be read → it says so and tries again when asked', async () => {
  server.refuse('GET', path, 'NOT_FOUND')
  const { person } = showCounts({})
  await person.click(await screen.findByRole('button', { name: /1 Salió/ }))
  const again = await screen.findByRole('button', { name: t('ui.retry') })
  const left = makeAddressChange({ kind: 'left', before: 740, after: null, at: null })
  server.answer('GET', path, changes, makeChanges({ rows: [left], pages: 1 }))
  await person.click(again)
  await screen.findByText('$740.00')
})
