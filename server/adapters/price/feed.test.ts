import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { PriceRange } from '#domain/price.ts'
import type { MarketName } from '#server/ports.ts'
import { marketPrices } from './feed.ts'

/** Answers of exchanges and of proxies, played by a loopback server. */
type Handler = (response: http.ServerResponse, path: string) => void

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function marketThat(handle: Handler) {
  const market = { handle, asked: [] as string[], baseUrl: '' }
  const server = http.createServer((request, response) => {
    market.asked.push(request.url ?? '')
    market.handle(response, request.url ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  market.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return market
}

const send = (response: http.ServerResponse, text: string, status = 200, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)

let nowMs = Date.parse('2026-11-21T18:00:00Z')
const seconds = () => Math.floor(nowMs / 1_000)

/** The answers as the markets write them; `price` stands there as it is given. */
const bodies: Record<MarketName, (price: string) => string> = {
  coinbase: (price) => `{"data":{"amount":"${price}","base":"BTC","currency":"USD"}}`,
  kraken: (price) =>
    `{"error":[],"result":{"XXBTZUSD":{"a":["1.0","1","1.000"],"b":["1.0","1","1.000"],"c":["${price}","0.00100000"],"v":["1","2"],"t":[1,2]}}}`,
  bitstamp: (price) =>
    `{"timestamp":"${seconds()}","open":"1","high":"1","low":"1","last":"${price}","volume":"1","bid":"1","ask":"1"}`,
  coingecko: (price) => `{"bitcoin":{"usd":${price},"last_updated_at":${seconds()}}}`,
}
const says =
  (name: MarketName, price: string): Handler =>
  (response) =>
    send(response, bodies[name](price))

/** Three markets at about 91,000, of which `wrong` may be put in the place of one. */
async function threeMarkets(kraken: Handler = says('kraken', '91010.40000')) {
  const market = {
    coinbase: await marketThat(says('coinbase', '91000.125')),
    kraken: await marketThat(kraken),
    bitstamp: await marketThat(says('bitstamp', '91020')),
  }
  const changes: [MarketName, string | null][] = []
  const feed = marketPrices({
    sources: (['coinbase', 'kraken', 'bitstamp'] as const).map((name) => ({
      name,
      baseUrl: `${market[name].baseUrl}/`,
    })),
    clock: { now: () => new Date(nowMs) },
    onChange: (name, fault) => changes.push([name, fault instanceof Error ? fault.message : null]),
  })
  /** One round, 10 s after the one before. */
  async function round(lastHour: PriceRange | null = null) {
    nowMs += 10_000
    return feed.quote(lastHour)
  }
  return { ...market, changes, round }
}

test('three markets are asked and the median is the price, to the cent', async () => {
  const { round, coinbase, kraken, bitstamp, changes } = await threeMarkets()
  expect(await round()).toEqual({ usdCentsPerBtc: 9_101_040n, sources: 3 })
  expect([coinbase.asked, kraken.asked, bitstamp.asked].flat()).toEqual([
    '/v2/prices/BTC-USD/spot',
    '/0/public/Ticker?pair=XBTUSD',
    '/api/v2/ticker/btcusd/',
  ])
  expect(changes).toEqual([])
})

test('CoinGecko’s number is read digit by digit, and it is asked every 30 s', async () => {
  const four = await threeMarkets()
  const gecko = await marketThat(says('coingecko', '91030.07'))
  const feed = marketPrices({
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
  expect(gecko.asked).toHaveLength(2)
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
  ['another market’s answer', says('coinbase', '91000'), /invalid|expected/i],
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
  'a market that answers %s is left out, and said once',
  async (_what, bad, why) => {
    const { round, changes, kraken } = await threeMarkets(bad)
    for (let i = 0; i < 2; i++) {
      expect(await round()).toEqual({ usdCentsPerBtc: 9_101_007n, sources: 2 })
    }
    expect(changes).toEqual([['kraken', expect.stringMatching(why)]])
    kraken.handle = says('kraken', '91010.40000')
    expect(await round()).toEqual({ usdCentsPerBtc: 9_101_040n, sources: 3 })
    expect(changes.at(-1)).toEqual(['kraken', null])
  },
)

test('a redirect is not followed', async () => {
  const elsewhere = await marketThat(says('kraken', '50000'))
  const { round, changes } = await threeMarkets((response) =>
    send(response, '', 302, { location: `${elsewhere.baseUrl}/0/public/Ticker?pair=XBTUSD` }),
  )
  expect((await round()).sources).toBe(2)
  expect(elsewhere.asked).toEqual([])
  expect(changes).toHaveLength(1)
})

test('a market that does not answer within 3 s is left out, also one that trickles', async () => {
  const { round, bitstamp, changes } = await threeMarkets(() => undefined)
  bitstamp.handle = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"timestamp":')
  }
  await expect(round()).rejects.toThrow('1 of 3 markets answered')
  expect(changes.map(([name]) => name).sort()).toEqual(['bitstamp', 'kraken'])
}, 10_000)

test('one of three that is wrong moves nothing', async () => {
  for (const wrong of ['45500.00', '182000.00', '1000.00', '9999999.99']) {
    const { round } = await threeMarkets(says('kraken', wrong))
    const { usdCentsPerBtc, sources } = await round()
    expect([9_100_013n, 9_102_000n]).toContain(usdCentsPerBtc)
    expect(sources).toBe(2)
  }
})

test('two of three that are wrong stop the price', async () => {
  const { round, coinbase } = await threeMarkets(says('kraken', '182000.00'))
  coinbase.handle = says('coinbase', '45500.00')
  await expect(round()).rejects.toThrow('the quotes disagree')
})

test('a market that stands still drops out after a minute by its own clock', async () => {
  const { round, bitstamp, kraken, coinbase } = await threeMarkets()
  const frozen = bodies.bitstamp('91020')
  bitstamp.handle = (response) => send(response, frozen)
  for (let i = 0; i < 6; i++) expect((await round()).sources).toBe(3)
  expect((await round()).sources).toBe(2)
  kraken.handle = says('kraken', '92500')
  coinbase.handle = says('coinbase', '92500')
  expect(await round()).toEqual({ usdCentsPerBtc: 9_250_000n, sources: 2 })
})

test('with all markets down there is no price, though their last ones are fresh', async () => {
  const { round, coinbase, kraken, bitstamp } = await threeMarkets()
  await round()
  for (const one of [coinbase, kraken, bitstamp]) one.handle = (response) => response.destroy()
  await expect(round()).rejects.toThrow('0 of 3 markets answered')
})

test('a step above 10 % is believed only when every market agrees', async () => {
  const { round, coinbase, kraken, bitstamp } = await threeMarkets()
  const lastHour = { lowestUsdCentsPerBtc: 9_100_000n, highestUsdCentsPerBtc: 9_110_000n }
  coinbase.handle = says('coinbase', '110000.00')
  kraken.handle = says('kraken', '110000.00')
  const isRefused = '2 of 3 markets agree on 11000000 cents, which is a step: it takes all of them'
  for (let i = 0; i < 3; i++) await expect(round(lastHour)).rejects.toThrow(isRefused)
  bitstamp.handle = (response) => response.destroy()
  await expect(round(lastHour)).rejects.toThrow('which is a step')
  bitstamp.handle = says('bitstamp', '110500.00')
  expect(await round(lastHour)).toEqual({ usdCentsPerBtc: 11_000_000n, sources: 3 })
})
