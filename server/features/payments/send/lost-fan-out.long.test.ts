import { expect, test, vi } from 'vitest'
import { notify } from '#server/platform/db/notify.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { readPayment } from '../read-payment.ts'

const story = await storyForFile({ nodeArgs: ['-persistmempool=0'] })

test('a batch whose fan-out is away for a while waits, since the run paid others', async () => {
  const { engine, fundedPayroll, mineOnly, paymentIs } = story
  const { db } = engine
  const ids = await fundedPayroll(
    Array.from({ length: 3_100 }, () => 1_000n),
    900_000_000n,
  )
  const paymentId = await engine.run(ids)
  const partsAre = (...states: string[]) =>
    engine.until(`its parts are ${states.join(' and ')}`, async () => {
      const payment = await readPayment(db, ids.companyId, paymentId)
      const found = payment?.transactions.map(({ state, waitingFor }) => waitingFor ?? state)
      return found?.join() === states.join()
    })
  await partsAre('unconfirmed', 'feeder')
  const [fanOut] = await story.bytesOf(paymentId)
  if (!fanOut) throw new Error('an unconfirmed transaction has bytes')
  // A breach keeps unsigned transactions from the signer.
  await db
    .insertInto('money_breaches')
    .values({ invariant: 'I1', kind: 'LEDGER_UNBALANCED', id: 'a test' })
    .execute()
  await mineOnly([fanOut])
  await partsAre('confirmed', 'node')

  const { trial } = engine.chain
  engine.chain.trial = async () => ({ refusal: 'mempool min fee not met' })
  await story.invalidate(1)
  await mineOnly()
  await mineOnly()
  await engine.node.restart({ reindex: false })
  await partsAre('removed', 'node')
  const warned = vi.spyOn(engine.log, 'warn')
  await db.updateTable('money_breaches').set({ gone_at: new Date() }).execute()
  await notify(db, 'plans')
  await engine.until('the worker has missed the lane', async () =>
    warned.mock.calls.some((said) => said.includes('its lane is away; the transaction waits')),
  )
  await partsAre('removed', 'node')

  engine.chain.trial = trial
  await notify(db, 'transactions')
  await engine.until('the fan-out is sent again', () => engine.chain.inMempool(fanOut.txid))
  await mineOnly([fanOut])
  await partsAre('confirmed', 'unconfirmed')
  await engine.play.mine(1)
  const { paidLines } = await paymentIs(ids, paymentId, 'confirmed')
  expect(paidLines).toBe(3_100)
})
