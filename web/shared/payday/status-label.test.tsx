import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PayrollStatus } from '#contract/payroll-status.ts'
import { makePayroll, makeStatus, makeTransaction } from '#web/testing/fixtures.ts'
import { show } from '#web/testing/show.tsx'
import { StatusLabel } from './status-label.tsx'

/** 15:26 in El Salvador. */
const at = '2026-11-22T21:26:00.000Z'
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const inDays = (days: number) => minutesAgo(-days * 24 * 60)
const money = (usd: number) => ({ usd, btc: '0.01000000' })

const approvals = { given: 1, required: 2, until: inDays(1) }

const shown: [Partial<PayrollStatus> & Pick<PayrollStatus, 'code'>, string, string][] = [
  [{ code: 'noPeople', people: 0 }, 'Sin personas', 'Añade a quién paga'],
  [{ code: 'short', missing: money(6338.26) }, 'Faltan fondos', 'Faltan $6,338.26'],
  [
    { code: 'fundsOnTheWay', onTheWay: money(6528.41) },
    'Fondos en camino',
    '$6,528.41 sin confirmar',
  ],
  [{ code: 'ready', spare: { usd: 491.86 } }, 'Lista para pagar', 'Sobran $491.86'],
  [
    { code: 'awaitsApproval', at, payment: 'a', approvals },
    'Espera aprobación',
    'Falta 1 de 2, hasta mañana',
  ],
  [{ code: 'awaitsNode', at, payment: 'a' }, 'Espera al nodo', 'registrada 15:26'],
  [{ code: 'paid', at, payment: 'a' }, 'Pagada el 22 nov, 15:26', '3 personas'],
  [{ code: 'paidInPart', at, unpaid: 1, payment: 'a' }, 'Pagada en parte', 'Falta 1 persona'],
  [{ code: 'stopped', reason: 'COMPANY_FROZEN' }, 'Detenida', 'No se movió ningún fondo'],
]

const label = (status: Partial<PayrollStatus>, values = {}) =>
  show(<StatusLabel payroll={makePayroll({ status: makeStatus(status), ...values })} />)

test.each(shown)('$code → its word and its line are shown', (status, word, line) => {
  label(status)
  expect(screen.getByText(word)).toBeTruthy()
  expect(screen.getByText(line)).toBeTruthy()
})

test('a payment was sent four minutes ago → it arrives in 10 to 30 minutes', () => {
  label({ code: 'sent', at: minutesAgo(4), payment: 'a' })
  expect(screen.getByText(/^Enviada \d+:\d\d$/)).toBeTruthy()
  expect(screen.getByText('llega en 10 a 30 min')).toBeTruthy()
})

test('a payment was sent 31 minutes ago → it takes longer than usual', () => {
  label({ code: 'sent', at: minutesAgo(31), payment: 'a' })
  expect(screen.getByText('tarda más de lo normal')).toBeTruthy()
})

test.each([
  ['added', { people: 13, unpaid: 1 }],
  ['removed', { people: 11 }],
  ['removed and added', { people: 12, unpaid: 1 }],
])('somebody was %s after the payday → the people of the payment', (_what, now) => {
  label({ code: 'paid', at, ...now, lines: 12, paid: 12, payment: 'a' })
  expect(screen.getByText('12 personas')).toBeTruthy()
})

test('no list of a payment in dollars was sent → it goes to the bank', () => {
  label({ code: 'paid', at, payment: 'a', paid: 0, dollars: { people: 3, left: 3 } })
  expect(screen.getByText('La lista va a tu banco')).toBeTruthy()
  expect(screen.getByText('En dólares, a 3 personas')).toBeTruthy()
  expect(screen.queryByText(/Pagada/)).toBeNull()
})

test('dollars of some are not sent → to how many they are still to be sent', () => {
  label({ code: 'paid', at, payment: 'a', paid: 2, dollars: { people: 1, left: 1 } })
  expect(screen.getByText('Falta pasar dólares a 1')).toBeTruthy()
})

test('one administrator alone approves → a code is missing, and no other person', () => {
  const until = inDays(1)
  label({ code: 'awaitsApproval', at, approvals: { given: 0, required: 1, until }, payment: 'a' })
  expect(screen.getByText('Falta un código, hasta mañana')).toBeTruthy()
})

test('a withdrawal is on its way → nobody is said to be paid', () => {
  label({ code: 'sent', at: minutesAgo(4) })
  expect(screen.getByText('Retiro en camino')).toBeTruthy()
})

test('a payment is being cancelled → the state says so', () => {
  const lastTransaction = makeTransaction({ type: 'cancel', state: 'unconfirmed' })
  label({ code: 'sent', at: minutesAgo(4), payment: 'a' }, { lastTransaction })
  expect(screen.getByText('Cancelando el pago')).toBeTruthy()
})
