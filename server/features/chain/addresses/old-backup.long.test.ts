import { expect, test } from 'vitest'
import { acknowledge, transactionsOf } from '#server/features/payments/untracked/acknowledge.ts'
import { recipientsOf } from '#server/features/transactions/recipients.ts'
import { restoreSeed } from '#server/signer/restore-seed.ts'
import { revealSeed } from '#server/signer/seed-backup.ts'
import { chainStory, rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { nodeForFile } from '#server/testing/for-file.ts'
import { findUnacknowledged, readMoneyOf } from '#server/testing/untracked-steps.ts'

const secret = 'ab'.repeat(32)

const node = await nodeForFile()

/** An engine with present records, and one of the same seed with an older backup. */
async function presentAndOld() {
  const present = await chainStory({ node })
  const shown = await revealSeed(present.engine.owner, 'regtest', secret)
  if (!('backup' in shown)) throw new Error('the words were shown before')
  const words = shown.backup.words.join(' ')
  // The older records have the same seed, payroll and people.
  const old = await chainStory({
    node,
    prepare: (owner) => restoreSeed(owner, 'regtest', secret, words),
  })
  return { present, old }
}

test('records older than the wallet take in later payments and pay nobody again', async () => {
  const { present, old } = await presentAndOld()
  const people = [anAddress(), anAddress()]
  const salaries = [50_000n, 70_000n]
  const now = await present.payroll(salaries, people)
  const then = await old.payroll(salaries, people)
  const other = await old.payroll([50_000n])
  await present.payroll([50_000n])
  expect(then.address).toBe(now.address)
  await present.engine.play.give(now.script, 9_000_000n)
  await present.engine.play.mine(1)
  await present.spendable(now.payrollId, 9_000_000n)
  await old.spendable(then.payrollId, 9_000_000n)

  // One block has two payments, the second from the change of the first. A payroll is made after
  // the backup.
  const first = await present.engine.run(now)
  await present.paymentIs(now, first, 'unconfirmed')
  await present.engine.play.mine(1)
  await present.paymentIs(now, first, 'confirmed')
  const second = await present.engine.run(now, first)
  await present.paymentIs(now, second, 'unconfirmed')
  const made = await present.payroll([])
  const [next] = await present.bytesOf(second)
  const gift = present.signedBySomebody(
    [await present.somebodysUtxo([{ script: made.script, sats: 400_000n }])],
    [{ script: made.script, sats: 400_000n }],
  )
  await present.mineOnly(next ? [next, gift] : [])
  await present.paymentIs(now, second, 'confirmed')
  const left = (await present.balanceOf(now.payrollId)).spendable_sats
  await present.engine.stop()

  const { engine } = old
  const { db } = engine
  // The change comes back to the payroll, although the older records never handed out its address.
  await old.spendable(then.payrollId, left)
  const found = await findUnacknowledged(db, then.payrollId)
  expect(found).toHaveLength(2)
  const shownTransactions = await transactionsOf(db, then.companyId, found)
  const bytes = present.sentOf(next?.raw ?? new Uint8Array())
  expect(shownTransactions[1]).toMatchObject({ type: 'send', state: 'confirmed', txid: bytes.txid })
  const recipients = await recipientsOf(db, then.companyId, found[1] ?? '', 'regtest')
  expect(recipients.map(({ userId }) => userId).sort()).toEqual(then.employeeIds.toSorted())
  expect(recipients.map(({ cryptoAddress }) => cryptoAddress).sort()).toEqual(people.toSorted())

  await engine.price(rateUsdCentsPerBtc)
  // The second payment paid these people, so a press within 72 hours has to name it.
  await expect(engine.run(then)).rejects.toMatchObject({
    code: 'ALREADY_PAID',
    details: { data: { payment: null, transaction: { _id: found[1] } } },
  })
  await expect(engine.run(then, found[1])).rejects.toMatchObject({
    code: 'WALLET_AHEAD_OF_RECORDS',
    details: { data: { transactions: found.map((id) => ({ _id: id })) } },
  })
  // The spend stops only its own company's payroll: the other one just has no funds.
  await expect(engine.run(other)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })

  const actor = { companyId: then.companyId, userId: then.userId, ip: null }
  const payroll = { id: then.payrollId, name: 'Oficina' }
  const seen = (ids: string[]) =>
    db.transaction().execute((trx) => acknowledge(trx, actor, payroll, ids))
  await seen(found.slice(0, 1))
  await expect(engine.run(then, found[1])).rejects.toMatchObject({
    code: 'WALLET_AHEAD_OF_RECORDS',
  })
  await seen(found)
  expect(await seen(found)).toHaveLength(2)
  expect(await findUnacknowledged(db, then.payrollId)).toEqual([])
  const outsider = { ...actor, companyId: other.companyId }
  await expect(
    db.transaction().execute((trx) => acknowledge(trx, outsider, payroll, found)),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await expect(engine.run(then)).rejects.toMatchObject({ code: 'ALREADY_PAID' })
  const paymentId = await engine.run(then, found[1])
  await old.paymentIs(then, paymentId, 'unconfirmed')
  await engine.play.mine(1)
  await old.paymentIs(then, paymentId, 'confirmed')
  // An address that was paid is given to no other payroll.
  const fresh = await old.payroll([])
  expect([now.address, made.address]).not.toContain(fresh.address)
  const { alarms } = engine
  expect(alarms).toContain('our UTXOs are spent by an untracked transaction')
  expect(alarms).toContain('addresses that were never handed out are paid: npm run seed:restore')
  // The newer payroll is in no records, so only `npm run seed:restore` finds its UTXO.
  await engine.stop()
})

test('records older than the wallet pay nobody while an unknown spend is unmined', async () => {
  const { present, old } = await presentAndOld()
  const people = [anAddress(), anAddress()]
  const salaries = [50_000n, 70_000n]
  const now = await present.payroll(salaries, people)
  const then = await old.payroll(salaries, people)
  await present.engine.play.give(now.script, 5_000_000n)
  await present.engine.play.mine(1)
  await present.spendable(now.payrollId, 5_000_000n)
  await old.spendable(then.payrollId, 5_000_000n)

  const paid = await present.engine.run(now)
  await present.paymentIs(now, paid, 'unconfirmed')
  await present.engine.stop()
  // The second deposit is enough to pay everybody again.
  const payouts = [{ script: then.script, sats: 5_000_000n }]
  await old.mineOnly([old.signedBySomebody([await old.somebodysUtxo(payouts)], payouts)])
  await old.spendable(then.payrollId, 5_000_000n)
  await old.engine.price(rateUsdCentsPerBtc)
  await old.engine.until('the unknown spend is seen in the mempool', () =>
    readMoneyOf(old.engine.db, then.payrollId).then((money) => money.hasUnknownSpend),
  )
  const refused = { code: 'WALLET_AHEAD_OF_RECORDS', details: { data: { transactions: [] } } }
  await expect(old.engine.run(then)).rejects.toMatchObject(refused)

  await old.engine.play.mine(1)
  const found = await old.engine.until('the payment is found', async () => {
    const unseen = await findUnacknowledged(old.engine.db, then.payrollId)
    return unseen.length === 1 && unseen
  })
  const data = { transactions: found.map((id) => ({ _id: id })) }
  await expect(old.engine.run(then, found[0])).rejects.toMatchObject({
    ...refused,
    details: { data },
  })
  const actor = { companyId: then.companyId, userId: then.userId, ip: null }
  const payroll = { id: then.payrollId, name: 'Oficina' }
  await old.engine.db.transaction().execute((trx) => acknowledge(trx, actor, payroll, found))
  await old.engine.stop()
})
