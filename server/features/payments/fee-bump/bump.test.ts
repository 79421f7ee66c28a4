import { expect, test } from 'vitest'
import { walkTransaction } from '#domain/block.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'

const story = await storyForFile({ ownNode: true })
const steps = bumpSteps(story)

/** The outputs of a transaction that pay others: all but those to our addresses. */
async function paidToOthers(raw: Uint8Array) {
  const own = await story.engine.db.selectFrom('addresses').select('script_pubkey').execute()
  const ours = new Set(own.map((row) => row.script_pubkey.toString('hex')))
  return walkTransaction(raw)
    .outputs.map(({ script, sats }) => `${Buffer.from(script).toString('hex')}:${sats}`)
    .filter((output) => !ours.has(output.split(':')[0] ?? ''))
    .sort()
}

/** The rate, in sat/vB, over a transaction and its unconfirmed ancestors. */
async function ancestorRate(txid: Buffer | null) {
  const { ancestorsize, fees } = await story.engine.node.rpc<{
    fees: { ancestor: number }
    ancestorsize: number
  }>('getmempoolentry', txid?.toString('hex'))
  return Math.round(fees.ancestor * 1e8) / ancestorsize
}

const inputsOf = (raw: Buffer | null) => (raw ? walkTransaction(raw).inputs.length : 0)

test('a stuck payment is bumped by a child of its head: txid and row stay', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([50_000n, 30_000n], 3_000_000n)
  const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
  const before = await steps.paymentOf(ids, paymentId)
  const first = await steps.bump(ids, id, 10_000n)
  expect(first.method).toBe('CPFP')
  const child = await steps.childIsSent(id)
  expect(await ancestorRate(child.txid)).toBeGreaterThanOrEqual(10)
  const shown = await steps.paymentOf(ids, paymentId)
  expect(shown.transactions).toMatchObject([{ _id: id, txid, state: 'unconfirmed', feeRate: 10 }])
  const added = Number(first.costSats) / 1e8
  expect(Number(shown.networkFee.btc)).toBeCloseTo(Number(before.networkFee.btc) + added, 8)
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
  const { confirmed_sats, balance_sats } = await story.balanceOf(ids.payrollId)
  expect(confirmed_sats).toBe(balance_sats)
})

longTest(
  'a second bump replaces the child by one that pays more, and only that one counts',
  async () => {
    const { engine, fundedPayroll, paymentIs } = story
    const ids = await fundedPayroll([50_000n], 3_000_000n)
    const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
    const before = await steps.paymentOf(ids, paymentId)
    const first = await steps.bump(ids, id, 10_000n)
    const child = await steps.childIsSent(id)
    const second = await steps.bump(ids, id, 20_000n)
    expect(second.method).toBe('CPFP')
    const next = await engine.until('the second child is in the mempool', async () => {
      const newest = await steps.childIsSent(id)
      return newest.id !== child.id && newest
    })
    expect(next).toMatchObject({ root_id: child.root_id, version: 2, cpfp_parent_id: id })
    expect(await ancestorRate(next.txid)).toBeGreaterThanOrEqual(20)
    expect(await engine.chain.mempoolTxids()).toHaveLength(2)

    const { transactions, networkFee } = await steps.paymentOf(ids, paymentId)
    expect(transactions).toMatchObject([{ _id: id, txid, state: 'unconfirmed', feeRate: 20 }])
    const added = Number(first.costSats + second.costSats) / 1e8
    expect(Number(networkFee.btc)).toBeCloseTo(Number(before.networkFee.btc) + added, 8)
    await engine.play.mine(1)
    await paymentIs(ids, paymentId, 'confirmed')
  },
)

longTest('where the head is too small for a dearer child, a deposit joins it', async () => {
  const { engine, paymentIs } = story
  const { ids, id, paymentId, txid } = await steps.runWithHead(3_000n)
  expect((await steps.bump(ids, id, 5_000n)).method).toBe('CPFP')
  const child = await steps.childIsSent(id)
  expect(inputsOf(child.raw)).toBe(1)
  await expect(steps.bump(ids, id, 20_000n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  await steps.depositBeside(ids, [txid, child.txid?.toString('hex') ?? ''], 500_000n)
  expect((await steps.bump(ids, id, 20_000n)).method).toBe('CPFP')
  const larger = await engine.until('the larger child is in the mempool', async () => {
    const newest = await steps.childIsSent(id)
    return newest.id !== child.id && newest
  })
  expect(inputsOf(larger.raw)).toBe(2)
  // A third child spends the inputs of both earlier ones.
  await steps.bump(ids, id, 30_000n)
  const last = await engine.until('the last child is in the mempool', async () => {
    const newest = await steps.childIsSent(id)
    return newest.id !== larger.id && newest
  })
  expect(inputsOf(last.raw)).toBe(2)
  expect(last.version).toBe(3)
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})

longTest('a head of 1,000 sat is bumped together with a deposit', async () => {
  const { engine, paymentIs } = story
  const { ids, id, paymentId, txid } = await steps.runWithHead(1_000n)
  await expect(steps.bump(ids, id, 10_000n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  await steps.depositBeside(ids, [txid], 100_000n)
  expect((await steps.bump(ids, id, 10_000n)).method).toBe('CPFP')
  const child = await steps.childIsSent(id)
  expect(inputsOf(child.raw)).toBe(2)
  expect(await engine.chain.inMempool(txid)).toBe(true)
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})

longTest(
  'a payment that is mined without its child leaves the child, which is mined later',
  async () => {
    const { engine, paymentIs, fundedPayroll } = story
    const ids = await fundedPayroll([50_000n], 3_000_000n)
    const { paymentId, id } = await steps.unconfirmedRun(ids)
    const [bytes] = await story.bytesOf(paymentId)
    if (!bytes) throw new Error('an unconfirmed transaction has bytes')
    await steps.bump(ids, id, 10_000n)
    await steps.childIsSent(id)
    await story.mineOnly([bytes])
    await paymentIs(ids, paymentId, 'confirmed')
    await steps.childIsSent(id)
    await engine.play.mine(1)
    const { balance_sats: left } = await story.balanceOf(ids.payrollId)
    await story.spendable(ids.payrollId, left)
    await engine.price(9_100_000n)
    const next = await steps.unconfirmedRun(ids, paymentId)
    await engine.play.mine(1)
    await paymentIs(ids, next.paymentId, 'confirmed')
  },
)

test('a bump too small is refused with the least one, and an employee’s spend stays', async () => {
  const { engine, paymentIs } = story
  const ids = await steps.payrollOfSpenders(1, 700_000n)
  const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
  const refused = steps.bump(ids, id, 2_500n)
  await expect(refused).rejects.toMatchObject({ code: 'FEE_RATE_TOO_LOW' })
  const { spent } = await steps.employeesSpend(txid, 50_000n, 1)
  expect(spent).toHaveLength(1)
  const bump = await steps.bump(ids, id, 4_000n)
  expect(bump.method).toBe('CPFP')
  await steps.childIsSent(id)
  expect(await engine.chain.inMempool(spent[0] ?? '')).toBe(true)
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})

longTest('25 employees have spent their salaries → the payment itself is replaced', async () => {
  const { engine, paymentIs } = story
  const ids = await steps.payrollOfSpenders(27, 20_000_000n)
  const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
  const { spent, refusal } = await steps.employeesSpend(txid, 1_100n, 27)
  expect(refusal).toMatch(/too-long-mempool-chain|too-large-cluster/)
  await expect(steps.bump(ids, id, 3_010n)).rejects.toMatchObject({ code: 'FEE_RATE_TOO_LOW' })
  const bump = await steps.bump(ids, id, 3_010n, true)
  expect(bump.method).toBe('RBF')
  const current = await steps.replaced(ids, id)
  expect(await engine.chain.inMempool(spent[0] ?? '')).toBe(false)
  const [old, replacement] = await steps.rowsOf(id)
  expect(old).toMatchObject({ state: 'removed' })
  if (!old?.raw || !replacement?.raw) throw new Error('both were signed')
  expect(await paidToOthers(replacement.raw)).toEqual(await paidToOthers(old.raw))
  const { transactions, networkFee } = await steps.paymentOf(ids, paymentId)
  expect(transactions.map((one) => one._id)).toEqual([current._id])
  expect(networkFee.btc).toBe(current.networkFee?.btc)
  await engine.play.mine(1)
  const { paidLines } = await paymentIs(ids, paymentId, 'confirmed')
  expect(paidLines).toBe(27)
  await engine.play.mine(5)
  await engine.until('the version before has failed', async () => {
    const [first] = await steps.rowsOf(id)
    return first?.state === 'failed'
  })
  expect((await steps.paymentOf(ids, paymentId)).state).toBe('confirmed')
})

longTest('a version that is mined after its replacement was sent pays the run', async () => {
  const { engine, paymentIs, mineOnly } = story
  const { ids, id, txid, paymentId } = await steps.runThatTakesNoChild()
  const [old] = await story.bytesOf(paymentId)
  if (!old) throw new Error('an unconfirmed transaction has bytes')
  expect((await steps.bump(ids, id, 10_000n)).method).toBe('RBF')
  const replacement = await steps.replaced(ids, id)
  await mineOnly([old])
  const paid = await paymentIs(ids, paymentId, 'confirmed')
  expect(paid.transactions).toMatchObject([{ _id: id, txid }])
  await engine.until('the replacement is removed', async () => {
    const [, second] = await steps.rowsOf(id)
    return second?.state === 'removed'
  })

  // The reorganisation takes the block of the first version out, and a block mines the replacement.
  await story.invalidate(1)
  const [, second] = await steps.rowsOf(id)
  if (!second?.raw) throw new Error('it was signed')
  await mineOnly([story.sentOf(second.raw)])
  await mineOnly()
  await story.followed()
  const again = await paymentIs(ids, paymentId, 'confirmed')
  expect(again.transactions).toMatchObject([{ _id: replacement._id, txid: replacement.txid }])
  await mineOnly()
  await engine.play.mine(5)
  await engine.until('the other version has failed', async () => {
    const [first] = await steps.rowsOf(id)
    return first?.state === 'failed'
  })
})

longTest('of two who bump at once one does, and a mined payment is bumped no more', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  const bumps = await Promise.allSettled([
    steps.bump(ids, id, 8_000n),
    steps.bump(ids, id, 9_000n),
    steps.bump(ids, id, 10_000n),
  ])
  expect(bumps.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await steps.childIsSent(id)
  expect(await steps.rowsOf(id)).toHaveLength(2)
  await expect(steps.bump(ids, id, 290_000n)).rejects.toMatchObject({ code: 'CODE_REQUIRED' })
  await expect(steps.bump(ids, id, 301_000n)).rejects.toMatchObject({ code: 'FEE_TOO_HIGH' })
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
  await expect(steps.bump(ids, id, 20_000n)).rejects.toMatchObject({ code: 'NOT_UNCONFIRMED' })
})
