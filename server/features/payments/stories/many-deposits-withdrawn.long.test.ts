import { expect, test } from 'vitest'
import { minimumHeadSats } from '#domain/fees.ts'
import { btcText } from '#domain/money.ts'
import { withdrawAndConfirm } from '#server/testing/approval-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { expectPaid } from '#server/testing/exact-checks.ts'
import { expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'

const s = await paymentsForFile()
const ours = await s.company({ overUsd: null, changedAddresses: false })

test('200 deposits, no head → the amount named is withdrawn, and then the remainder', async () => {
  const payroll = await s.engine.payroll(ours.companyId, [50_000n])
  const { payrollId, script } = payroll
  const payouts = Array.from({ length: 200 }, () => ({ script, sats: 10_000n }))
  await s.mineOnly([s.signedBySomebody([await s.somebodysUtxo(payouts)], payouts)])
  await s.spendable(payrollId, 2_000_000n)
  await s.price(9_100_000n)
  const to = { address: anAddress() }
  const ask = { ...to, amount: btcText(1_900_000n) }
  const path = `/companies/payrolls/${payrollId}/withdraw-funds`
  const { data } = expectRefusal(await ours.call('POST', path, ask), 409, 'TOO_MANY_COINS')
  const amount = btcText(1_500_000n - minimumHeadSats)
  expect(data).toEqual({ most: amount })

  await withdrawAndConfirm(s, ours, payrollId, { ...to, amount })
  await s.spendable(payrollId, 500_000n + minimumHeadSats)
  await withdrawAndConfirm(s, ours, payrollId, { ...to, amount: btcText(500_000n) })
  await s.spendable(payrollId, minimumHeadSats)
  await expectPaid(s, payroll, 0)
})
