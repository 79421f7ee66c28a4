import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { employee } from '#contract/employees.ts'
import { type PaymentPreview, paymentAnswer, previewPeople } from '#contract/payments.ts'
import { texts } from '#contract/texts/index.ts'
import {
  addresses,
  hourAgo,
  makeEmployee,
  makePayment,
  makePreview,
  makeTransaction,
  problem,
} from '#web/testing/fixtures.ts'
import { setWindowWidth } from '#web/testing/page-width.ts'
import {
  answerPayPreview,
  answerPreviewBy,
  canPay,
  dialogIsGone,
  dialogText,
  openPayDialog,
  payPath,
  previewPath,
  readSentPresses,
} from '#web/testing/pay-dialog.tsx'
import { server } from '#web/testing/server.ts'
import { applyStyles, t } from '#web/testing/show.tsx'

const peoplePath = `${previewPath}/people`

const person = (_id: string, name: string, sharedWith: string[] = []) => ({
  _id,
  name,
  usd: 500,
  bitcoinUsd: 500,
  dollarsUsd: 0,
  btc: '0.00500000',
  cryptoAddress: addresses.payroll,
  sharedWith: sharedWith.map((other) => ({ _id: other, name: other, accepted: false })),
})

function answerPeople(people: ReturnType<typeof person>[], pages = 1) {
  server.answer('GET', peoplePath, previewPeople, { people, pages })
}

const title = () => screen.getByRole('button', { name: new RegExp(t('payments.who.title')) })

test('who gets what is folded → opened, it names each with dollars, bitcoin, address', async () => {
  answerPeople([person('ana', 'Ana Paz'), person('eva', 'Eva Ríos')])
  const { person: user } = await openPayDialog()
  expect(title().getAttribute('aria-expanded')).toBe('false')
  expect(server.requests('GET', peoplePath)).toHaveLength(0)
  await user.click(title())
  const row = within((await screen.findByText('Eva Ríos')).closest('li') ?? document.body)
  expect(row.getByText('$500.00')).toBeTruthy()
  const { payroll } = addresses
  expect(row.getByText(`${payroll.slice(0, 8)}…${payroll.slice(-6)}`)).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  await user.click(title())
  expect(screen.queryByText('Eva Ríos')).toBeNull()
})

test('above 20 people → a search asks the server, and an empty answer is said', async () => {
  answerPeople([person('ana', 'Ana Paz')])
  const { person: user } = await openPayDialog({ employees: 21 })
  await user.click(title())
  await screen.findByText('Ana Paz')
  answerPeople([], 0)
  await user.type(screen.getByRole('searchbox', { name: t('payments.who.search') }), 'zz')
  await screen.findByText(t('payments.who.nobody'))
  expect(server.requests('GET', peoplePath).at(-1)?.query.get('search')).toBe('zz')
})

test('thousands of people → the next page is read when the list is scrolled', async () => {
  answerPeople([person('ana', 'Ana Paz')], 200)
  const { person: user } = await openPayDialog({ employees: 10_000 })
  await user.click(title())
  await screen.findByText('Ana Paz')
  expect(server.requests('GET', peoplePath)).toHaveLength(1)
  answerPeople([person('eva', 'Eva Ríos')], 200)
  fireEvent.scroll(screen.getByRole('region', { name: t('payments.who.title') }))
  await screen.findByText('Eva Ríos')
  expect(screen.getByText('Ana Paz')).toBeTruthy()
  expect(server.requests('GET', peoplePath).map(({ query }) => query.get('page'))).toEqual([
    '1',
    '2',
  ])
})

const couple = { ids: ['jose', 'rosa'], names: ['José Ayala', 'Rosa Chicas'] }
const sharePath = '/companies/employees/jose/shared-address'

test('two share an address → nobody is paid until the tick, which is remembered', async () => {
  answerPeople([person('jose', 'José Ayala', ['rosa']), person('rosa', 'Rosa Chicas', ['jose'])])
  const { person: user, pay } = await openPayDialog({ sharedUnaccepted: [couple] })
  expect(title().getAttribute('aria-expanded')).toBe('true')
  expect(dialogText()).toContain(
    t('payments.shared.sentence', { names: 'José Ayala y Rosa Chicas' }),
  )
  expect(dialogText()).toContain(t('payments.shared.tick'))
  expect(canPay()).toBe(false)
  server.answer('PUT', sharePath, employee, makeEmployee())
  answerPayPreview()
  await user.click(screen.getByRole('checkbox', { name: new RegExp(t('payments.shared.right')) }))
  await waitFor(() => expect(canPay()).toBe(true))
  expect(server.requests('PUT', sharePath).map(({ body }) => body)).toEqual([
    { with: 'rosa', accepted: true },
  ])
  const tick = () => screen.getByRole<HTMLInputElement>('checkbox')
  expect(tick().checked).toBe(true)
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toHaveLength(1)
})

test('two share an address, on a phone → the sum that leaves stands under its name', async () => {
  applyStyles()
  setWindowWidth(360)
  answerPeople([])
  await openPayDialog({ sharedUnaccepted: [couple] })
  const name = screen.getByText(t('payments.leaves.title'))
  expect(getComputedStyle(name).position).not.toBe('absolute')
  expect(dialogText()).toContain(`${t('payments.leaves.title')}$1,502.00`)
})

test('the tick is taken back → the payment waits for it again', async () => {
  answerPeople([])
  const { person: user } = await openPayDialog({ sharedUnaccepted: [couple] })
  server.answer('PUT', sharePath, employee, makeEmployee())
  answerPayPreview()
  await user.click(screen.getByRole('checkbox'))
  await waitFor(() => expect(canPay()).toBe(true))
  answerPayPreview({ sharedUnaccepted: [couple] })
  await user.click(screen.getByRole('checkbox'))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false))
  expect(canPay()).toBe(false)
})

test('the tick cannot be saved → it stays off, and nobody is paid', async () => {
  answerPeople([])
  const { person: user } = await openPayDialog({ sharedUnaccepted: [couple] })
  server.refuse('PUT', sharePath, 'NOT_FOUND')
  await user.click(screen.getByRole('checkbox'))
  await screen.findByText(texts.es.errors.NOT_FOUND)
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  expect(canPay()).toBe(false)
})

const paidBefore = {
  lastPaid: { _id: 'payment-0', at: hourAgo() },
  problems: [problem('ALREADY_PAID')],
}
const lacks = (ids: string[], count = ids.length): Partial<PaymentPreview> => ({
  ...paidBefore,
  employees: 13,
  totalUsd: 14_000,
  unpaidPeople: { count, ids },
})
const alone = { employees: 1, totalUsd: 425, totalBtc: '0.00425000', previewHash: 'alone' }

/** The dialog of a payroll whose last run lacked people; the preview of those alone is `part`. */
async function openLacking(whole: Partial<PaymentPreview>, part: Partial<PaymentPreview> = alone) {
  const payment = makePayment({ _id: 'payment-0', lines: 12, paidLines: 12 })
  server.answer('GET', '/companies/payments/payment-0', paymentAnswer, { payment })
  answerPreviewBy((query) => makePreview(query.get('only') ? part : whole))
  const dialog = await openPayDialog(null)
  await screen.findByRole('radiogroup', { name: t('payments.missing.label') })
  return dialog
}

const onlyMissing = (people: number) =>
  screen.getByRole<HTMLInputElement>('radio', {
    name: t('payments.missing.only', { count: people, people: String(people) }),
  })
const everybody = () =>
  screen.getByRole<HTMLInputElement>('radio', {
    name: t('payments.missing.all', { people: '13' }),
  })

test('the last run lacked somebody → paying that person alone comes first', async () => {
  answerPeople([person('teresa', 'Teresa Alvarenga')])
  const { pay } = await openLacking(lacks(['teresa']))
  expect(onlyMissing(1).checked).toBe(true)
  await waitFor(() => expect(dialogText()).toContain('Teresa Alvarenga'))
  await waitFor(() => expect(dialogText()).toContain('12 de 13 personas'))
  expect(dialogText()).toContain(`${t('payments.leaves.title')}$427.00`)
  expect(screen.getByRole('checkbox').hasAttribute('disabled')).toBe(true)
  expect(canPay()).toBe(true)
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ only: ['teresa'], after: '', previewHash: 'alone' }])
})

test('two who were paid left since → the payment still paid twelve', async () => {
  answerPeople([person('teresa', 'Teresa Alvarenga')])
  await openLacking({ ...lacks(['teresa']), employees: 11 })
  await waitFor(() => expect(dialogText()).toContain('12 de 13 personas'))
})

test('everybody again is chosen → it takes its tick, and names the last run', async () => {
  answerPeople([person('teresa', 'Teresa Alvarenga')])
  const { person: user, pay } = await openLacking(lacks(['teresa']))
  await user.click(everybody())
  expect(dialogText()).toContain(t('payments.missing.twice', { count: 12, people: '12' }))
  expect(canPay()).toBe(false)
  await user.click(screen.getByRole('checkbox', { name: t('payments.paidBefore.repeat') }))
  expect(canPay()).toBe(true)
  // A tick for everybody is gone with the other choice.
  await user.click(onlyMissing(1))
  await user.click(everybody())
  expect(canPay()).toBe(false)
  await user.click(screen.getByRole('checkbox', { name: t('payments.paidBefore.repeat') }))
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([
    { only: null, after: 'payment-0', previewHash: 'hash-1' },
  ])
})

test('the missing person was paid shortly before → is paid with a tick of their own', async () => {
  answerPeople([person('teresa', 'Teresa Alvarenga')])
  const { problems, lastPaid } = paidBefore
  const { person: user, pay } = await openLacking(lacks(['teresa']), {
    ...alone,
    problems,
    lastPaid,
  })
  expect(canPay()).toBe(false)
  const again = t('payments.missing.again', { count: 1 })
  await user.click(screen.getByRole('checkbox', { name: again }))
  expect(canPay()).toBe(true)
  // The tick for paying again does not count when everybody is chosen.
  await user.click(everybody())
  expect(canPay()).toBe(false)
  await user.click(onlyMissing(1))
  await user.click(screen.getByRole('checkbox', { name: again }))
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ only: ['teresa'], after: 'payment-0' }])
})

test('more than three were missing → their names are folded', async () => {
  const ids = ['ana', 'eva', 'luz', 'sol']
  answerPeople(ids.map((id) => person(id, `${id} Paz`)))
  const { person: user } = await openLacking(lacks(ids), { ...alone, employees: 4 })
  expect(dialogText()).not.toContain('luz Paz')
  await user.click(screen.getByRole('button', { name: t('payments.missing.see') }))
  expect(await screen.findByText('luz Paz')).toBeTruthy()
})

test('the missing person is paid elsewhere meanwhile → nobody is paid without a tick', async () => {
  answerPeople([person('teresa', 'Teresa Alvarenga')])
  await openLacking(lacks(['teresa']))
  answerPayPreview({ ...paidBefore, employees: 13 })
  await waitFor(() => expect(screen.queryByRole('radiogroup')).toBeNull(), { timeout: 4000 })
  expect(dialogText()).toContain(t('payments.whyNot.repeat'))
  expect(canPay()).toBe(false)
})

test('more than a hundred were missing → a payroll of their own is advised', async () => {
  await openPayDialog(lacks(['ana'], 150))
  expect(dialogText()).toContain(t('payments.missing.many', { people: '150' }))
  expect(screen.queryByRole('radiogroup')).toBeNull()
  expect(screen.getByRole('checkbox', { name: t('payments.paidBefore.repeat') })).toBeTruthy()
})

test('a withdrawal waits for its code → it is rejected here, and the payroll is paid', async () => {
  const withdrawal = makeTransaction({
    _id: 'withdrawal-1',
    type: 'withdrawal',
    state: 'pendingApproval',
    waitingFor: 'approval',
    usd: 250,
  })
  const waits = { waitsFor: withdrawal, problems: [problem('PAYMENT_IN_PROGRESS')] }
  const { person: user } = await openPayDialog(waits)
  expect(dialogText()).toContain(t('payments.withdrawal.text', { usd: '$250.00' }))
  expect(dialogText()).toContain(t('payments.withdrawal.whyNot'))
  expect(canPay()).toBe(false)
  const rejectPath = '/transactions/withdrawal-1/reject'
  server.answer('POST', rejectPath, decidedAnswer, { payment: null, transaction: withdrawal })
  answerPayPreview()
  await user.click(screen.getByRole('button', { name: t('payments.withdrawal.reject') }))
  await screen.findByText(t('payments.withdrawal.done'))
  await waitFor(() => expect(canPay()).toBe(true))
  expect(server.requests('POST', rejectPath)).toHaveLength(1)
})

test('the withdrawal was approved meanwhile → the dialog says why nothing is rejected', async () => {
  const withdrawal = makeTransaction({ type: 'withdrawal', waitingFor: 'approval' })
  const waits = { waitsFor: withdrawal, problems: [problem('PAYMENT_IN_PROGRESS')] }
  const { person: user } = await openPayDialog(waits)
  server.refuse('POST', `/transactions/${withdrawal._id}/reject`, 'NOT_PENDING_APPROVAL')
  await user.click(screen.getByRole('button', { name: t('payments.withdrawal.reject') }))
  await screen.findByText(texts.es.errors.NOT_PENDING_APPROVAL)
  expect(canPay()).toBe(false)
})

test('the missing person’s address changed → it is said, and the choice stays', async () => {
  answerPeople([person('teresa', 'Teresa Alvarenga')])
  const { pay } = await openLacking(lacks(['teresa']))
  server.refuse('POST', payPath, 'PREVIEW_CHANGED')
  await pay()
  expect((await screen.findByRole('alert')).textContent).toContain(texts.es.errors.PREVIEW_CHANGED)
  expect(readSentPresses()).toMatchObject([{ only: ['teresa'] }])
  expect(onlyMissing(1).checked).toBe(true)
})
