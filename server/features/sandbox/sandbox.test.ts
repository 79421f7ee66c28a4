import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { createPlayChain } from '#server/adapters/bitcoind/play-chain.ts'
import { simulatePrices } from '#server/adapters/price/simulated.ts'
import { runPrices } from '#server/features/prices/index.ts'
import { createLog } from '#server/platform/observe/log.ts'
import { sealTexts } from '#server/platform/security/message-seal.ts'
import { testApp } from '#server/testing/app.ts'
import { testBitcoind } from '#server/testing/bitcoind.ts'
import { testMacKey } from '#server/testing/codes.ts'
import { longTest } from '#server/testing/long-test.ts'
import { runSandbox } from './index.ts'

const node = await testBitcoind()
const rpc = { rpcUrl: node.rpcUrl, cookieFile: node.cookieFile, user: null, password: null }
const chain = createChain(rpc)
const play = createPlayChain(rpc)
const log = createLog('silent')
const t = await testApp({ sandbox: { chain, play } })
const { app, db } = t

beforeAll(() => play.prepare())
afterAll(async () => {
  await t.stop()
  await node.stop()
})
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

async function call(method: 'GET' | 'POST', path: string, body?: object, headers = {}) {
  const response = await app.inject({
    method,
    url: `/api/sandbox/${path}`,
    headers,
    ...(body ? { body } : {}),
  })
  return { status: response.statusCode, body: response.json() }
}
const post = (path: string, body?: object, headers = {}) => call('POST', path, body, headers)

async function balance(): Promise<number> {
  const scan = await node.rpc<{ total_amount: number }>('scantxoutset', 'start', [
    `addr(${address})`,
  ])
  return scan.total_amount
}

async function aPayroll() {
  const { id: company_id } = await db
    .insertInto('companies')
    .values({ name: 'Café Izalco', sector: 'Agroindustria' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: payroll_id } = await db
    .insertInto('payrolls')
    .values({
      company_id,
      name: 'Oficina',
      description: '',
      type: 'REGULAR',
      address: randomUUID(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { company_id, payroll_id }
}

async function transactionRow(
  txid: string,
  values: { type: 'receive'; was_mined: true; height: number },
): Promise<string> {
  const { id } = await db
    .insertInto('transactions')
    .values({
      ...(await aPayroll()),
      ...values,
      txid: Buffer.from(txid, 'hex'),
      usd_cents: 0n,
      sats: 1n,
      rate_usd_cents_per_btc: 0n,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('the faucet answers once its UTXOs are in the mempool; a block confirms them', async () => {
  const { status, body } = await post('faucet', { address, btc: '0.06928395' })
  expect(status).toBe(200)
  expect(await chain.inMempool(body.txid)).toBe(true)
  expect((await call('GET', 'state')).body).toMatchObject({ height: 251, mempool: 1 })
  expect(await post('mine', { blocks: 1 })).toEqual({ status: 200, body: { height: 252 } })
  expect(await balance()).toBe(0.06928395)
})

test('two calls to the faucet at once are both given', async () => {
  const before = await balance()
  const gifts = await Promise.all([
    post('faucet', { address, btc: '100' }),
    post('faucet', { address, btc: 1.5 }),
  ])
  expect(gifts.map(({ status }) => status)).toEqual([200, 200])
  expect(await post('mine')).toMatchObject({ status: 200 })
  expect(await balance()).toBeCloseTo(before + 101.5, 8)
})

test.each([
  ['nothing', undefined, 'Dirección inválida'],
  ['no address', { btc: '1' }, 'Dirección inválida'],
  ['a wrong character', { address: `${address.slice(0, -1)}q`, btc: '1' }, 'Dirección inválida'],
  [
    'an address of real money',
    { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', btc: '1' },
    'Esta dirección es de la red principal de Bitcoin',
  ],
  ['more than 100 BTC', { address, btc: '100.00000001' }, 'Pide de 0.00000546 a 100 BTC'],
  ['dust', { address, btc: '0.00000545' }, 'Pide de 0.00000546 a 100 BTC'],
  ['nine decimals', { address, btc: '0.123456789' }, 'Pide de 0.00000546 a 100 BTC'],
  ['a negative sum', { address, btc: -1 }, 'Pide de 0.00000546 a 100 BTC'],
])('the faucet refuses %s with a sentence', async (_, body, message) => {
  const answer = await post('faucet', body)
  expect(answer).toEqual({ status: 400, body: { message: expect.stringContaining(message) } })
})

test('a refusal is in the language of who asks', async () => {
  const answer = await post('faucet', { address: 'x', btc: '1' }, { 'accept-language': 'en' })
  expect(answer.body).toEqual({ message: 'Invalid address' })
})

test.each([0, 201, 1.5, 'one'])('%s blocks are not mined', async (blocks) => {
  expect(await post('mine', { blocks })).toEqual({
    status: 400,
    body: { message: 'Mina de 1 a 200 bloques a la vez' },
  })
})

test('JSON deeper than any request is not understood, and nothing of it is looked at', async () => {
  const deep = { address, btc: '1', more: [[[[[[[[]]]]]]]] }
  const answer = await post('faucet', deep)
  expect(answer).toEqual({ status: 400, body: { message: 'La petición no se entiende' } })
})

test('nobody has an address with a character that none can have', async () => {
  const answer = await call('GET', 'messages?to=%00')
  expect(answer).toEqual({ status: 400, body: { message: 'La petición no se entiende' } })
})

test('a price is set at once, by the worker', async () => {
  const stopping = new AbortController()
  const priceFeed = simulatePrices(Math.random, null)
  const deps = { db: t.worker, listener: t.listener, priceFeed, network: 'regtest', log } as const
  const polling = runPrices(deps, stopping.signal)
  stops.push(async () => {
    stopping.abort()
    await polling
  })
  expect(await post('price', { price: 91_482.37 })).toEqual({
    status: 200,
    body: { price: 91_482.37 },
  })
  expect((await call('GET', 'state')).body).toMatchObject({ price: 91_482.37 })
})

test.each([999, 10_000_001, 1_000.001, '5000'])('%s is not a price', async (price) => {
  const answer = await post('price', { price })
  expect(answer).toEqual({ status: 400, body: { message: expect.stringContaining('El precio') } })
})

test('messages are listed newest first, to all or to one', async () => {
  const { company_id } = await aPayroll()
  for (const [recipient, via, body] of [
    ['Marcela@izalco.sv', 'EMAIL', 'one'],
    ['+50378120946', 'SMS', 'two'],
    ['marcela@izalco.sv', 'EMAIL', 'three'],
  ] as const) {
    const row = { id: randomUUIDv7(), company_id, recipient, via }
    const sealed = sealTexts(testMacKey, row, { subject: 'Código', text: body, html: null })
    const message = { ...row, sealed, template: 'signInCode', secret: false }
    await db.insertInto('messages').values(message).execute()
  }
  const texts = async (query: string) =>
    (await call('GET', `messages${query}`)).body.messages.map((m: { text: string }) => m.text)
  expect(await texts('')).toEqual(['three', 'two', 'one'])
  expect(await texts(`?to=${encodeURIComponent('marcela@izalco.sv')}`)).toEqual(['three', 'one'])
  expect(await texts('?to=')).toEqual(['three', 'two', 'one'])
  // An unescaped plus, as typed into an address bar or script, reads as a blank.
  expect(await texts('?to=+50378120946')).toEqual(['two'])
  expect((await call('GET', `messages?to=%2B50378120946`)).body.messages).toEqual([
    {
      to: '+50378120946',
      via: 'SMS',
      subject: 'Código',
      text: 'two',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  ])
})

test('the explorer shows a transaction of the mempool, and knows no made-up one', async () => {
  const { body: gift } = await post('faucet', { address, btc: '2' })
  const { status, body } = await call('GET', `tx/${gift.txid}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ txid: gift.txid, where: 'mempool', height: null, confirmations: 0 })
  expect(body.outputs).toContainEqual({ address, btc: '2.00000000' })
  for (const txid of ['ab'.repeat(32), 'x', '%00']) {
    const answer = await call('GET', `tx/${txid}`)
    expect(answer).toEqual({ status: 404, body: { message: 'No se conoce esa transacción' } })
  }
})

test('the explorer finds what is mined by the block that our table names', async () => {
  const { body: gift } = await post('faucet', { address, btc: '3' })
  const raw = (await chain.mempoolTransactions([gift.txid])).get(gift.txid)
  const { height } = (await post('mine')).body
  expect((await call('GET', `tx/${gift.txid}`)).status).toBe(404)

  const id = await transactionRow(gift.txid, { type: 'receive', was_mined: true, height })
  await post('mine', { blocks: 2 })
  expect((await call('GET', `tx/${gift.txid}`)).body).toMatchObject({
    where: 'block',
    height,
    confirmations: 3,
    fee: null,
    outputs: expect.arrayContaining([{ address, btc: '3.00000000' }]),
  })

  await db
    .updateTable('transactions')
    .set({ type: 'cancel', height: null, raw: Buffer.from(raw ?? []) })
    .set({ fee_sats: 282n })
    .where('id', '=', id)
    .execute()
  expect((await call('GET', `tx/${gift.txid}`)).body).toMatchObject({
    where: 'neither',
    height: null,
    confirmations: 0,
    fee: '0.00000282',
  })
})

test('a mined reward has outputs that no address names', async () => {
  const { height } = (await post('mine')).body
  const block = await node.rpc<{ tx: string[] }>('getblock', await chain.blockHash(height))
  const [coinbase = ''] = block.tx
  await transactionRow(coinbase, { type: 'receive', was_mined: true, height })
  const { body } = await call('GET', `tx/${coinbase}`)
  expect(body.outputs).toContainEqual({ address: null, btc: '0.00000000' })
})

test('automatic mining: off mines nothing, on mines one block for waiting transactions', async () => {
  await post('mine')
  const stopping = new AbortController()
  const running = runSandbox({ db, chain, play, log, blockDelayMs: 600 }, stopping.signal)
  stops.push(async () => {
    stopping.abort()
    await running
  })
  const { height } = await chain.info()
  await post('faucet', { address, btc: '1' })
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect((await chain.info()).height).toBe(height)

  const switched = await post('auto-mining', { on: true })
  expect(switched.body).toMatchObject({ autoMining: true, height, mempool: 1 })
  await vi.waitFor(async () => expect((await chain.info()).height).toBe(height + 1), 120_000)
  expect(await chain.mempoolTxids()).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect((await chain.info()).height).toBe(height + 1)
  await post('auto-mining', { on: false })
})

test('where nobody plays the calls do not exist', async () => {
  const without = await testApp({ config: { sandbox: false }, sandbox: null })
  const response = await without.app.inject({ method: 'POST', url: '/api/sandbox/mine' })
  expect(response.statusCode).toBe(404)
  await without.stop()
})

longTest('a faucet that can give no more says what to do', async () => {
  let answer = await post('faucet', { address, btc: '100' })
  for (let gifts = 0; gifts < 150 && answer.status === 200; gifts++) {
    answer = await post('faucet', { address, btc: '100' })
  }
  expect(answer).toEqual({
    status: 400,
    body: {
      message: expect.stringMatching(/^Quedan \d+\.\d{8} BTC de juego libres. Mina un bloque/),
    },
  })
})

test('with the node away the answer says so', async () => {
  const away = { ...rpc, rpcUrl: 'http://127.0.0.1:1' }
  const other = await testApp({
    sandbox: { chain: createChain(away), play: createPlayChain(away) },
  })
  for (const url of ['/api/sandbox/state', `/api/sandbox/tx/${'ab'.repeat(32)}`]) {
    const response = await other.app.inject({ url })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ message: expect.stringContaining('El nodo no responde') })
  }
  expect(other.logged().map(({ msg }) => msg)).toEqual(
    Array(2).fill('a call of the sandbox failed'),
  )
  await other.stop()
})
