import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Changes, type HeldAddress, holdRequested } from '#contract/changes.ts'
import { previewPeople } from '#contract/payments.ts'
import { texts } from '#contract/texts/index.ts'
import { addresses, makeAddressChange, makeHeld, problem } from '#web/testing/fixtures.ts'
import {
  answerChanges,
  answerPayPreview,
  canPay,
  changesPath,
  dialogIsGone,
  dialogText,
  openPayDialog,
  payPath,
  previewPath,
  readSentPresses,
  showPayDialog,
} from '#web/testing/pay-dialog.tsx'
import { server } from '#web/testing/server.ts'
import { t } from '#web/testing/show.tsx'

const several: Partial<Changes> = {
  counts: {
    added: 2,
    left: 0,
    addresses: 1,
    salaries: 0,
    names: 0,
    accounts: 0,
    shares: 0,
    frequencies: 0,
    amounts: 0,
  },
  totalUsd: { before: 1200, now: 1500 },
  severity: 'warn',
}

const heldPreview = { employees: 12, problems: [problem('HELD_ADDRESSES')] }
const withHeld = (...held: HeldAddress[]): Partial<Changes> => ({ ...several, held })
const openHeld = (...held: HeldAddress[]) => openPayDialog(heldPreview, 0n, withHeld(...held))

const radio = (name: string, of: HTMLElement = document.body) =>
  within(of).getByRole<HTMLInputElement>('radio', { name: new RegExp(name) })
const previous = t('payments.held.previous')
const leave = t('payments.held.leave')
const release = t('payments.held.release')

test('nothing changed → it is said above the facts, and one press pays', async () => {
  const { pay } = await openPayDialog()
  expect(dialogText()).toContain('Nada cambió desde el pago del 31 de octubre')
  expect(dialogText()).toContain('Las mismas 3 personas, direcciones y salarios.')
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ held: {} }])
})

test('a first run → there is nothing to compare with, and one press pays', async () => {
  const { pay } = await openPayDialog({}, 0n, { since: null })
  expect(dialogText()).toContain('Primer pago: no hay con qué comparar.')
  expect(dialogText()).not.toContain('Las mismas')
  await pay()
  await dialogIsGone()
})

test('people and an address changed → counts, both sums, and rows on a press', async () => {
  const { person } = await openPayDialog({}, 0n, several)
  expect(dialogText()).toMatch(/\$1,200.00.*\$1,500.00/)
  answerChanges({ ...several, rows: [makeAddressChange()], pages: 1 })
  await person.click(screen.getByRole('button', { name: /1 Dirección nueva/ }))
  await screen.findByText('Ana Flores')
  expect(canPay()).toBe(true)
})

test('a contact changed before an address that is not held → its row is open at once', async () => {
  const rows = [makeAddressChange({ severity: 'danger' })]
  await openPayDialog({}, 0n, { ...several, severity: 'danger', rows, pages: 1 })
  await screen.findByText('Ana Flores')
})

test('the changes cannot be read → nothing is paid until they are', async () => {
  answerPayPreview()
  const { person } = showPayDialog()
  server.refuse('GET', changesPath, 'NOT_FOUND')
  const again = await screen.findByRole('button', { name: t('ui.retry') })
  expect(canPay()).toBe(false)
  expect(dialogText()).toContain(t('payments.held.changesFailed'))
  answerChanges()
  await person.click(again)
  await waitFor(() => expect(canPay()).toBe(true))
})

test('an address is held → its person has no choice at first, and nobody is paid', async () => {
  await openHeld(makeHeld())
  expect(canPay()).toBe(false)
  expect(dialogText()).toContain('Dirección en espera')
  expect(dialogText()).toMatch(/Se libera sola en 4[12] h/)
  expect(dialogText()).toContain(`${addresses.bea}`)
  expect(dialogText()).toContain('45.181.20.7')
  expect(dialogText()).toContain('$545.50')
  expect(dialogText()).toContain('Elige qué hacer con Rosa Idalia Chicas para pagar.')
  expect(screen.getAllByRole('radio', { checked: false })).toHaveLength(3)
  expect(dialogText()).not.toContain(texts.es.errors.HELD_ADDRESSES)
})

test('the phone changed before a held address → it is said in its row', async () => {
  const at = Date.now() - 3_600_000
  const contact = { kind: 'PHONE', at: new Date(at - 20 * 60_000).toISOString() } as const
  await openHeld(makeHeld({ contact, at: new Date(at).toISOString() }))
  expect(dialogText()).toContain('Su teléfono cambió 20 minutos antes')
})

test('the previous address is chosen → the press says so, and the note where it goes', async () => {
  const { person, pay } = await openHeld(makeHeld())
  answerPayPreview({ employees: 12 })
  await person.click(radio(previous))
  await waitFor(() => expect(canPay()).toBe(true))
  expect(server.requests('GET', previewPath).at(-1)?.query.get('held')).toBe('rosa:previous')
  expect(dialogText()).toContain('Rosa Idalia Chicas cobra donde cobró el 31 de octubre.')
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ held: { rosa: 'previous' }, previewHash: 'hash-1' }])
})

test('the previous address is chosen → who gets what shows that address', async () => {
  const { person } = await openHeld(makeHeld())
  answerPayPreview({ employees: 12 })
  const rosa = { _id: 'rosa', name: 'Rosa Idalia Chicas', usd: 545.5, btc: '0.00545500' }
  const parts = { bitcoinUsd: 545.5, dollarsUsd: 0 }
  const people = [{ ...rosa, ...parts, cryptoAddress: addresses.ana, sharedWith: [] }]
  server.answer('GET', `${previewPath}/people`, previewPeople, { people, pages: 1 })
  await person.click(radio(previous))
  await person.click(screen.getByRole('button', { name: new RegExp(t('payments.who.title')) }))
  const tail = (address: string) => new RegExp(`…${address.slice(-6)}$`)
  await screen.findByText(tail(addresses.bea))
  expect(screen.queryByText(tail(addresses.ana))).toBeNull()
})

test('somebody is left out → the totals follow, and the press says so', async () => {
  const { person, pay } = await openHeld(makeHeld())
  answerPayPreview({ employees: 11, totalUsd: 954.5, totalBtc: '0.00954500' })
  await person.click(radio(leave))
  await waitFor(() => expect(canPay()).toBe(true))
  expect(dialogText()).toContain('A 11 personas$954.50')
  expect(dialogText()).toContain('Rosa Idalia Chicas queda para otro pago.')
  expect(radio(leave).checked).toBe(true)
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ held: { rosa: 'leave' } }])
})

const requestPath = '/companies/employees/rosa/address-hold/request'

test('a release is asked for → its row waits for another person, nobody is paid', async () => {
  const { person } = await openHeld(makeHeld())
  server.answer('POST', requestPath, holdRequested, { approval: { _id: 'approval-1' } })
  answerChanges(withHeld(makeHeld({ releaseAskedAt: new Date().toISOString() })))
  await person.click(radio(release))
  await screen.findByText('Espera a otra persona')
  expect(server.requests('POST', requestPath)).toHaveLength(1)
  expect(radio(release).checked).toBe(true)
  expect(canPay()).toBe(false)
  await person.click(radio(leave))
  await person.click(radio(release))
  expect(server.requests('POST', requestPath)).toHaveLength(1)
})

test('a release that was asked for → another choice pays all the same', async () => {
  const { person } = await openHeld(makeHeld({ releaseAskedAt: new Date().toISOString() }))
  expect(radio(release).checked).toBe(true)
  answerPayPreview({ employees: 11 })
  await person.click(radio(leave))
  await waitFor(() => expect(canPay()).toBe(true))
})

test('the release is refused → it says why, and nothing is chosen', async () => {
  const { person } = await openHeld(makeHeld())
  server.refuse('POST', requestPath, 'RELEASE_BY_SAME_PERSON')
  await person.click(radio(release))
  await screen.findByText(texts.es.errors.RELEASE_BY_SAME_PERSON)
  expect(radio(release).checked).toBe(false)
  expect(canPay()).toBe(false)
})

test('the release is granted meanwhile → the person is paid like all others', async () => {
  const { person, pay } = await openHeld(makeHeld())
  answerPayPreview({ employees: 12, previewHash: 'released' })
  answerChanges({ ...several, previewHash: 'released' })
  // Any choice asks for the preview again.
  await person.click(radio(leave))
  await waitFor(() => expect(screen.queryByText('Dirección en espera')).toBeNull())
  await waitFor(() => expect(canPay()).toBe(true))
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ held: {}, previewHash: 'released' }])
})

test('an address was reported → only another person releases it', async () => {
  await openHeld(makeHeld({ until: null, reason: 'REPORTED' }))
  expect(dialogText()).toContain(t('changes.hold.reported'))
})

const many = ['uno', 'dos', 'tres', 'cuatro'].map((name) =>
  makeHeld({ employee: { _id: name, name: `Persona ${name}` } }),
)

test('more than three are held → a list, and all at once to the previous address', async () => {
  const { person, pay } = await openHeld(...many)
  expect(screen.queryByRole('radio')).toBeNull()
  expect(dialogText()).toContain('Elige qué hacer con 4 personas para pagar.')
  answerPayPreview({ employees: 12 })
  await person.click(screen.getByRole('button', { name: t('payments.held.allPrevious') }))
  await waitFor(() => expect(canPay()).toBe(true))
  await person.click(screen.getByRole('button', { name: /Persona tres/ }))
  expect(radio(previous).checked).toBe(true)
  await person.click(radio(leave))
  await waitFor(() => expect(canPay()).toBe(true))
  expect(dialogText()).toContain('Donde cobraron antes: 3. Fuera: 1.')
  await pay()
  await dialogIsGone()
  const all = { uno: 'previous', dos: 'previous', tres: 'leave', cuatro: 'previous' }
  expect(readSentPresses()).toMatchObject([{ held: all }])
})

test('an account is held → shown by its last digits, and the one before is offered', async () => {
  const account = {
    kind: 'ACCOUNT',
    cryptoAddress: '',
    previousAddress: null,
    account: 'Banco Cuscatlán …0937',
    previousAccount: 'Banco Agrícola …4417',
    reason: 'ACCOUNT',
  } as const
  const { person, pay } = await openHeld(makeHeld(account))
  expect(dialogText()).toContain('Cuenta en espera')
  expect(dialogText()).toMatch(/AntesBanco Agrícola …4417.*AhoraBanco Cuscatlán …0937/)
  answerPayPreview({ employees: 12 })
  await person.click(radio(t('payments.held.previousAccount')))
  await waitFor(() => expect(canPay()).toBe(true))
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ held: { rosa: 'previous' } }])
})

test('address and account of one person are held → one choice for both', async () => {
  const account = { kind: 'ACCOUNT', cryptoAddress: '', previousAddress: null } as const
  const accounts = { account: 'Banco Cuscatlán …0937', previousAccount: 'Banco Agrícola …4417' }
  const { person } = await openHeld(makeHeld(), makeHeld({ ...account, ...accounts }))
  expect(dialogText()).toContain('Direcciones y cuentas en espera')
  expect(screen.getAllByRole('radiogroup')).toHaveLength(1)
  expect(dialogText()).toContain('Elige qué hacer con Rosa Idalia Chicas para pagar.')
  answerPayPreview({ employees: 12 })
  await person.click(radio(t('payments.held.previousBoth')))
  await waitFor(() => expect(canPay()).toBe(true))
})

test('two are held → each has its own choice, and one alone pays nobody', async () => {
  const two = many.slice(0, 2)
  const { person } = await openHeld(...two)
  const group = (name: string) =>
    screen.getByRole('radiogroup', { name: t('payments.held.label', { name }) })
  answerPayPreview(heldPreview)
  await person.click(radio(previous, group('Persona uno')))
  expect(dialogText()).toContain('Elige qué hacer con Persona dos para pagar.')
  expect(canPay()).toBe(false)
  await person.click(radio(leave, group('Persona dos')))
  await waitFor(() => expect(canPay()).toBe(true))
})

test('somebody is held since the dialog was opened → it asks for the choice', async () => {
  const { pay } = await openPayDialog()
  server.refuse('POST', payPath, 'HELD_ADDRESSES', { data: { held: [makeHeld()] } })
  answerPayPreview({ ...heldPreview, previewHash: 'held' })
  answerChanges(withHeld(makeHeld()))
  await pay()
  await screen.findByText(texts.es.errors.HELD_ADDRESSES)
  await screen.findByText('Dirección en espera')
  expect(canPay()).toBe(false)
})

test('above twenty are held → one sign says of all where they are paid', async () => {
  const crowd = Array.from({ length: 24 }, (_, index) =>
    makeHeld({ employee: { _id: `p${index}`, name: `Persona ${index + 1}` } }),
  )
  const { person, pay } = await openHeld(...crowd)
  expect(screen.queryByText('Persona 24')).toBeNull()
  answerPayPreview({ employees: 24 })
  await person.click(screen.getByRole('button', { name: t('payments.held.allPrevious') }))
  await person.click(screen.getByRole('button', { name: /Persona 2 / }))
  await person.click(radio(leave))
  await waitFor(() => expect(canPay()).toBe(true))
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ held: { '*': 'previous', p1: 'leave' } }])
})
