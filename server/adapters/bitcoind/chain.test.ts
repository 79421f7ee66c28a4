import { p2wpkh, RawTx, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseBtcAddress } from '#domain/address.ts'
import { walkBlock, walkTransaction } from '#domain/block.ts'
import { testBitcoind } from '#server/testing/bitcoind.ts'
import { createChain } from './chain.ts'
import { createPlayChain } from './play-chain.ts'

const node = await testBitcoind()
afterAll(() => node.stop())
const options = { rpcUrl: node.rpcUrl, cookieFile: node.cookieFile, user: null, password: null }
const chain = createChain(options)
const play = createPlayChain(options)
beforeAll(() => play.prepare())

const parsed = parseBtcAddress('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'regtest')
if (!parsed.ok) throw new Error('the address of BIP 173 is not valid')
const script = parsed.script
const nobody = '00'.repeat(32)
const missing = 'bad-txns-inputs-missingorspent'
const ceiling = 5_000n
const key = new Uint8Array(32).fill(1)
const own = p2wpkh(pubECDSA(key, true))

async function rawOf(txid: string): Promise<Uint8Array> {
  const raw = (await chain.mempoolTransactions([txid])).get(txid)
  if (!raw) throw new Error('it is not in the mempool')
  return raw
}

/** Bytes that take a UTXO of our own to ourselves, for a fee of one's choice. */
function sweep(txid: string, sats: bigint, feeSats: bigint): Uint8Array {
  const transaction = new Transaction()
  transaction.addInput({ txid, index: 0, witnessUtxo: { script: own.script, amount: sats } })
  transaction.addOutput({ script: own.script, amount: sats - feeSats })
  transaction.sign(key)
  transaction.finalize()
  return transaction.extract()
}

async function spend(sats: bigint, feeSats: bigint): Promise<Uint8Array> {
  return sweep(await play.give(own.script, sats), sats, feeSats)
}

test('the tip, its header and its bytes fit together', async () => {
  const info = await chain.info()
  expect(info).toMatchObject({ network: 'regtest', height: 251, initialDownload: false })
  const header = await chain.header(info.bestHash)
  expect(header).toMatchObject({ height: 251, confirmations: 1, nextHash: null })
  expect(header.chainwork).toBe(info.chainwork)
  const block = walkBlock(await chain.rawBlock(info.bestHash))
  expect(block).toMatchObject({ hash: info.bestHash, previousHash: header.previousHash })
  expect(block.at).toEqual(header.at)
  const genesis = await chain.header(await chain.blockHash(0))
  expect(genesis).toMatchObject({ previousHash: null, nextHash: await chain.blockHash(1) })
})

test('a block is read as by another implementation, with the inputs spending P2WPKH', async () => {
  const raw = await spend(100_000n, 300n)
  await chain.send(raw, ceiling)
  await play.mine(1)
  const block = walkBlock(await chain.rawBlock((await chain.info()).bestHash))
  expect(block.transactions.length).toBeGreaterThanOrEqual(3)
  const spent: string[] = []
  for (const transaction of block.transactions) {
    const { inputs, outputs } = RawTx.decode(transaction.raw)
    expect(transaction.outputs).toEqual(
      outputs.map(({ amount, script }) => ({ sats: amount, script: Buffer.from(script) })),
    )
    const named: string[] = []
    transaction.eachInput((at, maySpendP2wpkh) => {
      const outpoint = Buffer.from(transaction.bytes.subarray(at, at + 36)).toString('hex')
      named.push(outpoint)
      if (maySpendP2wpkh) spent.push(outpoint)
    })
    expect(named).toEqual(
      inputs.map(({ txid, index }) => {
        const bytes = Buffer.concat([txid.toReversed(), Buffer.alloc(4)])
        bytes.writeUInt32LE(index, 32)
        return bytes.toString('hex')
      }),
    )
  }
  // The faucet's UTXO, and ours that it gave: all but the coinbase's null outpoint.
  expect(spent).toHaveLength(block.transactions.slice(1).flatMap(({ inputs }) => inputs).length)
})

test('what the node does not know is missing', async () => {
  await expect(chain.blockHash(1_000)).rejects.toMatchObject({ kind: 'missing' })
  await expect(chain.header(nobody)).rejects.toMatchObject({ kind: 'missing' })
  await expect(chain.rawBlock(nobody)).rejects.toMatchObject({ kind: 'missing' })
  expect(await chain.inMempool(nobody)).toBe(false)
  expect(await chain.mempoolTransactions([nobody])).toEqual(new Map())
  expect(await chain.unspent([{ txid: nobody, vout: 0 }])).toEqual([null])
})

test('a block that another branch replaced has −1 confirmations and can still be read', async () => {
  await play.mine(1)
  const { bestHash } = await chain.info()
  await node.rpc('invalidateblock', bestHash)
  const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  await node.rpc('generatetoaddress', 2, payee)
  expect(await chain.header(bestHash)).toMatchObject({ confirmations: -1, nextHash: null })
  expect(walkBlock(await chain.rawBlock(bestHash)).hash).toBe(bestHash)
})

test('outputs come in the order asked, to the satoshi; mempool spends count', async () => {
  const txid = await play.give(script, 29_000_001n)
  const [input] = walkTransaction(await rawOf(txid)).inputs
  const spent = {
    txid: Buffer.from(input?.previousTxid.toReversed() ?? []).toString('hex'),
    vout: input?.vout ?? 0,
  }
  const outpoints = [
    spent,
    ...Array.from({ length: 600 }, () => ({ txid: nobody, vout: 1 })),
    { txid, vout: 0 },
  ]
  const answers = await chain.unspent(outpoints)
  expect(answers).toHaveLength(602)
  expect(answers[0]).toBeNull()
  expect(answers[601]?.sats).toBe(29_000_001n)
  expect(Buffer.from(answers[601]?.script ?? []).equals(script)).toBe(true)
  expect(await chain.inMempool(txid)).toBe(true)
  expect(await chain.mempoolTxids()).toContain(txid)
})

test('a script’s outputs in the chain are listed, the mempool’s only where asked', async () => {
  const before = await chain.unspentOf([own.script])
  const raw = await spend(70_000n, 1_000n)
  const [input] = walkTransaction(raw).inputs
  const outpoint = {
    txid: Buffer.from(input?.previousTxid.toReversed() ?? []).toString('hex'),
    vout: input?.vout ?? 0,
  }
  await play.mine(1)
  const txid = await chain.send(raw, 100_000n)
  const found = await chain.unspentOf([own.script])
  expect(found.bestHash).toBe((await chain.info()).bestHash)
  expect(found.outputs).toHaveLength(before.outputs.length + 1)
  expect(found.outputs).toContainEqual(expect.objectContaining({ ...outpoint, sats: 70_000n }))
  expect(await chain.unspent([outpoint, { txid, vout: 0 }])).toMatchObject([
    null,
    { sats: 69_000n, confirmations: 0 },
  ])
  expect(await chain.unspent([outpoint, { txid, vout: 0 }], 'blocks')).toMatchObject([
    { sats: 70_000n, confirmations: 1 },
    null,
  ])
  expect((await chain.unspentOf([])).outputs).toEqual([])
  await play.mine(1)
})

test('the same bytes may be sent again: while they wait and after they are mined', async () => {
  const txid = await play.give(script, 1_000_000n)
  const raw = await rawOf(txid)
  expect(await chain.trial(raw)).toEqual({ refusal: null })
  expect(await chain.send(raw, ceiling)).toBe(txid)
  await play.mine(1)
  expect(await chain.send(raw, ceiling)).toBe(txid)
})

test('once mined and spent on, sent bytes look like ones whose inputs never were', async () => {
  const raw = await spend(100_000n, 1_000n)
  const txid = await chain.send(raw, 100_000n)
  await play.mine(1)
  await node.rpc('sendrawtransaction', Buffer.from(sweep(txid, 99_000n, 1_000n)).toString('hex'))
  await play.mine(1)
  await expect(chain.send(raw, 100_000n)).rejects.toMatchObject({
    kind: 'refused',
    reason: missing,
  })
  expect(await chain.trial(raw)).toEqual({ refusal: missing })
})

test('a fee above the ceiling is refused, and one below what the node relays', async () => {
  const dear = await spend(100_000n, 50_000n)
  await expect(chain.send(dear, ceiling)).rejects.toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/^Fee exceeds maximum configured by user/),
  })
  expect(await chain.mempoolTxids()).toHaveLength(1)
  const cheap = await spend(100_000n, 50n)
  const reason = 'min relay fee not met'
  await expect(chain.send(cheap, ceiling)).rejects.toMatchObject({ kind: 'refused', reason })
  expect(await chain.trial(cheap)).toEqual({ refusal: reason })
})

test('bytes that are no transaction are refused', async () => {
  await expect(chain.send(new Uint8Array([1, 2]), ceiling)).rejects.toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/^TX decode failed/),
  })
})

test('fees: a node without data estimates nothing and names the least it takes', async () => {
  expect(await chain.estimatedFeeRate(3)).toBeNull()
  expect(await chain.minimumFeeRate()).toBe(1_000n)
})

test('a restarted node writes a new cookie, and the next call reads it', async () => {
  const before = await chain.info()
  await node.restart({ reindex: false })
  expect(await chain.info()).toEqual(before)
})
