import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { calendarAnswer, type NextPayday, nextPayday, type Occurrence } from '#contract/calendar.ts'
import { networkState } from '#contract/network.ts'
import type { PayrollStatus } from '#contract/payroll-status.ts'
import { paths } from '#web/shared/paths.ts'
import { makeOccurrence } from '#web/testing/calendar.ts'
import { makePayroll, makeStatus } from '#web/testing/fixtures.ts'
import { answerPrice } from '#web/testing/payroll-answers.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { CoverageSummary } from './coverage-summary.tsx'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const of = (name: string, status: Partial<PayrollStatus>) =>
  makePayroll({ _id: name, name, status: makeStatus(status) })

const ready = { code: 'ready' } as const
const short = { code: 'short', missing: { usd: 100, btc: '0.00100000' } } as const
const paid = { code: 'paid', payment: 'a', at: minutesAgo(5) } as const

beforeEach(() => answerPrice())

const rows = () => screen.findAllByRole('listitem')
const summary = (...payrolls: ReturnType<typeof of>[]) =>
  show(<CoverageSummary payrolls={payrolls} />)

test('two payrolls are ready → each has its Pagar, filled in the first alone', async () => {
  summary(of('B', ready), of('A', ready))
  const links = (await rows()).map((row) =>
    within(row)
      .getByRole('link', { name: /^Pagar / })
      .className.includes('contained'),
  )
  expect(links).toEqual([true, false])
  const pay = screen.getByRole('link', { name: t('payday.pay', { name: 'A' }) })
  expect(pay.getAttribute('href')).toBe('/payrolls/details/A?pagar')
})

test.each(['APPROVER', 'ACCOUNTANT'] as const)('%s → no row has Pagar', async (role) => {
  show(<CoverageSummary payrolls={[of('A', ready), of('B', ready)]} />, '/', role)
  await rows()
  expect(screen.queryByRole('link', { name: /^Pagar / })).toBeNull()
})

test('one of two lacks funds → the answer counts it and its row comes first', async () => {
  summary(of('A', ready), of('B', short))
  expect(await screen.findByText('Aún no: falta 1 de 2')).toBeTruthy()
  expect((await rows()).map((row) => within(row).getAllByRole('link')[0]?.textContent)).toEqual([
    'B',
    'A',
  ])
})

test('a payday was paid and nothing is short → the payday is the answer', async () => {
  summary(of('A', ready), of('Oficina', paid))
  const [answer] = await screen.findAllByText(/^Pagada el/)
  expect(answer).toBeTruthy()
  expect(screen.queryByText(/Faltan/)).toBeNull()
})

test('the node is silent → figures are of the past, and nothing can be pressed', async () => {
  server.answer('GET', '/network', networkState, { quietSince: minutesAgo(6) })
  summary(of('A', ready), of('B', short))
  expect(await screen.findByText(/^A las \d+:\d\d faltaba 1 de 2$/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Pagar / })).toBeNull()
})

test.each([
  [1, 1, 'Cobró 1. Falta 1.'],
  [12, 1, 'Cobraron 12. Falta 1.'],
  [1, 2, 'Cobró 1. Faltan 2.'],
])('%i paid and %i missing → each is counted by itself', async (paid, unpaid, sentence) => {
  summary(of('A', { code: 'paidInPart', payment: 'a', people: paid + unpaid, unpaid }))
  const [row] = await rows()
  expect(row?.textContent).toContain(sentence)
})

/** A payment of ten in a payroll that has nine people now. */
const edited = { ...paid, people: 9, lines: 10, totalUsd: 7699, paid: 10, paidUsd: 7699 } as const
const toBank = { ...edited, paid: 0, paidUsd: 0, dollars: { people: 10, left: 10 } } as const
const inPart = { ...edited, paid: 8, paidUsd: 6704, dollars: { people: 2, left: 2 } } as const

const isSaid: [string, Partial<PayrollStatus>, string, string][] = [
  ['somebody left since', edited, 'Cobraron 10 personas, $7,699.00', '10 personas cobraron'],
  [
    'one was paid alone',
    { ...edited, lines: 1, paid: 1, paidUsd: 520 },
    'Cobró 1 persona, $520.00',
    '1 persona cobró',
  ],
  [
    'its list goes to the bank',
    toBank,
    'La lista de 10 personas, $7,699.00, va a tu banco',
    'A 10 personas',
  ],
  [
    'dollars are still to be sent',
    inPart,
    'Cobraron 8 personas, $6,704.00. Falta pasar dólares a 2.',
    '8 personas cobraron',
  ],
]

test.each(isSaid)(
  'paid, and %s → row and headline say what its lines say',
  async (_what, status, sentence, label) => {
    summary(of('A', ready), of('Oficina', status))
    const all = (await rows()).map((row) => row.textContent)
    expect(all.some((text) => text?.includes(sentence))).toBe(true)
    screen.getByText(label)
  },
)

test('its list goes to the bank → nobody is said to be paid', async () => {
  summary(of('Oficina', toBank))
  expect(await screen.findAllByText('La lista va a tu banco')).toHaveLength(2)
  expect(screen.queryByText(/cobr|Pagada/i)).toBeNull()
})

test('a payment waits for approval → its own people and sum', async () => {
  const status = { ...edited, code: 'awaitsApproval', paid: 0, paidUsd: 0 } as const
  summary(of('A', status))
  const [row] = await rows()
  expect(row?.textContent).toContain('Se pidió $7,699.00 para 10 personas')
})

const dueIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const nothing = { btc: '0.00000000', usd: 0, reserveUsd: 0 }
function withNext(
  occurrence: Partial<Occurrence>,
  toFund = nothing,
  cover: NonNullable<NextPayday['next']>['cover'] = null,
) {
  const next = { occurrence: makeOccurrence(occurrence), cover, toFund }
  server.answer('GET', '/calendar/next', nextPayday, { hasDates: true, next })
  const occurrences = [next.occurrence]
  server.answer('GET', '/calendar', calendarAnswer, { occurrences, closedDays: [] })
}
const missing = { btc: '0.01344521', usd: 1230 }
const ofA = { payroll: { _id: 'A', name: 'A' }, missing, covered: false }

test('paid lately, and its next payday is weeks away → paid, and no money is asked for', async () => {
  withNext({ ...ofA, dueAt: dueIn(13) })
  summary(of('A', paid))
  expect(await screen.findByText(/^Lo que sigue: /)).toBeTruthy()
  expect(screen.getAllByText(/^Pagada el/)).toBeTruthy()
  expect(screen.queryByText(/faltan/i)).toBeNull()
})

test('its next payday is near again → the day, and what is missing', async () => {
  withNext({ ...ofA, dueAt: dueIn(2) })
  summary(of('A', short))
  expect(await screen.findByText(/: faltan \$1,230\.00$/)).toBeTruthy()
})

test('funds are missing → the code asks for a reserve too, and says so', async () => {
  const row = { fallPercent: 0, usdRate: 91_482.37, coveredPercent: 96, missing, spareUsd: 0 }
  const toFund = { btc: '0.01384857', usd: 1266.9, reserveUsd: 36.9 }
  withNext({ ...ofA, dueAt: dueIn(2) }, toFund, { rows: [row], holdsPercent: null, cushion: null })
  summary(of('A', short))
  const sentence = t('dashboard.next.reserve', { amount: '$36.90' })
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByText(t('dashboard.next.code'))).toBeNull()
})

test.each([
  [true, /: sí$/],
  [false, /: fondos en camino$/],
  [null, /^[A-Z][^:]*$/],
])('covered is %o → the answer says no more than that', async (covered, answer) => {
  withNext({ ...ofA, missing: null, covered, dueAt: dueIn(2) })
  summary(of('A', short))
  const question = await screen.findByText(t('dashboard.next.question'))
  expect(question.nextElementSibling?.textContent).toMatch(answer)
})

test.each([
  [{ missing }, /: a las \d+:\d\d faltaban \$1,230\.00$/],
  [{ missing: null, covered: true }, /: a las \d+:\d\d estaba cubierto$/],
  [{ missing: null, covered: false }, /: a las \d+:\d\d había fondos en camino$/],
  [{ missing: null, covered: null }, /^[A-Z][^:]*$/],
])('the node is silent, %o → the next payday is as it was, and when', async (values, answer) => {
  server.answer('GET', '/network', networkState, { quietSince: minutesAgo(6) })
  withNext({ ...ofA, ...values, dueAt: dueIn(2) })
  summary(of('A', short))
  const question = await screen.findByText(t('dashboard.next.question'))
  await waitFor(() => expect(question.nextElementSibling?.textContent).toMatch(answer))
})

test('the next payday is covered → its payroll opens, and is paid, from here', async () => {
  withNext({ ...ofA, missing: null, covered: true, dueAt: dueIn(2) })
  summary(of('A', ready), of('B', ready))
  await screen.findByText(t('dashboard.next.question'))
  for (const link of screen.getAllByRole('link', { name: 'A' })) {
    expect(link.getAttribute('href')).toBe(paths.payroll('A'))
  }
  const [first, second] = screen.getAllByRole('link', { name: /^Pagar / })
  expect(first?.getAttribute('href')).toBe(paths.payPayroll('A'))
  expect(first?.className).toContain('contained')
  expect(second?.className).toContain('outlined')
})

test('the next payday lacks funds → its panel leads to its payroll', async () => {
  withNext({ ...ofA, dueAt: dueIn(2) })
  summary(of('A', short))
  await screen.findByText(t('dashboard.next.question'))
  const link = screen.getByRole('link', { name: 'A' })
  expect(link.getAttribute('href')).toBe(paths.payroll('A'))
})
