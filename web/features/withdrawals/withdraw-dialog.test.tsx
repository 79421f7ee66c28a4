import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paymentPreview } from '#contract/payments.ts'
import { payrollList } from '#contract/payrolls.ts'
import { transactionDetails } from '#contract/transactions.ts'
import { withdrawalAnswer } from '#contract/withdrawals.ts'
import {
  addresses,
  makePayroll,
  makePreview,
  makeTransaction,
  problem,
} from '#web/testing/fixtures.ts'
import { answerPrice } from '#web/testing/payroll-answers.ts'
import { server } from '#web/testing/server.ts'
import { showDialog, t } from '#web/testing/show.tsx'
import { leaveAndStay } from '#web/testing/unsaved.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const path = '/companies/payrolls/payroll-1/withdraw-funds'
const detailsPath = '/transactions/withdrawal-1/details'

const planned = makeTransaction({
  _id: 'withdrawal-1',
  type: 'withdrawal',
  state: 'pendingApproval',
  waitingFor: 'approval',
  payment: null,
  txid: null,
  usd: 1997,
  btc: '0.01997000',
  networkFee: { btc: '0.00003000', usd: 3 },
  cryptoAddress: addresses.ana,
})

async function openDialog() {
  const own = makePayroll()
  const payrolls = [own, makePayroll({ _id: 'payroll-2', name: 'Bodega' })]
  server.answer('GET', '/payrolls', payrollList, { payrolls, pages: 1, payrollsMatched: 2 })
  const previewPath = '/companies/payrolls/payroll-1/payment-preview'
  server.answer('GET', previewPath, paymentPreview, makePreview())
  answerPrice()
  const shown = showDialog((onClose) => (
    <WithdrawDialog
      payroll={own}
      available={{ btc: '0.02000000', usd: 2000 }}
      onClose={onClose}
      onReview={() => null}
    />
  ))
  const dialog = within(await screen.findByRole('dialog', { name: t('withdrawals.title') }))
  const press = () =>
    shown.person.click(dialog.getByRole('button', { name: t('withdrawals.continue') }))
  return { ...shown, dialog, press }
}

type Opened = Awaited<ReturnType<typeof openDialog>>

const address = ({ dialog }: Opened) =>
  dialog.getByRole<HTMLInputElement>('textbox', { name: t('ui.address') })
const choose = ({ person, dialog }: Opened, share: 'everything' | 'most' | 'some') =>
  person.click(dialog.getByRole('radio', { name: new RegExp(`^${t(`withdrawals.${share}`)}`) }))
const bodies = () => server.requests('POST', path).map(({ body }) => body)

test('the dialog opens → it says what can be withdrawn and what stays', async () => {
  const { dialog } = await openDialog()
  expect(dialog.getByText(/disponible/).textContent).toContain('$2,000.00')
  expect(await dialog.findByText(/^Deja 1,000 sat \(\$1\.00\) y podrás pagar/)).toBeTruthy()
  expect(dialog.getByText(t('withdrawals.feeNext'))).toBeTruthy()
})

test.each([
  ['', 'Obligatorio'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Es de la red principal'],
  [addresses.ana.replace('5n2k', '5n2q'), 'Tiene algún carácter mal copiado.'],
])(
  'the address is %o → it is refused at its field, and nothing is asked for',
  async (typed, why) => {
    const opened = await openDialog()
    if (typed) await opened.person.type(address(opened), typed)
    await opened.press()
    await waitFor(() => expect(address(opened).getAttribute('aria-invalid')).toBe('true'))
    const described = address(opened).getAttribute('aria-describedby')?.split(' ') ?? []
    const texts = described.map((id) => document.getElementById(id)?.textContent)
    expect(texts.join(' ')).toContain(why)
    expect(bodies()).toEqual([])
  },
)

test('everything is chosen → the whole sum leaves, and its fee is shown first', async () => {
  const opened = await openDialog()
  await opened.person.type(address(opened), addresses.ana)
  await choose(opened, 'everything')
  server.answer('POST', path, withdrawalAnswer, { transaction: planned })
  const details = { recipients: [], order: null, approval: null }
  server.answer('GET', detailsPath, transactionDetails, { transaction: planned, details })
  await opened.press()
  const code = await screen.findByRole('textbox', { name: t('ui.code.title') })
  const text = code.closest('[role="dialog"]')?.textContent
  expect(text).toContain(`${t('withdrawals.fee')}$3.00`)
  expect(text).toContain(`${t('withdrawals.arrives')}$1,997.00`)
  // No amount: whatever is there, also what arrives meanwhile.
  expect(bodies()).toEqual([{ address: addresses.ana }])
})

test('nothing is chosen → nearly everything leaves, and the payroll can pay on', async () => {
  const opened = await openDialog()
  await opened.person.type(address(opened), addresses.ana)
  server.refuse('POST', path, 'NODE_UNAVAILABLE')
  await opened.press()
  await screen.findByRole('alert')
  expect(bodies()).toEqual([{ address: addresses.ana, amount: '0.01999000' }])
})

test('another payroll is chosen → no address is asked for', async () => {
  const opened = await openDialog()
  await opened.person.click(await opened.dialog.findByRole('combobox'))
  const name = t('withdrawals.destination.payroll', { name: 'Bodega' })
  await opened.person.click(await screen.findByRole('option', { name }))
  expect(opened.dialog.queryByRole('textbox', { name: t('ui.address') })).toBeNull()
  await choose(opened, 'everything')
  server.refuse('POST', path, 'NODE_UNAVAILABLE')
  await opened.press()
  await screen.findByRole('alert')
  expect(bodies()).toEqual([{ payrollId: 'payroll-2' }])
})

test('the server refuses → the dialog says why, and keeps what was typed', async () => {
  const opened = await openDialog()
  await opened.person.type(address(opened), addresses.ana)
  await choose(opened, 'some')
  await opened.person.type(opened.dialog.getByLabelText(t('withdrawals.inUsd')), '250')
  server.refuse('POST', path, 'EMAIL_NOT_VERIFIED')
  await opened.press()
  expect((await screen.findByRole('alert')).textContent).toContain(
    problem('EMAIL_NOT_VERIFIED').message,
  )
  expect(address(opened).value).toBe(addresses.ana)
  expect(bodies()).toEqual([{ address: addresses.ana, amountUsd: 250 }])
  await leaveAndStay(opened.person)
  expect(address(opened).value).toBe(addresses.ana)
})

test('the server finds a fault → it stands at its field', async () => {
  const opened = await openDialog()
  await opened.person.type(address(opened), addresses.ana)
  await choose(opened, 'everything')
  const message = 'Es la dirección de esta misma nómina'
  const errors = [{ path: 'address', code: 'OWN_ADDRESS' as const, message }]
  server.refuse('POST', path, 'VALIDATION', { errors })
  await opened.press()
  expect(await opened.dialog.findByText(message)).toBeTruthy()
  expect(opened.dialog.queryByText(problem('VALIDATION').message)).toBeNull()
})
