import { afterAll, beforeAll, expect, test } from 'vitest'
import { walkTransaction } from '#domain/block.ts'
import { bumpSteps } from '#server/testing/bump-steps.ts'
import { type ChainStory, chainStory } from '#server/testing/chain-steps.ts'

let story: ChainStory
let steps: ReturnType<typeof bumpSteps>

beforeAll(async () => {
  story = await chainStory()
  steps = bumpSteps(story)
}, 60_000)
afterAll(() => story.engine.stop())

/** What others get by some bytes: everything but what comes back to our 1/j. */
async function paidToOthers(raw: Uint8Array) {
  const own = await story.engine.db.selectFrom('addresses').select('script_pubkey').execute()
  const ours = new Set(own.map((row) => row.script_pubkey.toString('hex')))
  return walkTransaction(raw)
    .outputs.map(({ script, sats }) => `${Buffer.from(script).toString('hex')}:${sats}`)
    .filter((output) => !ours.has(output.split(':')[0] ?? ''))
    .sort()
}

test('a slow payment is helped by a child that spends its change, keeps its txid and stays one row', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([50_000n, 30_000n], 3_000_000n)
  const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
  const before = await steps.paymentOf(ids, paymentId)
  const first = await steps.bump(ids, id, 10_000n)
  expect(first.method).toBe('CPFP')
  await engine.until('the child is in the mempool', async () => {
    const [, child] = await steps.rowsOf(id)
    return child?.state === 'unconfirmed'
  })
  // Once more: the next child spends the change of the one before.
  const second = await steps.bump(ids, id, 20_000n)
  expect(second.method).toBe('CPFP')
  const [, , child] = await engine.until('the second child is in the mempool', async () => {
    const rows = await steps.rowsOf(id)
    return rows[2]?.state === 'unconfirmed' && rows
  })
  const { ancestorsize, fees } = await engine.node.rpc<{
    fees: { ancestor: number }
    ancestorsize: number
  }>('getmempoolentry', child?.txid?.toString('hex'))
  expect(Math.round(fees.ancestor * 1e8) / ancestorsize).toBeGreaterThanOrEqual(20)

  const shown = await steps.paymentOf(ids, paymentId)
  expect(shown.transactions).toMatchObject([{ _id: id, txid, state: 'unconfirmed', feeRate: 20 }])
  const added = Number(first.costSats + second.costSats) / 1e8
  expect(Number(shown.networkFee.btc)).toBeCloseTo(Number(before.networkFee.btc) + added, 8)
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
  const { confirmed_sats, balance_sats } = await story.balanceOf(ids.payrollId)
  expect(confirmed_sats).toBe(balance_sats)
})

test('a payment without change is replaced: the same people get the same, and other coins pay the fee', async () => {
  const { engine, paymentIs } = story
  const { ids, id, paymentId } = await steps.runWithoutChange()
  const bump = await steps.bump(ids, id, 10_000n)
  expect(bump.method).toBe('RBF')
  const current = await engine.until('the replacement is in the mempool', async () => {
    const shown = await steps.currentIs(ids, id, { state: 'unconfirmed' })
    return shown._id !== id && shown
  })
  expect(current.feeRate).toBeGreaterThanOrEqual(10)
  const [old, replacement] = await steps.rowsOf(id)
  expect(old).toMatchObject({ state: 'removed' })
  if (!old?.raw || !replacement?.raw) throw new Error('both were signed')
  expect(await paidToOthers(replacement.raw)).toEqual(await paidToOthers(old.raw))
  const { transactions, networkFee } = await steps.paymentOf(ids, paymentId)
  expect(transactions.map((one) => one._id)).toEqual([current._id])
  expect(networkFee.btc).toBe(current.networkFee?.btc)
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
  await engine.play.mine(5)
  await engine.until('the version before has failed', async () => {
    const [first] = await steps.rowsOf(id)
    return first?.state === 'failed'
  })
  expect((await steps.paymentOf(ids, paymentId)).state).toBe('confirmed')
})

test('a step that is too small is refused with the least one, also where an employee spent the salary', async () => {
  const { engine, paymentIs } = story
  const ids = await steps.payrollOfSpenders(1, 700_000n)
  const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
  const refused = steps.bump(ids, id, 2_500n)
  await expect(refused).rejects.toMatchObject({ code: 'FEE_RATE_TOO_LOW' })
  const { spent } = await steps.employeesSpend(txid, 50_000n, 1)
  expect(spent).toHaveLength(1)
  const bump = await steps.bump(ids, id, 4_000n)
  // A child of ours keeps the employee's own.
  expect(bump.method).toBe('CPFP')
  await engine.until('the child is in the mempool', async () => {
    const [, child] = await steps.rowsOf(id)
    return child?.state === 'unconfirmed'
  })
  expect(await engine.chain.inMempool(spent[0] ?? '')).toBe(true)
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
})

test('where 25 employees have spent their salaries already, the payment is replaced for all that they paid', async () => {
  const { engine, paymentIs } = story
  const ids = await steps.payrollOfSpenders(27, 20_000_000n)
  const { paymentId, id, txid } = await steps.unconfirmedRun(ids)
  const { spent, refusal } = await steps.employeesSpend(txid, 1_100n, 27)
  expect(refusal).toMatch(/too-long-mempool-chain|too-large-cluster/)
  await expect(steps.bump(ids, id, 3_010n)).rejects.toMatchObject({ code: 'FEE_RATE_TOO_LOW' })
  const bump = await steps.bump(ids, id, 3_010n, true)
  expect(bump.method).toBe('RBF')
  await engine.until('the replacement is in the mempool', async () => {
    const shown = await steps.currentIs(ids, id, { state: 'unconfirmed' })
    return shown._id !== id
  })
  expect(await engine.chain.inMempool(spent[0] ?? '')).toBe(false)
  await engine.play.mine(1)
  const { paidLines } = await paymentIs(ids, paymentId, 'confirmed')
  expect(paidLines).toBe(27)
})

test('a version that is mined after its replacement was sent is what the run is paid by', async () => {
  const { engine, paymentIs, mineOnly } = story
  const { ids, id, txid, paymentId } = await steps.runWithoutChange()
  const [old] = await story.bytesOf(paymentId)
  if (!old) throw new Error('an unconfirmed transaction has bytes')
  await steps.bump(ids, id, 10_000n)
  const replacement = await engine.until('the replacement is in the mempool', async () => {
    const shown = await steps.currentIs(ids, id, { state: 'unconfirmed' })
    return shown._id !== id && shown
  })
  await mineOnly([old])
  const paid = await paymentIs(ids, paymentId, 'confirmed')
  expect(paid.transactions).toMatchObject([{ _id: id, txid }])
  await engine.until('the replacement is removed', async () => {
    const [, second] = await steps.rowsOf(id)
    return second?.state === 'removed'
  })

  // Its block is taken back, and the replacement is mined after all.
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

test('of two who bump at once one does, and what is mined is bumped no more', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const { paymentId, id } = await steps.unconfirmedRun(ids)
  const bumps = await Promise.allSettled([
    steps.bump(ids, id, 8_000n),
    steps.bump(ids, id, 9_000n),
    steps.bump(ids, id, 10_000n),
  ])
  expect(bumps.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await engine.until('the child is in the mempool', async () => {
    const rows = await steps.rowsOf(id)
    return rows.length === 2 && rows[1]?.state === 'unconfirmed'
  })
  await expect(steps.bump(ids, id, 290_000n)).rejects.toMatchObject({ code: 'FEE_TOO_HIGH' })
  await expect(steps.bump(ids, id, 301_000n)).rejects.toMatchObject({ code: 'FEE_TOO_HIGH' })
  await engine.play.mine(1)
  await paymentIs(ids, paymentId, 'confirmed')
  await expect(steps.bump(ids, id, 20_000n)).rejects.toMatchObject({ code: 'NOT_UNCONFIRMED' })
})
