import { expect, test } from 'vitest'
import type { Db } from '#server/platform/db/database.ts'
import { type ChainStory, chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { dumpOf } from '#server/testing/dump.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { acknowledgeAll } from '#server/testing/untracked-steps.ts'
import {
  changeBranch,
  moveIndexBeyond,
  readLastIndexes,
  receiveBranch,
} from '../addresses/account.ts'

const node = await nodeForFile()

test('two databases gave one index to two payrolls → change belongs to the payer', async () => {
  const one = await chainStory({ node })
  const first = await one.fundedPayroll([50_000n], 3_000_000n)
  const second = await one.fundedPayroll([30_000n], 2_000_000n)
  const two = await chainStory({ node, backup: dumpOf(one.engine.database.ownerUrl) })
  const ofFirst = await one.engine.run(first)
  await one.paymentIs(first, ofFirst, 'unconfirmed')
  const ofSecond = await two.engine.run(second)
  await two.paymentIs(second, ofSecond, 'unconfirmed')
  await one.engine.play.mine(1)
  await one.paymentIs(first, ofFirst, 'confirmed')
  await two.paymentIs(second, ofSecond, 'confirmed')
  for (const story of [one, two]) await story.followed()

  const indexesOf = ({ engine }: ChainStory) =>
    engine.db
      .selectFrom('addresses')
      .select(['index', 'payroll_id'])
      .where('branch', '=', 1)
      .execute()
  expect(await indexesOf(one)).toEqual([{ index: 0, payroll_id: first.payrollId }])
  expect(await indexesOf(two)).toEqual([{ index: 0, payroll_id: second.payrollId }])
  for (const { payrollId } of [first, second]) {
    const { spendable_sats: left } = await one.balanceOf(payrollId)
    expect(left).toBeLessThan(2_500_000n)
    expect(left).toBeGreaterThan(0n)
    expect(await two.balanceOf(payrollId)).toMatchObject({ spendable_sats: left })
  }
  await acknowledgeAll(one, second)
  await acknowledgeAll(two, first)
  await one.engine.stop()
  await two.engine.stop()
})

test('change on an index that paid for another payroll → it pays the next run', async () => {
  const one = await chainStory({ node })
  const payrolls = [
    await one.fundedPayroll([50_000n], 3_000_000n),
    await one.fundedPayroll([30_000n], 2_000_000n),
  ] as const
  const paid: string[] = []
  for (const ids of payrolls) paid.push(await one.engine.run(ids))
  for (const [n, ids] of payrolls.entries()) await one.paymentIs(ids, paid[n] ?? '', 'unconfirmed')
  await one.engine.play.mine(1)
  for (const [n, ids] of payrolls.entries()) await one.paymentIs(ids, paid[n] ?? '', 'confirmed')
  const two = await chainStory({ node, backup: dumpOf(one.engine.database.ownerUrl) })
  const [first, second] = payrolls
  for (const { engine } of [one, two]) await engine.price(rateUsdCentsPerBtc)
  const ofFirst = await one.engine.run(first, paid[0])
  await one.paymentIs(first, ofFirst, 'unconfirmed')
  const ofSecond = await two.engine.run(second, paid[1])
  await two.paymentIs(second, ofSecond, 'unconfirmed')
  await one.engine.play.mine(1)
  await one.paymentIs(first, ofFirst, 'confirmed')
  await two.paymentIs(second, ofSecond, 'confirmed')
  for (const story of [one, two]) await story.followed()
  await acknowledgeAll(two, first)
  await two.engine.stop()

  const [found] = await acknowledgeAll(one, second)
  await one.engine.price(rateUsdCentsPerBtc)
  const next = await one.engine.run(second, found)
  await one.paymentIs(second, next, 'unconfirmed')
  await one.engine.play.mine(1)
  await one.paymentIs(second, next, 'confirmed')
  await one.engine.stop()
})

/** Skips indexes like `npm run restored`, but few of them and without a hold. */
async function skipTwenty(owner: Db) {
  const last = await readLastIndexes(owner)
  const restoration = {
    first_receive_index: last[receiveBranch] + 1,
    last_receive_index: last[receiveBranch] + 20,
    first_change_index: last[changeBranch] + 1,
    last_change_index: last[changeBranch] + 20,
    hold_until_height: 0,
  }
  await owner.insertInto('restorations').values(restoration).execute()
  await moveIndexBeyond(owner, receiveBranch, restoration.last_receive_index)
  await moveIndexBeyond(owner, changeBranch, restoration.last_change_index)
}

test('indexes were skipped after a restore → what pays them is taken in', async () => {
  const present = await chainStory({ node })
  const ids = await present.fundedPayroll([50_000n], 3_000_000n)
  const backup = dumpOf(present.engine.database.ownerUrl)
  const made = await present.payroll([])
  const paymentId = await present.engine.run(ids)
  await present.paymentIs(ids, paymentId, 'unconfirmed')
  const old = await chainStory({ node, backup, prepare: skipTwenty })
  await present.engine.play.give(made.script, 400_000n)
  await present.engine.play.mine(1)
  await present.paymentIs(ids, paymentId, 'confirmed')
  const { spendable_sats: left } = await present.balanceOf(ids.payrollId)
  await present.engine.stop()
  await old.spendable(ids.payrollId, left)
  expect(old.engine.alarms).toContain(
    'addresses that were never handed out are paid: npm run seed:restore',
  )
  await acknowledgeAll(old, ids)
  expect((await old.payroll([])).address).not.toBe(made.address)
  await old.engine.stop()
})

test('an index of a plan that was rolled back → change on it is taken in', async () => {
  const present = await chainStory({ node })
  const ids = await present.fundedPayroll([50_000n], 3_000_000n)
  const backup = dumpOf(present.engine.database.ownerUrl)
  const paymentId = await present.engine.run(ids)
  await present.paymentIs(ids, paymentId, 'unconfirmed')
  const burn = (owner: Db) => moveIndexBeyond(owner, changeBranch, 0)
  const old = await chainStory({ node, backup, prepare: burn })
  await present.engine.play.mine(1)
  await present.paymentIs(ids, paymentId, 'confirmed')
  const { spendable_sats: left } = await present.balanceOf(ids.payrollId)
  await present.engine.stop()
  await old.spendable(ids.payrollId, left)
  await acknowledgeAll(old, ids)
  await old.engine.stop()
})
