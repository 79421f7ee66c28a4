import { sha256 } from '@noble/hashes/sha2.js'
import { RawTx, Script, Transaction } from '@scure/btc-signer'
import { afterEach, expect, test } from 'vitest'
import { addressOfScript } from '#domain/address.ts'
import { satsFromCents } from '#domain/money.ts'
import { acceptBreaches } from '#server/features/invariants/index.ts'
import { readStandingBreaches } from '#server/features/invariants/standing-breaches.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'

// A thief with the keys spends UTXOs here.
const story = await storyForFile({ ownNode: true }, { breaks: ['I3'] })

// The operator accepts each theft before the next test begins.
afterEach(async () => acceptBreaches(story.engine.db, await readStandingBreaches(story.engine.db)))

const utxosOf = (payrollId: string) =>
  story.engine.db
    .selectFrom('utxos')
    .selectAll()
    .where('payroll_id', '=', payrollId)
    .orderBy('vout')
    .execute()

test('an address made, paid and mined in the same second receives its deposit', async () => {
  const { engine, payroll, spendable } = story
  const payrolls = await Promise.all(
    Array.from({ length: 5 }, async (_, index) => {
      const made = await payroll([])
      const sats = 100_000n + BigInt(index)
      await engine.play.give(made.script, sats)
      return { ...made, sats }
    }),
  )
  await engine.play.mine(1)
  for (const { payrollId, sats } of payrolls) await spendable(payrollId, sats)
})

test("one transaction pays two payrolls, one of them twice, with a third one's UTXO", async () => {
  const { engine, payroll, fundedPayroll, balanceOf, depositIs, mineOnly, spendable } = story
  const third = await fundedPayroll([], 1_000_000n)
  const one = await payroll([])
  const other = await payroll([])
  const [utxo] = await utxosOf(third.payrollId)
  if (!utxo) throw new Error('a funded payroll has a UTXO')
  const { index } = await engine.db
    .selectFrom('addresses')
    .select('index')
    .where('script_pubkey', '=', third.script)
    .executeTakeFirstOrThrow()
  const transaction = new Transaction()
  transaction.addInput({
    txid: utxo.txid.toString('hex'),
    index: utxo.vout,
    witnessUtxo: { script: third.script, amount: utxo.sats },
  })
  const payouts = [
    { script: one.script, amount: 100_000n },
    { script: other.script, amount: 200_000n },
    { script: one.script, amount: 300_000n },
    { script: third.script, amount: 390_000n },
  ]
  for (const payout of payouts) transaction.addOutput(payout)
  transaction.sign(engine.wallet.key(0, index).privateKey)
  transaction.finalize()
  const sent = story.sentOf(transaction.extract())
  await story.send(sent)
  await depositIs(one.payrollId, sent.txid, 'unconfirmed')
  await mineOnly([sent])
  const first = await depositIs(one.payrollId, sent.txid, 'confirmed')
  expect(first.sats).toBe(400_000n)
  const second = await depositIs(other.payrollId, sent.txid, 'confirmed')
  expect(second.sats).toBe(200_000n)
  await spendable(one.payrollId, 400_000n)
  await spendable(other.payrollId, 200_000n)
  // The output to the third payroll is change of its own and no deposit.
  expect(await balanceOf(third.payrollId)).toMatchObject({
    balance_sats: 390_000n,
    received_sats: 1_000_000n,
  })
  const received = await engine.db
    .selectFrom('transactions')
    .select('txid')
    .where('payroll_id', '=', third.payrollId)
    .where('type', '=', 'receive')
    .execute()
  expect(received).toHaveLength(1)
})

longTest('a reward mined to a payroll is spendable in the hundredth block after it', async () => {
  const { engine, payroll, balanceOf, followed, invalidate, mineOnly, spendable } = story
  const ids = await payroll([50_000n])
  await engine.node.rpc('generatetoaddress', 1, ids.address)
  await followed()
  const [utxo] = await utxosOf(ids.payrollId)
  if (!utxo) throw new Error('a reward is a UTXO')
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  await engine.node.rpc('generatetoaddress', 98, anAddress())
  await followed()
  expect(await balanceOf(ids.payrollId)).toMatchObject({
    balance_sats: utxo.sats,
    confirmed_sats: utxo.sats,
    spendable_sats: 0n,
  })
  await mineOnly()
  await spendable(ids.payrollId, utxo.sats)
  await invalidate(1)
  await mineOnly()
  await followed()
  await spendable(ids.payrollId, utxo.sats)
  await engine.price(rateUsdCentsPerBtc)
  const paymentId = await engine.run(ids)
  await story.paymentIs(ids, paymentId, 'unconfirmed')
  await mineOnly(await story.bytesOf(paymentId))
  await story.paymentIs(ids, paymentId, 'confirmed')
})

test('a reward is gone with its block, and nothing is left of it', async () => {
  const { engine, payroll, balanceOf, followed, invalidate, mineOnly } = story
  const { payrollId, address } = await payroll([])
  await engine.node.rpc('generatetoaddress', 1, address)
  await followed()
  expect((await balanceOf(payrollId)).balance_sats).toBeGreaterThan(0n)
  await invalidate(1)
  await mineOnly()
  await mineOnly()
  await followed()
  expect(await balanceOf(payrollId)).toMatchObject({ balance_sats: 0n, received_sats: 0n })
  expect(await utxosOf(payrollId)).toEqual([])
  const [deposit] = await engine.db
    .selectFrom('transactions')
    .select('state')
    .where('payroll_id', '=', payrollId)
    .execute()
  expect(deposit?.state).toBe('removed')
})

longTest('a block with 32,000 outputs, three of them ours', async () => {
  const { payroll, somebodysUtxo, signedBySomebody, mineOnly, spendable } = story
  const { payrollId, script } = await payroll([])
  const others = Array.from({ length: 3_200 }, (_, n) => ({
    script: Buffer.concat([Buffer.from([0, 20]), Buffer.alloc(20, n % 251)]),
    sats: 1_000n,
  }))
  const transactions = []
  for (let made = 0; made < 10; made++) {
    const payouts = made % 4 === 0 ? [...others, { script, sats: 10_000n + BigInt(made) }] : others
    transactions.push(signedBySomebody([await somebodysUtxo(payouts)], payouts))
  }
  await mineOnly(transactions)
  await spendable(payrollId, 30_012n)
  expect(await utxosOf(payrollId)).toHaveLength(3)
})

test('a block of 3.9 MB', async () => {
  const { engine, payroll, somebodysUtxo, signedBySomebody, sentOf, mineOnly, spendable } = story
  const { payrollId, script } = await payroll([])
  // Consensus allows 201 operations a script and 520 bytes an element (script.h): 400 elements are
  // dropped here, 200 kB of witness for each input.
  const dropping = Script.encode([...Array(200).fill('2DROP'), 1])
  const heavy = Script.encode([0, sha256(dropping)])
  const payouts = Array.from({ length: 19 }, () => ({ script: heavy, sats: 50_000n }))
  const funding = signedBySomebody([await somebodysUtxo(payouts)], payouts)
  const spending = RawTx.encode({
    version: 2,
    segwitFlag: true,
    inputs: payouts.map((_, index) => ({
      txid: Buffer.from(funding.txid, 'hex'),
      index,
      finalScriptSig: new Uint8Array(),
      sequence: 0xffffffff,
    })),
    outputs: [{ script, amount: 900_000n }],
    witnesses: payouts.map(() => [...Array(400).fill(new Uint8Array(510)), dropping]),
    lockTime: 0,
  })
  const hash = await mineOnly([funding, sentOf(spending)])
  const { size } = await engine.node.rpc<{ size: number }>('getblock', hash)
  expect(size).toBeGreaterThan(3_850_000)
  await spendable(payrollId, 900_000n)
})

test('a line pays a change address of another payroll → its owner has the deposit', async () => {
  const { engine, fundedPayroll, balanceOf, paymentIs, spendable } = story
  const receiver = await fundedPayroll([50_000n], 3_000_000n)
  const before = await engine.run(receiver)
  await paymentIs(receiver, before, 'unconfirmed')
  await engine.play.mine(1)
  await paymentIs(receiver, before, 'confirmed')
  const change = (await utxosOf(receiver.payrollId)).find(({ head }) => head)
  const address = change && addressOfScript(change.script_pubkey, 'regtest')
  if (!address) throw new Error('a payment leaves a head')
  const { spendable_sats: left } = await balanceOf(receiver.payrollId)

  const payer = await fundedPayroll([70_000n], 3_000_000n, [address])
  const paymentId = await engine.run(payer)
  await paymentIs(payer, paymentId, 'unconfirmed')
  await engine.play.mine(1)
  const { transactions } = await paymentIs(payer, paymentId, 'confirmed')
  const sats = satsFromCents(70_000n, rateUsdCentsPerBtc)
  await spendable(receiver.payrollId, left + sats)
  expect(await utxosOf(receiver.payrollId)).toContainEqual(
    expect.objectContaining({ sats, head: false, change: false, company_id: receiver.companyId }),
  )
  const [paid] = transactions
  await story.depositIs(receiver.payrollId, paid?.txid ?? '', 'confirmed')
})
