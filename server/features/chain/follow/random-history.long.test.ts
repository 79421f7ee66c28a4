import { randomInt as cryptoRandomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { NodeError } from '#server/embedded/bitcoind-rpc.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { anAddress } from '#server/testing/engine.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { Random } from '#server/testing/random.ts'

const seed = Number(process.env.FUZZ_SEED ?? cryptoRandomInt(2 ** 31))
const steps = Number(process.env.FUZZ_STEPS ?? 200)
const nobodysScript = Buffer.concat([Buffer.from([0, 20]), Buffer.alloc(20, 1)])

const story = await storyForFile({ ownNode: true, followers: 2 })

/** The node's unspent outputs on all our scripts, by payroll, without our table of UTXOs. */
async function unspentAtNode(): Promise<Map<string, bigint>> {
  const { engine } = story
  const addresses = await engine.db.selectFrom('addresses').selectAll().execute()
  const owner = new Map(addresses.map((row) => [row.script_pubkey.toString('hex'), row.payroll_id]))
  const { unspents } = await engine.node.rpc<{
    unspents: { scriptPubKey: string; amount: number }[]
  }>(
    'scantxoutset',
    'start',
    [...owner.keys()].map((script) => `raw(${script})`),
  )
  const sums = new Map<string, bigint>()
  for (const { scriptPubKey, amount } of unspents) {
    const payroll = owner.get(scriptPubKey) ?? ''
    sums.set(payroll, (sums.get(payroll) ?? 0n) + BigInt(Math.round(amount * 1e8)))
  }
  return sums
}

/** Kills connections of the followers, whatever they do at the moment. */
const killFollowers = () =>
  sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'follower'`.execute(
    story.engine.worker,
  )

test(`after ${steps} random steps with two followers our UTXOs are the node's (FUZZ_SEED=${seed})`, async () => {
  const { engine, payroll, somebodysUtxo, signedBySomebody, mineOnly, invalidate } = story
  const random = new Random(seed)
  const payrolls = [await payroll([5_000n]), await payroll([7_000n, 9_000n]), await payroll([])]
  const deposits: { hex: string; txid: string }[] = []
  /** Transactions with the same inputs at a higher fee, to somebody else. */
  const rivals: { hex: string }[] = []
  const cheated = new Set<string>()
  const { height: firstHeight } = await engine.chain.info()

  /** A fresh address each time, since the node refuses the very block that was invalidated. */
  const mineAll = () => engine.node.rpc('generatetoaddress', 1, anAddress())
  async function fund() {
    const payouts = Array.from({ length: 1 + random.below(3) }, () => ({
      script: payrolls[random.below(payrolls.length)]?.script ?? new Uint8Array(),
      sats: BigInt(100_000 + random.below(1_000_000)),
    }))
    const utxos = [await somebodysUtxo(payouts)]
    const deposit = signedBySomebody(utxos, payouts)
    deposits.push(deposit)
    rivals.push(signedBySomebody(utxos, [{ script: nobodysScript, sats: 50_000n }], 30_000n))
    await story.send(deposit)
  }
  async function pay() {
    const ids = payrolls[random.below(2)]
    if (!ids) return
    await engine.price(rateUsdCentsPerBtc)
    const last = await engine.db
      .selectFrom('sheets')
      .select('id')
      .where('payroll_id', '=', ids.payrollId)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    await engine.run(ids, last?.id ?? '').catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
  /**
   * Spends the input of one of the last deposits elsewhere: in the mempool, or in a block of its
   * own.
   */
  async function cheat() {
    const which = deposits.length - 1 - random.below(Math.min(8, deposits.length || 1))
    const [deposit, rival] = [deposits[which], rivals[which]]
    if (!deposit || !rival) return
    try {
      if (random.below(2) === 0) await story.send(rival)
      else await mineOnly([rival])
      cheated.add(deposit.txid)
    } catch (error) {
      // The node refuses: the deposit is in a block, or its rival is.
      if (!(error instanceof NodeError)) throw error
    }
  }
  async function reorganise() {
    const { height } = await engine.chain.info()
    const depth = 1 + random.below(4)
    if (height - depth <= firstHeight) return
    const undone = await invalidate(depth)
    for (let mined = 0; mined <= depth; mined++) {
      if (random.below(4) === 0) await cheat()
      if (random.below(2) === 0) await mineOnly()
      else await mineAll()
    }
    if (random.below(3) > 0) return
    const rival = await engine.chain.blockHash(height - depth + 1)
    await engine.node.rpc('invalidateblock', rival)
    await engine.node.rpc('reconsiderblock', undone)
    for (let mined = 0; mined < 2; mined++) await mineAll()
  }

  for (let step = 0; step < steps; step++) {
    const dice = random.below(100)
    if (dice < 35) await fund()
    else if (dice < 55) await pay()
    else if (dice < 76) await mineAll()
    else if (dice < 80) await cheat()
    else if (dice < 89) await reorganise()
    else if (dice < 93) await killFollowers()
    else if (dice < 97) await story.followed()
    else await sleep(random.below(300))
  }

  // At the end everything that a reorganisation dropped is sent again and mined.
  for (const { hex } of deposits) {
    await engine.node.rpc('sendrawtransaction', hex).catch(() => undefined)
  }
  await engine.until('everything is in a block', async () => {
    await mineAll()
    // On a busy machine blocks come faster than they are followed, and nothing is sent behind the
    // tip.
    await story.followed()
    const open = await engine.db
      .selectFrom('transactions')
      .select('id')
      .where('state', 'not in', ['confirmed', 'failed', 'rejected'])
      .executeTakeFirst()
    return !open
  })
  await story.followed()
  const atNode = await unspentAtNode()
  for (const { payrollId } of payrolls) {
    const balance = await story.balanceOf(payrollId)
    const sats = atNode.get(payrollId) ?? 0n
    expect(balance).toMatchObject({
      balance_sats: sats,
      confirmed_sats: sats,
      spendable_sats: sats,
    })
  }
  const failed = await engine.db
    .selectFrom('transactions')
    .select('txid')
    .where('state', '=', 'failed')
    .where('type', '=', 'receive')
    .execute()
  for (const { txid } of failed) expect(cheated).toContain(txid?.toString('hex'))
  expect(engine.alarms).not.toContain('our UTXOs are spent by an untracked transaction')
}, 600_000)
