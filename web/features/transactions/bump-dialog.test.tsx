import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bumpOffer } from '#contract/fee-bumps.ts'
import { makeTransaction } from '#web/testing/fixtures.ts'
import { answerPrice } from '#web/testing/payroll-answers.ts'
import { server } from '#web/testing/server.ts'
import { show } from '#web/testing/show.tsx'
import { BumpDialog } from './bump-dialog.tsx'

test('a bump is dear since two people spent their pay → that is said, and a key asked', async () => {
  const transaction = makeTransaction({ state: 'unconfirmed' })
  server.answer('GET', `/transactions/${transaction._id}/bump`, bumpOffer, {
    method: 'RBF',
    evictedSpends: 2,
    needsKey: true,
    options: [
      { feeRate: 20, blocks: 3, cost: { btc: '0.00425000', usd: 386.75 }, needsCode: true },
    ],
    asked: null,
  })
  server.refuse('GET', `/payrolls/${transaction.payroll._id}/balance`, 'NOT_FOUND')
  answerPrice()
  show(<BumpDialog transaction={transaction} onClose={() => null} onBumped={() => null} />)
  expect(await screen.findByText(/gastaron lo suyo en 2 transacciones/)).toBeTruthy()
  expect(screen.getByText(/Tu llave de acceso lo confirma/)).toBeTruthy()
})
