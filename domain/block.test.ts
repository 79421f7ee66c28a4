import { hexToBytes } from '@noble/hashes/utils.js'
import { RawTx } from '@scure/btc-signer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { satsAt, toReversedHex, walkBlock, walkTransaction } from './block.ts'

const bytes = (maxLength: number, minLength = 0) => fc.uint8Array({ minLength, maxLength })
const uint32 = fc.integer({ min: 0, max: 0xffff_ffff })

/** Any transaction that can be written down; the longest scripts pass the compact-size step at 253. */
const anyTransaction = fc
  .record({
    segwitFlag: fc.boolean(),
    version: fc.constantFrom(1, 2, 3),
    lockTime: uint32,
    spends: fc.array(
      fc.record({
        txid: bytes(32, 32),
        index: uint32,
        finalScriptSig: fc.oneof(fc.constant(new Uint8Array()), bytes(300)),
        sequence: uint32,
        witness: fc.array(bytes(300), { maxLength: 3 }),
        key: fc.oneof(bytes(33, 33), bytes(300, 1)),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    outputs: fc.array(
      fc.record({
        amount: fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }),
        script: bytes(300),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ spends, ...rest }) => ({
    ...rest,
    inputs: spends.map(({ witness, key, ...input }) => input),
    // A transaction without any witness is written without the marker (BIP 144).
    ...(rest.segwitFlag ? { witnesses: spends.map(({ witness, key }) => [...witness, key]) } : {}),
  }))

type AnyTransaction = Parameters<typeof RawTx.encode>[0]
const encode = (transaction: AnyTransaction): Uint8Array => RawTx.encode(transaction)

test('a transaction of any shape is read as another implementation wrote it', () => {
  fc.assert(
    fc.property(anyTransaction, (transaction) => {
      const raw = encode(transaction as AnyTransaction)
      const walked = walkTransaction(raw)
      expect(walked.raw).toEqual(raw)
      expect(walked.outputs).toEqual(
        transaction.outputs.map(({ amount, script }) => ({ sats: amount, script })),
      )
      // @scure/btc-signer takes txids in the order people write them; the bytes hold them reversed.
      expect(
        walked.inputs.map(({ previousTxid, vout }) => [toReversedHex(previousTxid), vout]),
      ).toEqual(
        transaction.inputs.map(({ txid, index }) => [Buffer.from(txid).toString('hex'), index]),
      )
    }),
  )
})

test('inputs and outputs read without objects equal the parsed ones', () => {
  fc.assert(
    fc.property(anyTransaction, (transaction) => {
      const walked = walkTransaction(encode(transaction as AnyTransaction))
      const outputs: unknown[] = []
      walked.eachOutput((vout, at, scriptAt, length) => {
        expect(vout).toBe(outputs.length)
        const script = walked.bytes.subarray(scriptAt, scriptAt + length)
        outputs.push({ amount: satsAt(walked.bytes, at), script })
      })
      expect(outputs).toEqual(transaction.outputs)
      const inputs: unknown[] = []
      walked.eachInput((at, maySpendP2wpkh) => {
        inputs.push([toReversedHex(walked.bytes.subarray(at, at + 32)), maySpendP2wpkh])
      })
      expect(inputs).toEqual(
        transaction.inputs.map(({ txid, finalScriptSig }, n) => {
          const witness = transaction.witnesses?.[n] ?? []
          const shape = witness.length === 2 && witness[1]?.length === 33
          return [Buffer.from(txid).toString('hex'), shape && finalScriptSig.length === 0]
        }),
      )
    }),
  )
})

test('a txid is that of the bytes without witnesses', () => {
  fc.assert(
    fc.property(anyTransaction, (transaction) => {
      const raw = encode(transaction as AnyTransaction)
      const stripped = encode({
        ...transaction,
        segwitFlag: false,
        witnesses: undefined,
      } as AnyTransaction)
      expect(walkTransaction(raw).txid()).toBe(walkTransaction(stripped).txid())
      expect(walkTransaction(raw).coinbase).toBe(
        transaction.inputs.length === 1 && transaction.inputs[0]?.txid.every((byte) => byte === 0),
      )
    }),
  )
})

test('bytes that are cut off or too many are refused, never half read', () => {
  fc.assert(
    fc.property(anyTransaction, fc.nat(), (transaction, at) => {
      const raw = encode(transaction as AnyTransaction)
      expect(() => walkTransaction(raw.subarray(0, at % raw.length))).toThrow(RangeError)
      expect(() => walkTransaction(new Uint8Array([...raw, 0]))).toThrow(RangeError)
    }),
  )
})

test('a block gives its transactions in order, whatever lies before it in memory', () => {
  fc.assert(
    fc.property(
      fc.array(anyTransaction, { minLength: 1, maxLength: 20 }),
      bytes(80, 80),
      fc.nat(50),
      (transactions, header, offset) => {
        const raws = transactions.map((transaction) => encode(transaction as AnyTransaction))
        const block = Buffer.concat([header, new Uint8Array([raws.length]), ...raws])
        const placed = new Uint8Array(offset + block.length)
        placed.set(block, offset)
        const walked = walkBlock(placed.subarray(offset))
        expect(walked.transactions.map(({ raw }) => Buffer.from(raw))).toEqual(
          raws.map((raw) => Buffer.from(raw)),
        )
        expect(walked.previousHash).toBe(toReversedHex(header.subarray(4, 36)))
      },
    ),
    { numRuns: 50 },
  )
})

const genesis = hexToBytes(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c' +
    '0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
)

test('the genesis block of the main network has the hash and the reward that all know', () => {
  const block = walkBlock(genesis)
  expect(block.hash).toBe('000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f')
  expect(block.previousHash).toBe('00'.repeat(32))
  expect(block.at.toISOString()).toBe('2009-01-03T18:15:05.000Z')
  const [reward] = block.transactions
  expect(reward?.coinbase).toBe(true)
  expect(reward?.txid()).toBe('4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b')
  expect(reward?.outputs.map(({ sats }) => sats)).toEqual([5_000_000_000n])
})

test('counts above 65,535 are read: a payroll of 70,000 outputs', () => {
  const script = new Uint8Array(22)
  const raw = encode({
    version: 2,
    segwitFlag: false,
    lockTime: 0,
    inputs: [
      { txid: new Uint8Array(32).fill(7), index: 1, finalScriptSig: new Uint8Array(), sequence: 0 },
    ],
    outputs: Array.from({ length: 70_000 }, (_, i) => ({ amount: BigInt(i), script })),
    witnesses: undefined,
  })
  const { outputs } = walkTransaction(raw)
  expect(outputs).toHaveLength(70_000)
  expect(outputs[69_999]?.sats).toBe(69_999n)
})
