import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { consolidationAnswer, consolidationOffer } from '#contract/consolidations.ts'
import { paymentPreview } from '#contract/payments.ts'
import { codeReasons } from '#domain/approval-code-reasons.ts'
import { addresses, makePreview, makeTransaction, problem } from '#web/testing/fixtures.ts'
import {
  answerPayPreview,
  canPay,
  dialogButton,
  dialogIsGone,
  dialogText,
  openPayDialog,
  payButton,
  payPath,
  previewPath,
  readSentPresses,
  showPayDialog,
} from '#web/testing/pay-dialog.tsx'
import { server } from '#web/testing/server.ts'
import { t } from '#web/testing/show.tsx'
import { answerUnsaved, leaveAndStay } from '#web/testing/unsaved.ts'

/** The toast of a payment that the network has. */
const sent = /^Enviada \d+:\d\d$/

test('the preview is on its way → the payroll is named and nothing can be paid', async () => {
  answerPayPreview()
  const release = server.hold('GET', previewPath)
  showPayDialog()
  expect(screen.getByText(t('ui.loading'))).toBeTruthy()
  expect(dialogText()).toContain('Quincena de noviembre')
  expect(canPay()).toBe(false)
  release()
  await waitFor(() => expect(canPay()).toBe(true))
})

test('the preview cannot be read → the dialog says why, and asks again on demand', async () => {
  server.refuse('GET', previewPath, 'NOT_FOUND')
  const { person } = showPayDialog()
  await screen.findByRole('alert')
  expect(canPay()).toBe(false)
  answerPayPreview()
  await person.click(screen.getByRole('button', { name: t('ui.retry') }))
  await waitFor(() => expect(canPay()).toBe(true))
})

test('the funds cover it → sum, people, rate, fee and remainder are shown', async () => {
  await openPayDialog()
  const text = dialogText()
  for (const shown of [
    `${t('payments.leaves.title')}$1,502.00`,
    '0.01502000 BTC',
    `${t('payments.leaves.to', { people: '3', count: 3 })}$1,500.00`,
    t('payments.leaves.in', { count: 1 }),
    '1 BTC = $100,000.00',
    t('payments.final'),
    `${t('payments.fee')}$2.00`,
    `${t('payments.rest')}$498.00`,
  ]) {
    expect(text).toContain(shown)
  }
  expect(canPay()).toBe(true)
})

test('a note is typed and left → the dialog asks, and keeps it', async () => {
  const { person } = await openPayDialog()
  const note = screen.getByRole('textbox')
  await person.type(note, 'Primera quincena')
  await leaveAndStay(person)
  expect(note).toHaveProperty('value', 'Primera quincena')
})

test('a note is typed and paid → the dialog closes without a question', async () => {
  const { person, pay } = await openPayDialog()
  await person.type(screen.getByRole('textbox'), 'Primera quincena')
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ note: 'Primera quincena' }])
})

test('the funds cover it exactly → nothing stays, and it can be paid', async () => {
  await openPayDialog({ spendableBtc: '0.01502000' })
  expect(dialogText()).toContain(`${t('payments.rest')}$0.00`)
  expect(canPay()).toBe(true)
})

test('small deposits have to be one first → the dialog says the cost, and does it', async () => {
  const path = '/companies/payrolls/payroll-1/consolidate'
  const fee = { btc: '0.00135588', usd: 123.39 }
  server.answer('GET', path, consolidationOffer, {
    deposits: 1_000,
    fee,
    needsCode: false,
    approvalsRequired: 0,
  })
  const type = 'consolidation'
  const transaction = makeTransaction({ type })
  server.answer('POST', path, consolidationAnswer, { transaction })
  const problem = { code: 'DEPOSITS_TO_CONSOLIDATE' as const, message: 'many' }
  const { person } = await openPayDialog({ problems: [problem] })
  await screen.findByText(t('consolidate.text', { deposits: '1,000', usd: '$123.39' }))
  expect(canPay()).toBe(false)
  expect(dialogText()).toContain(t('consolidate.whyNot'))
  await person.click(dialogButton(t('consolidate.button')))
  await screen.findByText(t('consolidate.done'))
  expect(server.requests('POST', path)).toHaveLength(1)
})

const short = {
  spendableBtc: '0.01002000',
  enough: false,
  missing: { btc: '0.00500000', usd: 500 },
  toFund: { btc: '0.00515000', usd: 515, reserveUsd: 15 },
  problems: [problem('INSUFFICIENT_FUNDS')],
}

test('funds are missing → they and a reserve are asked for, with a QR code', async () => {
  await openPayDialog(short)
  expect(dialogText()).toContain(`${t('payments.short.title')}$500.00`)
  expect(dialogText()).toContain('$515.000.00515000 BTC')
  expect(dialogText()).toContain(t('payday.fund.sentence', { amount: '$15.00' }))
  expect(dialogText()).toContain(addresses.payroll)
  expect(await screen.findByTitle(t('ui.qr.label'))).toBeTruthy()
  expect(dialogText()).toContain(t('payments.whyNot.short'))
  expect(canPay()).toBe(false)
})

test('part of the missing funds is unconfirmed → only the difference is asked for', async () => {
  await openPayDialog(
    { ...short, toFund: { btc: '0.00309000', usd: 309, reserveUsd: 9 } },
    200_000n,
  )
  expect(dialogText()).toContain(`${t('payments.short.title')}$300.00`)
  expect(dialogText()).toContain(`${t('payments.short.incoming')}$200.00`)
  expect(dialogText()).toContain('0.00309000 BTC')
})

test('all missing funds are unconfirmed → no further deposit is asked for', async () => {
  const nothing = { btc: '0.00000000', usd: 0, reserveUsd: 0 }
  await openPayDialog({ ...short, toFund: nothing }, 500_000n)
  expect(dialogText()).toContain(t('payments.short.allIncoming'))
  expect(screen.queryByTitle(t('ui.qr.label'))).toBeNull()
  expect(canPay()).toBe(false)
})

test('missing funds arrive while the dialog is open → it can be paid', async () => {
  await openPayDialog(short)
  answerPayPreview()
  await waitFor(() => expect(canPay()).toBe(true), { timeout: 4000 })
})

test.each(codeReasons)('a code is needed for %s → its reason is shown before', async (code) => {
  await openPayDialog({ needsCode: true, reasons: [{ code, people: 2 }] })
  expect(dialogText()).toContain(t('payments.asksForCode'))
  expect(dialogText()).toContain(t(`approval.because.${code}`, { count: 2, people: '2' }))
  expect(canPay()).toBe(true)
})

test('two clicks in one moment → one press is sent, and the dialog waits', async () => {
  const { person } = await openPayDialog()
  const release = server.hold('POST', payPath)
  payButton().click()
  payButton().click()
  await screen.findByText(t('payments.sending'))
  expect(payButton().getAttribute('aria-busy')).toBe('true')
  expect(canPay()).toBe(false)
  await person.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(readSentPresses()).toHaveLength(1)
  release()
  await dialogIsGone()
})

test('paid → the dialog closes, and no toast says the page’s own sentence', async () => {
  const { pay, person, onPaid } = await openPayDialog()
  await person.type(screen.getByLabelText(new RegExp(t('payments.note'))), 'Noviembre, 2.ª')
  await pay()
  await dialogIsGone()
  expect(screen.queryByText(sent)).toBeNull()
  expect(onPaid).toHaveBeenCalledOnce()
  expect(readSentPresses()).toEqual([
    {
      note: 'Noviembre, 2.ª',
      after: '',
      previewHash: 'hash-1',
      only: null,
      leave: [],
      held: {},
      include: [],
      periodKey: '',
      extra: false,
      targetBlocks: 3,
    },
  ])
})

test('closed and opened again → the note that was typed is gone', async () => {
  const { person } = await openPayDialog()
  const note = () => screen.getByLabelText<HTMLInputElement>(new RegExp(t('payments.note')))
  await person.type(note(), 'Noviembre')
  await person.keyboard('{Escape}')
  await answerUnsaved(person, 'leave')
  await dialogIsGone()
  await person.click(screen.getByText('open again'))
  expect(note().value).toBe('')
})

test('fees are high → a slower target is previewed, and sent with the press', async () => {
  const targets = [
    { blocks: 3 as const, feeRate: 400, cost: { btc: '0.00080000', usd: 80 }, needsCode: true },
    { blocks: 144 as const, feeRate: 90, cost: { btc: '0.00018000', usd: 18 }, needsCode: false },
  ]
  const { person, pay } = await openPayDialog({ targets })
  expect(dialogText()).toContain(t('payments.targets.text'))
  expect(dialogText()).toContain('$80.00400 sat/vB')
  const day = new RegExp(t('payments.targets.within.144'))
  server.answer('GET', previewPath, paymentPreview, makePreview({ targets, previewHash: 'slow' }))
  await person.click(screen.getByRole('radio', { name: day }))
  await waitFor(() => expect(canPay()).toBe(true))
  expect(server.requests('GET', previewPath).at(-1)?.query.get('targetBlocks')).toBe('144')
  await pay()
  await dialogIsGone()
  expect(readSentPresses()).toMatchObject([{ previewHash: 'slow', targetBlocks: 144 }])
})
