import { expect, test } from 'vitest'
import { approveTransaction, makeWaitingRun, run } from '#server/testing/approval-steps.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'
import { aSignature } from '#server/testing/recorded-signature.ts'

const s = await paymentsForFile()
const { record } = s.engine

test('a recorded plan cannot be signed now → others are, and it is once it can', async () => {
  const waiting = await makeWaitingRun(
    s,
    { overUsd: 0, changedAddresses: false },
    [50_000n],
    5_000_000n,
  )
  const others = await s.company()
  const { payrollId } = await s.funded(others, [40_000n], 5_000_000n)
  // The signer died before its commit, and the approval is gone with a database that failed over.
  const pending = { ...aSignature(1n), transaction: waiting.id }
  await record.begin(0n)
  await record.append(pending)
  const payment = await run(others, payrollId)
  await s.paymentIs(others, payment._id, 'unconfirmed')

  await approveTransaction(waiting.ours, waiting.id, waiting.code)
  await s.transactionIs(waiting.ours, waiting.id, 'unconfirmed')
  const signed = await record.readSignatures()
  expect(signed.map(({ transaction }) => transaction).slice(-2)).toEqual([
    payment.transactions[0]?._id,
    waiting.id,
  ])
  expect(signed.map(({ txid }) => txid)).not.toContain(pending.txid)
})
