import { expect, test } from 'vitest'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'

// The checker sees what was rewritten, too.
const story = await storyForFile({}, { breaks: ['I2', 'I8', 'I9'] })

type Ids = { companyId: string; payrollId: string }
const rowOf = (to: Ids) => ({ company_id: to.companyId, payroll_id: to.payrollId })

/** Says, as the program's database role may, whose the UTXOs of a payroll are. */
async function giveUtxos({ payrollId }: { payrollId: string }, to: Ids) {
  const { db } = story.engine
  const utxos = db.updateTable('utxos').set(rowOf(to))
  await utxos.where('payroll_id', '=', payrollId).execute()
  // The queue of the ledger would say that the UTXOs were another payroll's before.
  await db.deleteFrom('ledger_queue').execute()
}

/** Rewrites every row that says whose they are, as the owner of the database may. */
async function give(from: { payrollId: string }, to: Ids) {
  const { owner } = story.engine
  const addresses = owner.updateTable('addresses').set(rowOf(to))
  await addresses.where('payroll_id', '=', from.payrollId).execute()
  await giveUtxos(from, to)
}

async function isRefused(thief: Awaited<ReturnType<typeof story.payroll>>) {
  const { engine } = story
  const stolen = await engine.run(thief)
  const payment = await story.paymentIs(thief, stolen, 'failed')
  expect(payment.transactions[0]).toMatchObject({ state: 'failed', txid: null })
  expect(engine.alarms.at(-1)).toBe('the signer refuses a plan')
  const [refused] = await engine.db
    .selectFrom('transactions')
    .select(['failure', 'signer_fault'])
    .where('sheet_id', '=', stolen)
    .execute()
  expect(refused).toEqual({
    failure: 'SIGNER_REFUSED',
    signer_fault: { code: 'ADDRESS_OF_ANOTHER_PAYROLL' },
  })
}

test('UTXOs of one company are signed for no other, whatever the tables say', async () => {
  const { engine } = story
  const victim = await story.fundedPayroll([50_000n], 5_000_000n)
  const paid = await engine.run(victim)
  await story.paymentIs(victim, paid, 'unconfirmed')
  await engine.play.mine(1)
  await story.paymentIs(victim, paid, 'confirmed')
  const left = (await story.balanceOf(victim.payrollId)).spendable_sats
  // The deposit goes to the address from which the payment was made, beside the change at another.
  await engine.play.give(victim.script, 300_000n)
  await engine.play.mine(1)
  await story.spendable(victim.payrollId, left + 300_000n)

  const thief = await story.payroll([20_000n])
  await give(victim, thief)
  await isRefused(thief)

  await give(thief, victim)
  await engine.price(rateUsdCentsPerBtc)
  const next = await engine.run(victim, paid)
  await story.paymentIs(victim, next, 'unconfirmed')
})

test('a deposit of a payroll that was never paid is signed for no other', async () => {
  const victim = await story.fundedPayroll([50_000n], 5_000_000n)
  const thief = await story.payroll([20_000n])
  await giveUtxos(victim, thief)
  await isRefused(thief)

  await giveUtxos(thief, victim)
  await story.engine.price(rateUsdCentsPerBtc)
  await story.paymentIs(victim, await story.engine.run(victim), 'unconfirmed')
})
