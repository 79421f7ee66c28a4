import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { batchFeeOffer } from '#contract/fee-bumps.ts'
import { makeTransaction } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show } from '#web/testing/show.tsx'
import { BatchFeeDialog } from './batch-fee-dialog.tsx'

test('a part waits for its fee → the dialog names fee, limit and key', async () => {
  const transaction = makeTransaction({ state: 'pendingApproval', waitingFor: 'fee' })
  server.answer('GET', `/transactions/${transaction._id}/fee`, batchFeeOffer, {
    cost: { btc: '0.00425000', usd: 386.75 },
    ceiling: { btc: '0.00005494', usd: 5 },
    needsCode: true,
    needsKey: true,
  })
  show(<BatchFeeDialog transaction={transaction} onClose={() => null} />)
  expect(await screen.findByText(/límite de \$5\.00. Tu llave de acceso/)).toBeTruthy()
  expect(screen.getByText(/386/)).toBeTruthy()
})
