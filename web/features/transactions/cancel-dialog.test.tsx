import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { approvalOptions } from '#contract/approvals.ts'
import { type CancelOffer, cancelOffer } from '#contract/fee-bumps.ts'
import { payrollBalance } from '#contract/payrolls.ts'
import { makeTransaction } from '#web/testing/fixtures.ts'
import { answerPrice } from '#web/testing/payroll-answers.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { CancelDialog } from './cancel-dialog.tsx'

const transaction = makeTransaction({ state: 'unconfirmed' })
const free: CancelOffer = {
  cost: { btc: '0.00001000', usd: 0.91 },
  needsCode: false,
  needsKey: false,
  dollarsPaid: null,
}

function open(offer: CancelOffer) {
  server.answer('GET', `/transactions/${transaction._id}/cancel`, cancelOffer, offer)
  answerPrice()
  const balance = `/payrolls/${transaction.payroll._id}/balance`
  server.answer('GET', balance, payrollBalance, {
    balance: 0,
    balanceString: '0',
    confirmedBalanceString: '0',
    spendableBalanceString: '0',
    totalReceived: 0,
    totalSent: 0,
    btcBalance: '0.00000000',
    usdBalance: 0,
  })
  show(
    <CancelDialog
      transaction={transaction}
      people={3}
      onClose={() => null}
      onCancelled={() => null}
    />,
  )
}

test('dollar parts are marked as paid → they are named, and stay paid', async () => {
  const names = ['Ana Flores', 'Beto Paz']
  open({ ...free, dollarsPaid: { people: 2, usd: 310.5, names } })
  const said = await screen.findByText(/ya cobraron su parte en dólares/)
  expect(said.textContent).toBe(
    'Ana Flores y Beto Paz ya cobraron su parte en dólares ($310.50), y sigue como pagada. El próximo pago es del resto de este.',
  )
})

test('more people than fit are marked → the first are named and the others counted', async () => {
  const names = ['Ana', 'Beto', 'Carla', 'Delia']
  open({ ...free, dollarsPaid: { people: 40, usd: 9_000, names } })
  expect(await screen.findByText(/^Ana, Beto, Carla y 37 más ya cobraron/)).toBeTruthy()
})

test('only keys move money, and there is none → that is said, and no code is asked', async () => {
  const person = userEvent.setup()
  const path = `/transactions/${transaction._id}/cancel-options`
  server.answer('POST', path, approvalOptions, { options: null })
  open({ ...free, needsCode: true, needsKey: true })
  expect(await screen.findByText(/Tu llave de acceso lo confirma/)).toBeTruthy()
  expect(screen.queryByText(/Un código lo confirma/)).toBeNull()
  await person.click(screen.getByRole('button', { name: t('transactions.cancel.open') }))
  expect((await screen.findByRole('alert')).textContent).toContain('Necesitas una llave de acceso')
  expect(server.requests('POST', `/transactions/${transaction._id}/cancel`)).toEqual([])
})
