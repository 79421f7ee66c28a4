import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { decidedAnswer } from '#contract/approval.ts'
import { approveTransaction, makeWaitingRun } from '#server/testing/approval-steps.ts'
import { expectAccepted, expectRefusal } from '#server/testing/factories.ts'
import { paymentsForFile } from '#server/testing/for-file.ts'

const s = await paymentsForFile()

/** A run that waits for its approval. */
const aWaitingRun = () =>
  makeWaitingRun(s, { overUsd: 100, changedAddresses: false }, [20_000n], 5_000_000n)

/** Moves the order's time back by more than a day. */
const aDayLater = (id: string) =>
  sql`UPDATE orders SET requested_at = requested_at - interval '24 hours 1 second'
    WHERE id = (SELECT order_id FROM transactions WHERE id = ${id})`.execute(s.engine.owner)

test('what nobody approves within a day is rejected by itself', async () => {
  const { ours, payrollId, id } = await aWaitingRun()
  await aDayLater(id)
  await s.wake()
  const { failure } = await s.transactionIs(ours, id, 'rejected')
  expect(failure).toBe('NOT_APPROVED_IN_TIME')
  await s.spendable(payrollId, 5_000_000n)
})

test('an order that cannot be rejected now holds up nobody else', async () => {
  const { owner } = s.engine
  const [stuck, other] = [await aWaitingRun(), await aWaitingRun()]
  await sql`
    CREATE FUNCTION not_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
    CREATE TRIGGER not_now BEFORE UPDATE ON transactions FOR EACH ROW
      WHEN (NEW.ended = 'rejected') EXECUTE FUNCTION not_now()`.execute(owner)
  await aDayLater(stuck.id)
  try {
    expectAccepted(decidedAnswer, await approveTransaction(other.ours, other.id, other.code))
    await s.transactionIs(other.ours, other.id, 'unconfirmed')
    expect(s.engine.alarms).toContain('a step of a payment failed; trying again')
  } finally {
    await sql`DROP FUNCTION not_now CASCADE`.execute(owner)
  }
  await s.wake()
  await s.transactionIs(stuck.ours, stuck.id, 'rejected')
})

test('a price that has moved by more than 5 % ends the run; by 5 % it does not', async () => {
  const moved = await aWaitingRun()
  await s.price(9_555_001n)
  expectRefusal(await approveTransaction(moved.ours, moved.id, moved.code), 409, 'PRICE_MOVED')
  await s.transactionIs(moved.ours, moved.id, 'rejected')
  expect(await s.balanceOf(moved.payrollId)).toMatchObject({ spendable_sats: 5_000_000n })

  const still = await aWaitingRun()
  await s.price(9_555_000n)
  expectAccepted(decidedAnswer, await approveTransaction(still.ours, still.id, still.code))
  await s.transactionIs(still.ours, still.id, 'unconfirmed')
})
