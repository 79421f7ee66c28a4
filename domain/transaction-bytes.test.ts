import { randomBytes } from 'node:crypto'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA, signECDSA } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { walkTransaction } from './block.ts'
import { sighashAll, sighashes, transactionBytes } from './transaction-bytes.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
/** The other implementation refuses to pay more than it spends. */
const sumSpentSats = fc.bigInt({ min: 2_000_000_000_000n, max: 2_100_000_000_000_000n })
const paidSats = fc.bigInt({ min: 0n, max: 500_000_000_000n })
/** A scalar of the curve's group: almost every 32 bytes are one. */
const privateKey = bytes(32).filter((key) => key[0] !== 0xff && key.some((byte) => byte !== 0))

const utxo = fc.record({
  key: privateKey,
  txid: bytes(32),
  vout: fc.nat(0xffff_fffe),
  sats: sumSpentSats,
})
const output = fc.record({ script: fc.uint8Array({ maxLength: 300 }), sats: paidSats })

type Utxo = { key: Uint8Array; txid: Uint8Array; vout: number; sats: bigint }
type Output = { script: Uint8Array; sats: bigint }

function ours(utxos: Utxo[], outputs: Output[]): Uint8Array {
  const spent = utxos.map(({ key, txid, ...rest }) => ({
    ...rest,
    txid: Buffer.from(txid).toString('hex'),
    script: p2wpkh(pubECDSA(key)).script,
  }))
  const digests = sighashes(spent, outputs)
  const witnesses = utxos.map(({ key }, position) => {
    const signature = signECDSA(digests[position] ?? new Uint8Array(), key, true)
    return [Uint8Array.of(...signature, sighashAll), pubECDSA(key)]
  })
  return transactionBytes(spent, outputs, witnesses)
}

function theirs(utxos: Utxo[], outputs: Output[]): Uint8Array {
  const transaction = new Transaction({
    lowR: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  })
  for (const { key, txid, vout, sats } of utxos) {
    transaction.addInput({
      txid,
      index: vout,
      sequence: 0xfffffffd,
      witnessUtxo: { script: p2wpkh(pubECDSA(key)).script, amount: sats },
    })
  }
  for (const { script, sats } of outputs) transaction.addOutput({ script, amount: sats }, true)
  for (const [position, { key }] of utxos.entries()) transaction.signIdx(key, position)
  transaction.finalize()
  return transaction.extract()
}

test("a signed transaction equals another implementation's, byte for byte", () => {
  fc.assert(
    fc.property(
      fc.array(utxo, { minLength: 1, maxLength: 4 }),
      fc.array(output, { minLength: 1, maxLength: 4 }),
      (utxos, outputs) => {
        expect(ours(utxos, outputs)).toEqual(theirs(utxos, outputs))
      },
    ),
    { numRuns: 40 },
  )
})

test.each([252, 253, 3_000, 66_000])('%i outputs are counted as BIP 144 writes counts', (count) => {
  const [key, txid] = [randomBytes(32).fill(1, 0, 1), randomBytes(32)]
  const outputs = Array.from({ length: count }, (_, n) => ({
    script: Uint8Array.of(0, 20, ...randomBytes(20)),
    sats: BigInt(n),
  }))
  const raw = ours([{ key, txid, vout: 1, sats: 1n }], outputs)
  expect(walkTransaction(raw).outputs.map((paid) => paid.sats)).toEqual(
    outputs.map((paid) => paid.sats),
  )
})

test('a UTXO whose script is not P2WPKH is not signed for', () => {
  const spent = { txid: '00'.repeat(32), vout: 0, sats: 1n, script: new Uint8Array(23) }
  expect(() => sighashes([spent], [])).toThrow(RangeError)
})
