import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { publicConfig } from '#contract/company.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { acknowledgeAnswer, paymentAnswer } from '#contract/payments.ts'
import { hourAgo, makePayment, makeTransaction, problem } from '#web/testing/fixtures.ts'
import {
  answerPayPreview,
  canPay,
  dialogButton,
  dialogIsGone,
  dialogText,
  openPayDialog,
  previewPath,
  readSentPresses,
} from '#web/testing/pay-dialog.tsx'
import { server } from '#web/testing/server.ts'
import { t } from '#web/testing/show.tsx'

const forbidding: ErrorCode[] = [
  'COMPANY_FROZEN',
  'NODE_UNAVAILABLE',
  'PRICE_UNAVAILABLE',
  'PAYMENTS_STOPPED',
  'DUST_SALARY',
  'FEE_TOO_HIGH',
]

test.each(forbidding)('%s → the dialog says it, and nothing can be paid', async (code) => {
  await openPayDialog({ problems: [problem(code)] })
  expect(dialogText()).toContain(problem(code).message)
  expect(dialogText()).toContain(t('payments.whyNot.obstacles'))
  expect(canPay()).toBe(false)
})

test('one problem concerns two people → it is said once', async () => {
  const { message } = problem('DUST_SALARY')
  await openPayDialog({ problems: [problem('DUST_SALARY'), problem('DUST_SALARY')] })
  expect(dialogText()?.split(message)).toHaveLength(2)
})

test('the payroll has nobody → the dialog asks for employees first', async () => {
  await openPayDialog({ employees: 0, problems: [problem('PAYROLL_HAS_NO_EMPLOYEES')] })
  expect(dialogText()).toContain(t('payments.whyNot.nobody'))
  expect(canPay()).toBe(false)
})

test('a payment is in progress → the dialog leads to the transactions', async () => {
  const { person, onPaid } = await openPayDialog({ problems: [problem('PAYMENT_IN_PROGRESS')] })
  expect(dialogText()).toContain(t('payments.whyNot.inProgress'))
  expect(canPay()).toBe(false)
  await person.click(dialogButton(t('payments.seeTransactions')))
  await dialogIsGone()
  expect(onPaid).toHaveBeenCalledOnce()
})

const waits = { problems: [problem('PAYMENT_IN_PROGRESS')] }
const withdrawal = makeTransaction({ type: 'withdrawal', state: 'confirmed', confirmations: 94 })

test('a withdrawal of everything is not buried → the dialog says how long it waits', async () => {
  await openPayDialog({ ...waits, waitsFor: withdrawal })
  const time = t('time.about.hours', { count: 1 })
  expect(dialogText()).toContain(t('payWait.withdrawal', { count: 6, depth: 100, time }))
  expect(dialogText()).toContain(t('payments.whyNot.wait.withdrawal', { depth: 100 }))
  expect(canPay()).toBe(false)
})

test('the same in the sandbox → the dialog says how many blocks to mine', async () => {
  server.answer('GET', '/config', publicConfig, {
    network: 'regtest',
    explorerTxUrl: '/sandbox/tx/{txid}',
    sandbox: true,
  })
  await openPayDialog({ ...waits, waitsFor: withdrawal })
  const text = t('payWait.mine', { count: 6, depth: 100 })
  await waitFor(() => expect(dialogText()).toContain(text))
})

test.each([
  ['deposit', 'receive'],
  ['spend', 'send'],
] as const)('a %s left its block → the dialog waits for it and links to it', async (kind, type) => {
  await openPayDialog({ ...waits, waitsFor: makeTransaction({ type, state: 'removed' }) })
  expect(dialogText()).toContain(t(`payWait.${kind}`))
  expect(dialogText()).toContain(t(`payments.whyNot.wait.${kind}`))
  const link = screen.getByRole('link', { name: t('payments.seeTransaction') })
  expect(link.getAttribute('href')).toBe('/dashboard/transaction/transaction-1')
  expect(canPay()).toBe(false)
})

const foundUntracked = { problems: [problem('WALLET_AHEAD_OF_RECORDS')] }

test('an untracked spend is in no block yet → there is nothing to confirm', async () => {
  await openPayDialog(foundUntracked)
  expect(dialogText()).toContain(t('payments.untracked.unmined'))
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(canPay()).toBe(false)
})

test('an untracked spend is ticked and confirmed → its id is sent and it can be paid', async () => {
  const path = '/companies/payrolls/payroll-1/acknowledge-records'
  const found = makeTransaction({ _id: 'found-1', state: 'confirmed', confirmations: 3 })
  const { person } = await openPayDialog({ ...foundUntracked, untracked: [found] })
  const confirm = dialogButton(t('payments.untracked.confirm'))
  expect(confirm.hasAttribute('disabled')).toBe(true)
  expect(canPay()).toBe(false)
  await person.click(screen.getByRole('checkbox', { name: t('payments.untracked.seen') }))
  server.answer('POST', path, acknowledgeAnswer, { transactions: [found] })
  answerPayPreview()
  await person.click(confirm)
  await screen.findByText(t('payments.untracked.done'))
  await waitFor(() => expect(canPay()).toBe(true))
  expect(server.requests('POST', path)[0]?.body).toEqual({ transactions: ['found-1'] })
})

test('nobody knows whether it is paid → who perhaps was is named, and a tick pays', async () => {
  const names = [
    { employeeId: 'ana', name: 'Ana Flores', perhapsPaid: true },
    { employeeId: 'bea', name: 'Bea Cruz', perhapsPaid: false },
  ]
  const transactions = [makeTransaction({ _id: 'found-1', state: 'confirmed' })]
  const uncertain = { _id: 'found-1', at: hourAgo(), transactions, people: names }
  const problems = [problem('PERIOD_UNCERTAIN'), problem('ALREADY_PAID')]
  const { person, pay } = await openPayDialog({ problems, uncertain, lastPaid })
  const text = dialogText()
  expect(text).toContain(t('payments.uncertain.title'))
  expect(text).toContain(`${t('payments.uncertain.perhaps', { count: 1, people: '1' })}Ana Flores`)
  expect(text).not.toContain('Bea Cruz')
  expect(text).toContain(t('payments.whyNot.uncertain'))
  expect(canPay()).toBe(false)
  await person.click(screen.getByRole('checkbox', { name: t('payments.uncertain.agree') }))
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ after: 'found-1' }])
})

test('a backup was restored → the dialog says that dollars are in no record', async () => {
  await openPayDialog({ dollarsUsd: 300, dollarsPeople: 1, dollarsUnknownSince: hourAgo() })
  expect(dialogText()).toContain(t('payments.dollarsUnknown', { date: '' }).split('.')[1])
  expect(canPay()).toBe(true)
})

const lastPaid = { _id: 'payment-0', at: hourAgo() }

test('paid an hour ago → it can be paid again only after a tick', async () => {
  const { person, pay } = await openPayDialog({ problems: [problem('ALREADY_PAID')], lastPaid })
  expect(dialogText()).toContain(t('payments.whyNot.repeat'))
  expect(canPay()).toBe(false)
  await person.click(screen.getByRole('checkbox', { name: t('payments.paidBefore.repeat') }))
  expect(canPay()).toBe(true)
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ after: 'payment-0' }])
})

test('paid an hour ago and short → the tick is not offered yet', async () => {
  const problems = [problem('ALREADY_PAID'), problem('INSUFFICIENT_FUNDS')]
  await openPayDialog({ problems, lastPaid, missing: { btc: '0.00500000', usd: 500 } })
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(canPay()).toBe(false)
})

test('a run was paid in part → its unpaid lines can be paid, or given up', async () => {
  const path = '/companies/payrolls/payroll-1/close-payment'
  const { person } = await openPayDialog({ resumes: { _id: 'payment-0', at: hourAgo() } })
  expect(canPay()).toBe(true)
  await person.click(dialogButton(t('payments.close.open')))
  server.answer('POST', path, paymentAnswer, { payment: makePayment() })
  await person.click(await screen.findByRole('button', { name: t('payments.close.confirm') }))
  await screen.findByText(t('payments.close.done'))
  expect(server.requests('POST', path)).toHaveLength(1)
  expect(readSentPresses()).toHaveLength(0)
})

const reset = {
  problems: [problem('WAITS_AFTER_RESET')],
  waits: { until: '2026-11-24T18:00:00.000Z', employees: [{ _id: 'bea', name: 'Bea Cruz' }] },
}

test('a password reset holds somebody back → leaving her out lets the others be paid', async () => {
  const { person, pay } = await openPayDialog(reset)
  expect(dialogText()).toContain('Bea Cruz')
  expect(canPay()).toBe(false)
  answerPayPreview({ employees: 2, totalUsd: 1000, previewHash: 'without-bea' })
  await person.click(dialogButton(t('payments.waits.leave', { count: 1 })))
  await waitFor(() => expect(canPay()).toBe(true))
  expect(dialogText()).toContain(t('payments.waits.left', { names: 'Bea Cruz' }))
  expect(server.requests('GET', previewPath).at(-1)?.query.get('leave')).toBe('bea')
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ previewHash: 'without-bea', leave: ['bea'] }])
})

test('somebody left out is included again → the payroll waits as before', async () => {
  const { person } = await openPayDialog(reset)
  answerPayPreview({ employees: 2 })
  await person.click(dialogButton(t('payments.waits.leave', { count: 1 })))
  await waitFor(() => expect(canPay()).toBe(true))
  answerPayPreview(reset)
  await person.click(dialogButton(t('payments.waits.include', { count: 1 })))
  await waitFor(() => expect(canPay()).toBe(false))
})

test('a password reset holds everybody back → nobody can be left out', async () => {
  await openPayDialog({ ...reset, employees: 1 })
  expect(screen.queryByText(t('payments.waits.leave', { count: 1 }))).toBeNull()
  expect(canPay()).toBe(false)
})
