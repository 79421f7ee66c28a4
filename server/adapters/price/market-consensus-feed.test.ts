import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { PriceRange } from '#domain/price.ts'
import type { ExchangeName } from '#server/ports.ts'
import { exchangePrices } from './market-consensus-feed.ts'

/** Answers of exchanges and of proxies, played by a loopback server. */
type Handler = (response: http.ServerResponse, path: string) => void

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function exchangeThat(handle: Handler) {
  const exchange = { handle, paths: [] as string[], baseUrl: '' }
  const server = http.createServer((request, response) => {
    exchange.paths.push(request.url ?? '')
    exchange.handle(response, request.url ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  exchange.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return exchange
}

const send = (response: http.ServerResponse, text: string, status = 200, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)

let nowMs = Date.parse('2026-11-21T18:00:00Z')
const seconds = () => Math.floor(nowMs / 1_000)

/** The answers as the exchanges write them; `price` stands there as it is given. */
const bodies: Record<ExchangeName, (price: string) => string> = {
  coinbase: (price) => `{"data":{"amount":"${price}","base":"BTC","currency":"USD"}}`,
  kraken: (price) =>
    `{"error":[],"result":{"XXBTZUSD":{"a":["1.0","1","1.000"],"b":["1.0","1","1.000"],"c":["${price}","0.00100000"],"v":["1","2"],"t":[1,2]}}}`,
  bitstamp: (price) =>
    `{"timestamp":"${seconds()}","open":"1","high":"1","low":"1","last":"${price}","volume":"1","bid":"1","ask":"1"}`,
  coingecko: (price) => `{"bitcoin":{"usd":${price},"last_updated_at":${seconds()}}}`,
}
const says =
  (name: ExchangeName, price: string): Handler =>
  (response) =>
    send(response, bodies[name](price))

/** The range of the last hour in most tests. */
const usual: PriceRange = { lowestUsdCentsPerBtc: 9_100_000n, highestUsdCentsPerBtc: 9_110_000n }

/** Three exchanges at about 91,000, of which `wrong` may be put in the place of one. */
async function threeExchanges(kraken: Handler = says('kraken', '91010.40000')) {
  const exchange = {
    coinbase: await exchangeThat(says('coinbase', '91000.125')),
    kraken: await exchangeThat(kraken),
    bitstamp: await exchangeThat(says('bitstamp', '91020')),
  }
  const changes: [ExchangeName, string | null][] = []
  const feed = exchangePrices({
    sources: (['coinbase', 'kraken', 'bitstamp'] as const).map((name) => ({
      name,
      baseUrl: `${exchange[name].baseUrl}/`,
    })),
    clock: { now: () => new Date(nowMs) },
    onChange: (name, fault) => changes.push([name, fault instanceof Error ? fault.message : null]),
  })
  /** A round, 10 s after the one before. */
  async function round(lastHour: PriceRange | null = usual) {
    nowMs += 10_000
    return feed.quote(lastHour)
  }
  return { ...exchange, changes, round }
}

test('three exchanges are asked and the median is the price, to the cent', async () => {
  const { round, coinbase, kraken, bitstamp, changes } = await threeExchanges()
  expect(await round()).toMatchObject({ usdCentsPerBtc: 9_101_040n, sources: 3 })
  expect([coinbase.paths, kraken.paths, bitstamp.paths].flat()).toEqual([
    '/v2/prices/BTC-USD/spot',
    '/0/public/Ticker?pair=XBTUSD',
    '/api/v2/ticker/btcusd/',
  ])
  expect(changes).toEqual([])
})

test('a source that is far off → only those that agree are named, with what they say', async () => {
  const { round, kraken } = await threeExchanges()
  kraken.handle = says('kraken', '99000.00')
  expect((await round()).quotes).toEqual([
    { name: 'coinbase', usdCentsPerBtc: 9_100_013n },
    { name: 'bitstamp', usdCentsPerBtc: 9_102_000n },
  ])
})

test('CoinGecko’s number is read digit by digit, and it is asked every 30 s', async () => {
  const four = await threeExchanges()
  const gecko = await exchangeThat(says('coingecko', '91030.07'))
  const feed = exchangePrices({
    sources: [
      { name: 'coinbase', baseUrl: four.coinbase.baseUrl },
      { name: 'bitstamp', baseUrl: four.bitstamp.baseUrl },
      { name: 'coingecko', baseUrl: gecko.baseUrl },
    ],
    clock: { now: () => new Date(nowMs) },
    onChange: (name, fault) => expect.fail(`${name}: ${fault}`),
  })
  four.bitstamp.handle = says('bitstamp', '91040.00')
  const rounds = []
  for (let i = 0; i < 4; i++) {
    rounds.push((await feed.quote(null)).usdCentsPerBtc)
    nowMs += 10_000
  }
  expect(rounds).toEqual(Array(4).fill(9_103_007n))
  expect(gecko.paths).toHaveLength(2)
})

const broken: [string, Handler, RegExp][] = [
  ['0', says('kraken', '0'), /not the price/],
  ['a negative price', says('kraken', '-91000.10'), /decimal/],
  ['NaN', says('kraken', 'NaN'), /decimal/],
  ['satoshi, × 10⁸', says('kraken', '9100000000000'), /decimal|not the price/],
  ['the price upside down', says('kraken', '0.00001099'), /not the price/],
  ['an exponent', says('kraken', '9.1e4'), /decimal/],
  ['separators', says('kraken', '91,000.10'), /decimal/],
  ['nothing where the price should be', says('kraken', ''), /decimal/],
  ['another exchange’s answer', says('coinbase', '91000'), /invalid|expected/i],
  ['an error of its own', (r) => send(r, '{"error":["EService:Busy"],"result":{}}'), /./],
  ['a number where a text should be', (r) => send(r, '{"error":[],"result":7}'), /./],
  ['HTML', (r) => send(r, '<!doctype html><p>Checking your browser</p>'), /JSON/],
  ['half an answer', (r) => send(r, '{"error":[],"result":{"XXB'), /JSON/],
  ['nothing', (r) => send(r, ''), /./],
  ['429', (r) => send(r, bodies.kraken('91000'), 429), /429/],
  ['503', (r) => send(r, 'away', 503), /503/],
  ['1 MB', (r) => send(r, bodies.kraken('91000') + ' '.repeat(1_000_000)), /65536/],
  ['a cut connection', (r) => r.destroy(), /./],
]

test.each(broken)(
  'an exchange that answers %s is left out, and said once',
  async (_what, bad, why) => {
    const { round, changes, kraken } = await threeExchanges(bad)
    for (let i = 0; i < 2; i++) {
      expect(await round()).toMatchObject({ usdCentsPerBtc: 9_101_007n, sources: 2 })
    }
    expect(changes).toEqual([['kraken', expect.stringMatching(why)]])
    kraken.handle = says('kraken', '91010.40000')
    expect(await round()).toMatchObject({ usdCentsPerBtc: 9_101_040n, sources: 3 })
    expect(changes.at(-1)).toEqual(['kraken', null])
  },
)

test('a redirect is not followed', async () => {
  const elsewhere = await exchangeThat(says('kraken', '50000'))
  const { round, changes } = await threeExchanges((response) =>
    send(response, '', 302, { location: `${elsewhere.baseUrl}/0/public/Ticker?pair=XBTUSD` }),
  )
  expect((await round()).sources).toBe(2)
  expect(elsewhere.paths).toEqual([])
  expect(changes).toHaveLength(1)
})

test('an exchange that does not answer within 3 s is left out, also one that trickles', async () => {
  const { round, bitstamp, changes } = await threeExchanges(() => undefined)
  bitstamp.handle = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"timestamp":')
  }
  await expect(round()).rejects.toThrow('1 of 3 exchanges answered')
  expect(changes.map(([name]) => name).sort()).toEqual(['bitstamp', 'kraken'])
})

test('one of three that is wrong moves nothing', async () => {
  for (const wrong of ['45500.00', '182000.00', '1000.00', '9999999.99']) {
    const { round } = await threeExchanges(says('kraken', wrong))
    const { usdCentsPerBtc, sources } = await round()
    expect([9_100_013n, 9_102_000n]).toContain(usdCentsPerBtc)
    expect(sources).toBe(2)
  }
})

test('two of three that are wrong stop the price', async () => {
  const { round, coinbase } = await threeExchanges(says('kraken', '182000.00'))
  coinbase.handle = says('coinbase', '45500.00')
  await expect(round()).rejects.toThrow('the quotes disagree')
})

test('an exchange that stands still drops out after a minute by its own clock', async () => {
  const { round, bitstamp, kraken, coinbase } = await threeExchanges()
  const frozen = bodies.bitstamp('91020')
  bitstamp.handle = (response) => send(response, frozen)
  for (let i = 0; i < 6; i++) expect((await round()).sources).toBe(3)
  expect((await round()).sources).toBe(2)
  kraken.handle = says('kraken', '92500')
  coinbase.handle = says('coinbase', '92500')
  expect(await round()).toMatchObject({ usdCentsPerBtc: 9_250_000n, sources: 2 })
})

test('with all exchanges down there is no price, though their last ones are fresh', async () => {
  const { round, coinbase, kraken, bitstamp } = await threeExchanges()
  await round()
  for (const one of [coinbase, kraken, bitstamp]) one.handle = (response) => response.destroy()
  await expect(round()).rejects.toThrow('0 of 3 exchanges answered')
})

test('a step above 10 % is believed only when every exchange agrees', async () => {
  const { round, coinbase, kraken, bitstamp } = await threeExchanges()
  coinbase.handle = says('coinbase', '110000.00')
  kraken.handle = says('kraken', '110000.00')
  const isRefused = '2 of 3 exchanges agree on 11000000 cents, which is a step: it takes 3'
  for (let i = 0; i < 3; i++) await expect(round()).rejects.toThrow(isRefused)
  bitstamp.handle = (response) => response.destroy()
  await expect(round()).rejects.toThrow('which is a step')
  bitstamp.handle = says('bitstamp', '110500.00')
  expect(await round()).toMatchObject({ usdCentsPerBtc: 11_000_000n, sources: 3 })
})

test('no price of the last hour → it takes three exchanges', async () => {
  const { round, kraken } = await threeExchanges(says('kraken', '45500.00'))
  const isRefused = 'and no price of the last hour says so: it takes 3'
  await expect(round(null)).rejects.toThrow(isRefused)
  kraken.handle = (response) => response.destroy()
  await expect(round(null)).rejects.toThrow(isRefused)
  kraken.handle = says('kraken', '91010.40000')
  expect(await round(null)).toMatchObject({ sources: 3 })
})
