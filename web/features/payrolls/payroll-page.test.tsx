import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { networkState } from '#contract/network.ts'
import { paymentAnswer } from '#contract/payments.ts'
import type { PayrollStatus } from '#contract/payroll-status.ts'
import { makePayment, makeTransaction } from '#web/testing/fixtures.ts'
import { answerPaidRun, answerPayroll, answerPrice } from '#web/testing/payroll-answers.ts'
import { payNow, showPayrollPage } from '#web/testing/payroll-page.tsx'
import { server } from '#web/testing/server.ts'
import { applyStyles, t } from '#web/testing/show.tsx'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const money = (usd: number, btc = '0.01000000') => ({ usd, btc })
const toFund = { usd: 1030, btc: '0.01030000', reserveUsd: 30 }
const ofRun = { payment: 'payment-1', at: minutesAgo(4) }

type Shown = [Partial<PayrollStatus> & Pick<PayrollStatus, 'code'>, string, RegExp]

const answers: Shown[] = [
  [{ code: 'noPeople', people: 0 }, '¿A quién paga?', /^A nadie todavía$/],
  [{ code: 'short', missing: money(1000) }, '¿Alcanza para pagar?', /^Aún no: faltan \$1,000\.00$/],
  [
    { code: 'fundsOnTheWay', onTheWay: money(1000) },
    '¿Alcanza para pagar?',
    /^Sí, en unos 10 min$/,
  ],
  [{ code: 'ready' }, '¿Alcanza para pagar?', /^Sí, y sobran \$498\.00$/],
  [
    {
      code: 'awaitsApproval',
      ...ofRun,
      approvals: { given: 1, required: 2, until: minutesAgo(0) },
    },
    '¿Ya se puede enviar?',
    /^Falta 1 de 2$/,
  ],
  [{ code: 'awaitsNode', ...ofRun }, '¿Ya cobraron?', /^Aún no: espera al nodo$/],
  [{ code: 'sent', ...ofRun }, '¿Ya cobraron?', /^Enviada \d+:\d\d, llega en 10 a 30 min$/],
  [{ code: 'paidInPart', ...ofRun, unpaid: 1 }, '¿Ya cobraron?', /^2 sí, falta 1$/],
  [{ code: 'stopped', reason: 'COMPANY_FROZEN' }, '¿Ya cobraron?', /^No: está detenida$/],
]

beforeEach(() => localStorage.clear())

test.each(answers)(
  '$code → the page asks the question and answers it',
  async (status, question, answer) => {
    showPayrollPage(status)
    expect(await screen.findByText(question)).toBeTruthy()
    expect(screen.getByText(answer)).toBeTruthy()
  },
)

const isFilled = (button: HTMLElement | null) => button?.className.includes('MuiButton-contained')

test.each(answers)('$code → PAGAR is filled only where it is next', async (status, question) => {
  showPayrollPage(status)
  await screen.findByText(question)
  if (status.code === 'sent' || status.code === 'awaitsNode') expect(payNow()).toBeNull()
  else if (status.code === 'paidInPart') {
    const count = { count: 1, unpaid: '1' }
    const button = screen.getAllByRole('button', { name: t('payday.payMissing', count) })[0]
    expect(isFilled(button ?? null)).toBe(false)
  } else expect(isFilled(payNow())).toBe(status.code === 'ready')
})

test('the address is not the derived one → none is shown, and no money is asked for', async () => {
  showPayrollPage({ code: 'short', missing: money(1000) }, { cryptoAddress: '' })
  expect(await screen.findByText(t('payday.fund.notShown'))).toBeTruthy()
  expect(screen.queryByLabelText(t('ui.qr.label'))).toBeNull()
  expect(screen.queryByText(t('payday.fund.send'))).toBeNull()
  expect(screen.queryByText(/Envía/)).toBeNull()
})

test('the price is far from the last ones → the page says for whom the payment waits', async () => {
  showPayrollPage({ code: 'stopped', reason: 'WAITS_FOR_OPERATOR', ...ofRun })
  const note = `${t('payday.reason.price')} ${t('payday.note.stopped')}`
  expect(await screen.findByText(note)).toBeTruthy()
  expect(note).toMatch(/^El precio está lejos de los anteriores: .* quien opera Quincena\./)
})

test('a payment is open → no shortage is shown', async () => {
  showPayrollPage({ code: 'sent', ...ofRun }, { spendableBtc: '0.00000000' })
  await screen.findByText(/^Enviada/)
  expect(screen.queryByText(/Faltan/)).toBeNull()
  expect(screen.queryByRole('meter')).toBeNull()
})

test('a payment was sent → its steps, its fee and half an hour are drawn', async () => {
  showPayrollPage({ code: 'sent', ...ofRun })
  expect(await screen.findByRole('img', { name: t('payday.sent.scale') })).toBeTruthy()
  for (const step of ['signed', 'network', 'block']) {
    expect(screen.getByText(t(`payday.sent.${step}`))).toBeTruthy()
  }
  expect(await screen.findByText('$2.00')).toBeTruthy()
  expect(screen.getByText(t('payday.sent.foot'))).toBeTruthy()
  // Screen readers hear the state itself, because no toast says it.
  const heard = screen.getByText(/^¿Ya cobraron\? Enviada \d+:\d\d, llega en 10 a 30 min\.$/)
  expect(heard.getAttribute('role')).toBe('status')
})

test('half an hour went by → the ruler goes, and the answer says that it takes long', async () => {
  showPayrollPage({ code: 'sent', payment: 'payment-1', at: minutesAgo(31) })
  expect(await screen.findByText(/tarda más de lo normal$/)).toBeTruthy()
  expect(screen.queryByRole('img', { name: t('payday.sent.scale') })).toBeNull()
})

const paid = { code: 'paid', ...ofRun } as const

test('the payday is confirmed → it is celebrated once in this browser', async () => {
  showPayrollPage(paid)
  expect(await screen.findByText('3 personas cobraron')).toBeTruthy()
  expect(await screen.findByText('Confirmada · 1 de 6 bloques')).toBeTruthy()
  expect(await screen.findByText(/^Ana Flores, Bea Flores, Carla Flores/)).toBeTruthy()
  expect(screen.getByText('$1,502.00')).toBeTruthy()
  expect(isFilled(payNow())).toBe(false)
})

test('the celebration is closed, or the page was left → the page is the ordinary one', async () => {
  const { person } = showPayrollPage(paid)
  await person.click(await screen.findByRole('button', { name: t('payday.paid.close') }))
  expect(await screen.findByText('Sí, las 3 personas')).toBeTruthy()
  expect(screen.queryByText('3 personas cobraron')).toBeNull()
  showPayrollPage(paid)
  expect(await screen.findAllByText('Sí, las 3 personas')).toHaveLength(2)
})

test('a payday of last week is opened in another browser → nothing is celebrated', async () => {
  showPayrollPage({ ...paid, at: minutesAgo(60 * 24 * 7) })
  expect(await screen.findByText('Sí, las 3 personas')).toBeTruthy()
})

test('a deposit of this hour waits for a block → the page says when it came', async () => {
  const lastTransaction = makeTransaction({ type: 'receive' })
  showPayrollPage({ code: 'fundsOnTheWay', onTheWay: money(1000) }, { lastTransaction })
  expect(await screen.findByText(/^Tu depósito de las \d+:\d\d espera un bloque\.$/)).toBeTruthy()
})

const days = { at: minutesAgo(60 * 24 * 5) }

test.each([
  ['somebody left', { people: 9, lines: 10, paid: 10 }, 'Sí, las 10 personas'],
  [
    'all are sent by the bank',
    { lines: 3, paid: 3, dollars: { people: 3, left: 0 } },
    'Sí, las 3 personas',
  ],
  [
    'no list was sent',
    { paid: 0, dollars: { people: 3, left: 3 } },
    'Aún no: la lista va a tu banco',
  ],
  [
    'dollars are left',
    { lines: 9, paid: 7, dollars: { people: 2, left: 2 } },
    '7 ya cobraron; faltan 2 por tu banco',
  ],
  ['the rest was given up', { lines: 9, paid: 7 }, 'Sí, 7 de 9 personas'],
])(
  'paid, and %s → the answer comes from the lines of the payment',
  async (_what, status, answer) => {
    showPayrollPage({ ...paid, ...days, ...status })
    expect(await screen.findByText(answer)).toBeTruthy()
  },
)

test('somebody was added since → all of the payment were paid, and one was not', async () => {
  showPayrollPage({ ...paid, ...days, people: 4, unpaid: 1, lines: 3, paid: 3 })
  expect(await screen.findByText('Sí, las 3 personas')).toBeTruthy()
  expect(screen.getByText(/ · 1 persona no cobró/)).toBeTruthy()
})

test('no list of a payment in dollars was sent → nothing is celebrated', async () => {
  showPayrollPage({ ...paid, paid: 0, dollars: { people: 3, left: 3 } })
  expect(await screen.findByText('Aún no: la lista va a tu banco')).toBeTruthy()
  expect(screen.queryByText(/cobraron$/)).toBeNull()
})

test('the run left somebody out → the page names who was not paid', async () => {
  showPayrollPage({ ...paid, code: 'paidInPart', unpaid: 1 })
  const leftOut = [{ employeeId: 'e', name: 'Teresa Alvarenga', reason: 'ASKED' as const }]
  const payment = makePayment({ state: 'confirmed', paidLines: 2, leftOut })
  server.answer('GET', '/companies/payments/payment-1', paymentAnswer, { payment })
  expect(await screen.findByText(/^Teresa Alvarenga no cobró en el pago del /)).toBeTruthy()
})

const animations = () =>
  [...document.querySelectorAll('line')].filter((tick) => getComputedStyle(tick).animation !== '')

test.each([
  ['the ticks turn jade', false],
  ['all is drawn at once', true],
])('the celebration: %s', async (_what, isReduced) => {
  const ask = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const answer = ask(query)
    if (query.includes('reduced-motion')) {
      Object.defineProperty(answer, 'matches', { value: isReduced })
    }
    return answer
  })
  applyStyles()
  showPayrollPage(paid)
  await screen.findByText('3 personas cobraron')
  expect(animations().length > 0).toBe(!isReduced)
})

test('receipts are asked for → they come in one file', async () => {
  const path = '/payments/payment-1/receipts.zip'
  const { person } = showPayrollPage(paid)
  server.refuse('GET', path, 'NOT_FOUND')
  await person.click(await screen.findByRole('button', { name: 'Descargar los 3 recibos' }))
  await waitFor(() => expect(server.requests('GET', path)).toHaveLength(1))
})

test('no receipt is issued yet → a paper of one page a person, DUI and company on it', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { person } = showPayrollPage(paid)
  answerPaidRun({ receipt: false, receiptNumber: null })
  await person.click(await screen.findByRole('button', { name: 'Descargar los 3 recibos' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  const pages = [...document.querySelectorAll('.paper article')]
  expect(pages).toHaveLength(3)
  for (const said of ['Bea Flores', '01234561-8', 'Café del Valle', 'Primera quincena']) {
    expect(pages[1]?.textContent).toContain(said)
  }
  expect(pages[1]?.textContent).not.toContain('Ana Flores')
})

const short = { code: 'short', missing: money(1000) } as const

test('money is missing → code, sum and copy carry the reserve, said in one sentence', async () => {
  showPayrollPage(short, { toFund })
  const send = (await screen.findByText(t('payday.fund.send'))).parentElement
  expect(send?.textContent).toContain('$1,030.00')
  expect(send?.textContent).toMatch(/Reserva, 3\s%\$30\.00/)
  const sentence = t('payday.fund.sentence', { amount: '$30.00' })
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.queryByText(t('payrolls.details.feeNotice'))).toBeNull()
  expect(screen.getByRole('link', { name: t('payday.fund.how') })).toBeTruthy()
})

test('the reserve is the fixed one → no percentage is named', async () => {
  const little = { usd: 15, btc: '0.00015000', reserveUsd: 5 }
  showPayrollPage({ code: 'short', missing: money(10) }, { toFund: little })
  expect(await screen.findByText(t('payday.fund.reserve'))).toBeTruthy()
})

test('the company asks for no reserve → exactly what is missing, without its rows', async () => {
  showPayrollPage(short, { toFund: { usd: 1000, btc: '0.01000000', reserveUsd: 0 } })
  await screen.findByText(t('payday.fund.send'))
  expect(screen.queryByText(t('payday.fund.missing'))).toBeNull()
  expect(screen.getByText(t('payrolls.details.feeNotice'))).toBeTruthy()
})

const deposit = (usdRate: number) =>
  makeTransaction({ type: 'receive', state: 'confirmed', usdRate, payment: null })
const balance = { btcBalance: '0.01480000', usdBalance: 1480 }

test('bitcoin fell since a deposit that would have sufficed → it says by how much', async () => {
  showPayrollPage(short, { toFund, balance }, [deposit(104_276)])
  expect(await screen.findByText(/^Bitcoin bajó 4\.1\s% desde tu depósito:$/)).toBeTruthy()
})

test.each([
  ['bitcoin rose', deposit(99_000)],
  ['the deposit never sufficed', deposit(101_000)],
])('%s → no fall is blamed', async (_why, newest) => {
  showPayrollPage(short, { toFund, balance }, [newest])
  await screen.findByText(t('payday.fund.send'))
  await waitFor(() =>
    expect(server.requests('GET', '/payrolls/payroll-1/transactions').length).toBeGreaterThan(1),
  )
  expect(screen.queryByText(/Bitcoin bajó/)).toBeNull()
})

test('the network is silent → PAGAR is not the next thing', async () => {
  server.answer('GET', '/network', networkState, { quietSince: minutesAgo(6) })
  showPayrollPage({ code: 'ready' })
  await screen.findByText('¿Alcanza para pagar?')
  await waitFor(() => expect(isFilled(payNow())).toBe(false))
})

test('the first block comes → the page turns from sent to paid by itself', async () => {
  showPayrollPage({ code: 'sent', ...ofRun })
  await screen.findByText(/^Enviada/)
  answerPayroll(paid)
  answerPrice()
  expect(await screen.findByText('3 personas cobraron', {}, { timeout: 30_000 })).toBeTruthy()
  expect(within(document.body).queryByText(/^Enviada/)).toBeNull()
})

test('a run begins and is not read yet → the page stays', async () => {
  showPayrollPage({ code: 'ready' })
  await screen.findByText('¿Alcanza para pagar?')
  const title = screen.getByRole('heading', { level: 1 })
  const release = server.hold('GET', '/companies/payments/payment-1')
  answerPayroll({ code: 'sent', ...ofRun })
  expect(await screen.findByText(/^Enviada/, {}, { timeout: 30_000 })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 })).toBe(title)
  release()
})

test('the dates of a payroll are slow → nothing stands yet that they would push down', async () => {
  showPayrollPage({ code: 'ready' })
  const release = server.hold('GET', '/companies/payrolls/payroll-1/schedule')
  await waitFor(() => expect(server.requests('GET', '/payrolls/payroll-1')).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.queryByText('¿Alcanza para pagar?')).toBeNull()
  release()
  expect(await screen.findByText('¿Alcanza para pagar?')).toBeTruthy()
  expect(screen.getByText(t('calendar.schedule.none'), { exact: false })).toBeTruthy()
})
