import { expect, test } from 'vitest'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, chainStory } from '#server/testing/chain-steps.ts'
import { dumpOf } from '#server/testing/dump.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { readSignerFault } from '#server/testing/signer-fault.ts'
import { acknowledgeAll } from '#server/testing/untracked-steps.ts'
import { ownerFault } from './address-owners.ts'

const node = await nodeForFile()

type Ids = Awaited<ReturnType<ChainStory['fundedPayroll']>>

/** The signer's fault of a run that it refuses. */
async function refusal({ engine, paymentIs }: ChainStory, ids: Ids) {
  const { transactions } = await paymentIs(ids, await engine.run(ids), 'failed')
  return readSignerFault(engine.db, transactions[0]?._id)
}

test('company A at its cap of a day → company B pays, until all together are at theirs', async () => {
  const story = await chainStory({ node })
  const { engine, fundedPayroll, nextFundedPayroll, paymentIs } = story
  engine.caps.dayUsdCents = 15_000n
  engine.caps.allUsdCents = 25_000n
  const a = await fundedPayroll([10_000n], 5_000_000n)
  await paymentIs(a, await engine.run(a), 'unconfirmed')
  const more = await nextFundedPayroll(a, [10_000n], 5_000_000n)
  expect(await refusal(story, more)).toMatchObject({ code: 'DAY_ABOVE_CAP' })

  const b = await fundedPayroll([10_000n], 5_000_000n)
  await paymentIs(b, await engine.run(b), 'unconfirmed')
  const c = await fundedPayroll([10_000n], 5_000_000n)
  expect(await refusal(story, c)).toMatchObject({ code: 'ALL_ABOVE_CAP', capUsdCents: '25000' })
  await engine.stop()
})

longTest('a bump of a payment that fills both caps → it is signed', async () => {
  const story = await chainStory({ node })
  const { engine } = story
  const steps = bumpSteps(story)
  const ids = await story.fundedPayroll([50_000n, 30_000n], 3_000_000n)
  engine.caps.dayUsdCents = 90_000n
  engine.caps.allUsdCents = 90_000n
  const { id } = await steps.unconfirmedRun(ids)
  await steps.bump(ids, id, 10_000n)
  await engine.until('the bump is sent', async () => {
    const rows = await steps.rowsOf(id)
    return rows.length === 2 && rows.every(({ state }) => state === 'unconfirmed')
  })
  const next = await story.nextFundedPayroll(ids, [15_000n], 3_000_000n)
  expect(await refusal(story, next)).toMatchObject({ code: 'DAY_ABOVE_CAP' })
  await engine.stop()
})

longTest(
  'a backup from before a payment is restored → the payment counts all the same',
  async () => {
    const present = await chainStory({ node })
    const paid = await present.fundedPayroll([10_000n], 5_000_000n)
    const next = await present.nextFundedPayroll(paid, [10_000n], 5_000_000n)
    const backup = dumpOf(present.engine.database.ownerUrl)
    const paymentId = await present.engine.run(paid)
    await present.paymentIs(paid, paymentId, 'unconfirmed')
    await present.engine.play.mine(1)
    await present.paymentIs(paid, paymentId, 'confirmed')
    const { spendable_sats: left } = await present.balanceOf(paid.payrollId)
    await present.engine.stop()

    const old = await chainStory({ node, backup })
    const { engine } = old
    await old.spendable(paid.payrollId, left)
    await engine.price(9_100_000n)
    engine.caps.dayUsdCents = 15_000n
    expect(await refusal(old, next)).toMatchObject({ code: 'DAY_ABOVE_CAP' })
    await old.spendable(next.payrollId, 5_000_000n)
    engine.caps.dayUsdCents = null
    engine.caps.allUsdCents = 15_000n
    expect(await refusal(old, next)).toMatchObject({ code: 'ALL_ABOVE_CAP' })
    expect(await acknowledgeAll(old, paid)).toHaveLength(1)
    await engine.stop()
  },
)

test('a payroll that was signed for comes as another company’s → refused', async () => {
  const story = await chainStory({ node })
  const { engine } = story
  const { companyId, payrollId, ...ids } = await story.fundedPayroll([10_000n], 5_000_000n)
  const paymentId = await engine.run({ companyId, payrollId, ...ids })
  await story.paymentIs({ companyId }, paymentId, 'unconfirmed')
  const faultOf = (plan: { companyId: string }) =>
    ownerFault(engine.owner, engine.wallet, { ...plan, payrollId, inputs: [], outputs: [] })
  expect(await faultOf({ companyId })).toBeNull()
  const other = await engine.company()
  expect(await faultOf(other)).toEqual({ code: 'ADDRESS_OF_ANOTHER_PAYROLL' })
  await engine.stop()
})
