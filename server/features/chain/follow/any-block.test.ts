import { signECDSA } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { walkTransaction } from '#domain/block.ts'
import {
  type PaidOutput,
  type SpentUtxo,
  sighashAll,
  sighashes,
  transactionBytes,
} from '#domain/transaction-bytes.ts'
import type { Outpoint } from '#server/ports.ts'
import {
  anyonesScript,
  anyonesTransaction,
  anyonesWitness,
  mineBlock,
} from '#server/testing/block-builder.ts'
import { storyForFile } from '#server/testing/for-file.ts'

// The test spends with the wallet's own keys, which breaches I3.
const story = await storyForFile({ ownNode: true }, { breaks: ['I3'] })
const payrolls = [await story.payroll([]), await story.payroll([])]
const utxoSats = 1_000_000n
const utxos = await anyonesUtxos(300)

const spentByKeys = 'our UTXOs are spent by an untracked transaction'
const scriptOf = (which: number): Uint8Array => payrolls[which]?.script ?? new Uint8Array()

/** UTXOs in a block that a generated transaction may spend without a key. */
async function anyonesUtxos(count: number): Promise<Outpoint[]> {
  const { somebodysUtxo, signedBySomebody, mineOnly } = story
  const payouts = Array.from({ length: count }, () => ({ script: anyonesScript, sats: utxoSats }))
  const sent = signedBySomebody([await somebodysUtxo(payouts)], payouts)
  await mineOnly([sent])
  return payouts.map((_, vout) => ({ txid: sent.txid, vout }))
}

function anyUtxo(): Outpoint {
  const utxo = utxos.pop()
  if (!utxo) throw new Error('no UTXO of anyone is left')
  return utxo
}

/** Compares with the node's own count, which knows nothing of our tables. */
async function balancesAreTheNodes() {
  await story.followed()
  const { outputs } = await story.engine.chain.unspentOf(payrolls.map(({ script }) => script))
  for (const { payrollId, script } of payrolls) {
    const atNode = outputs.filter((output) => script.equals(output.script))
    const sats = atNode.reduce((sum, output) => sum + output.sats, 0n)
    // After a reorganisation the follower compares the mempool a moment later.
    await story.engine.until(
      `a balance of ${sats} sat`,
      async () => (await story.balanceOf(payrollId)).balance_sats === sats,
    )
  }
  expect(story.engine.alarms.filter((alarm) => alarm !== spentByKeys)).toEqual([])
}

/** Spends a payroll's UTXO with the wallet's own key, and a foreign one beside it. */
function spentWithKeys(which: number, utxo: Omit<SpentUtxo, 'script'>, outputs: PaidOutput[]) {
  const { privateKey, publicKey, script } = story.engine.wallet.key(0, which)
  // BIP 143: the digest of one input covers only the outpoints of the others.
  const both = [
    { ...utxo, script },
    { ...anyUtxo(), sats: utxoSats, script },
  ]
  const [digest] = sighashes(both, outputs)
  const signature = signECDSA(digest as Uint8Array, privateKey, true)
  const witness = [Buffer.concat([signature, Uint8Array.of(sighashAll)]), publicKey]
  return transactionBytes(both, outputs, [witness, anyonesWitness])
}

test('an output of 0 sat to a payroll is followed past and is no UTXO', async () => {
  const outputs = [
    { script: scriptOf(0), sats: 0n },
    { script: scriptOf(0), sats: 40_000n },
  ]
  const coinbase = [{ script: scriptOf(1), sats: 0n }]
  await mineBlock(story.engine.node, coinbase, [anyonesTransaction([anyUtxo()], outputs)])
  await balancesAreTheNodes()
})

test('our keys and a foreign input in one transaction bring more than they spend', async () => {
  const paid = { script: scriptOf(0), sats: 50_000n }
  const deposit = anyonesTransaction([anyUtxo()], [paid])
  const utxo = { txid: walkTransaction(deposit).txid(), vout: 0, sats: paid.sats }
  const more = [{ script: scriptOf(0), sats: 900_000n }]
  await mineBlock(story.engine.node, [], [deposit, spentWithKeys(0, utxo, more)])
  await balancesAreTheNodes()
})

const bytes = (minLength: number, maxLength: number) => fc.uint8Array({ minLength, maxLength })
/** BIP 141: a version and a program of 2 to 40 bytes; version 0 is standard with 20 and 32 alone. */
const witnessProgram = fc
  .tuple(fc.integer({ min: 0, max: 16 }), bytes(2, 40))
  .map(([version, program]) => Uint8Array.of(version && 0x50 + version, program.length, ...program))
const anyScript = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 1 }).map((which) => ({ which })) },
  { weight: 3, arbitrary: witnessProgram },
  { weight: 1, arbitrary: bytes(20, 20).map((hash) => Uint8Array.of(0, 20, ...hash)) },
  { weight: 1, arbitrary: bytes(0, 100).map((data) => Uint8Array.of(0x6a, ...data)) },
  // A script longer than can be executed: valid, but never spendable.
  { weight: 1, arbitrary: bytes(0, 12_000) },
)
const anyOutput = fc.record({
  to: anyScript,
  sats: fc.oneof(fc.constantFrom(0n, 0n, 1n), fc.bigInt({ min: 0n, max: utxoSats / 2n })),
  times: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 40 })),
})
const anyBlock = fc.record({
  coinbase: fc.array(anyOutput, { maxLength: 3 }),
  transactions: fc.array(
    fc.record({
      outputs: fc.array(anyOutput, { minLength: 1, maxLength: 6 }),
      /** The payroll's UTXO, made earlier in the block, that is spent beside a foreign one. */
      spends: fc.option(fc.integer({ min: 0, max: 1 })),
    }),
    { maxLength: 5 },
  ),
})
type AnyOutput = { to: Uint8Array | { which: number }; sats: bigint; times: number }

/** As many outputs as the money covers; the miner gets the remainder as a fee. */
function payable(outputs: readonly AnyOutput[], upTo: bigint): PaidOutput[] {
  let left = upTo
  const paid = outputs.flatMap(({ to, sats, times }) => {
    const script = 'which' in to ? scriptOf(to.which) : to
    return Array.from({ length: times }, () => {
      const given = sats < left ? sats : left
      left -= given
      return { script, sats: given }
    })
  })
  return paid
}

test('no block that the node takes stops the follower, and balances are what it says', async () => {
  const { engine } = story
  await fc.assert(
    fc.asyncProperty(anyBlock, async ({ coinbase, transactions }) => {
      const made: (Omit<SpentUtxo, 'script'> & { which: number })[] = []
      const raws = transactions.map(({ outputs, spends }) => {
        const at = made.findIndex(({ which }) => which === spends)
        const [utxo] = at < 0 ? [] : made.splice(at, 1)
        const paid = payable(outputs, utxoSats + (utxo?.sats ?? 0n))
        const raw = utxo
          ? spentWithKeys(utxo.which, utxo, paid)
          : anyonesTransaction([anyUtxo()], paid)
        const txid = walkTransaction(raw).txid()
        for (const [vout, { script, sats }] of paid.entries()) {
          const which = [0, 1].find((one) => scriptOf(one) === script)
          if (which !== undefined) made.push({ txid, vout, sats, which })
        }
        return raw
      })
      await mineBlock(engine.node, payable(coinbase, utxoSats), raws)
      await balancesAreTheNodes()
    }),
    // The chain goes on between runs, so fast-check cannot shrink a failure.
    { numRuns: 25, endOnFailure: true },
  )
  await story.invalidate(5)
  for (let mined = 0; mined < 6; mined++) await story.mineOnly()
  // A standard transaction of a disconnected block is in the mempool again. Our balance counts it
  // there, the node's count of UTXOs does not.
  await engine.play.mine(1)
  await balancesAreTheNodes()
})
