import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { connect } from '#server/platform/db/database.ts'
import { Listener } from '#server/platform/db/notify.ts'
import { createLog } from '#server/platform/observe/log.ts'
import type { PriceFeed } from '#server/ports.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import { fixPrice } from './fixed-price.ts'
import { pollPrices } from './poller.ts'
import { readCurrentPrice } from './store.ts'

const database = await testDatabase()
const onError = (err: Error) => expect.fail(err.message)
const app = connect(database.appUrl, { onError })
const db = connect(database.workerUrl, { onError })
const listener = new Listener(database.workerUrl, createLog('silent'))
await listener.open()
const api = { db: app, listener }
afterAll(async () => {
  await listener.close()
  await Promise.all([app.destroy(), db.destroy()])
  await database.drop()
})

/** The default of one second is too short for a few rounds while other tests run. */
const patience = { timeout: 120_000 }

const log = createLog('silent')
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await db.deleteFrom('prices').execute()
  await db.updateTable('sandbox_settings').set({ fixed_usd_cents_per_btc: null }).execute()
})

function poll(priceFeed: PriceFeed, network: 'regtest' | 'main' = 'regtest', pollMs = 20) {
  const stopping = new AbortController()
  const polling = pollPrices({ db, listener, priceFeed, network, log, pollMs }, stopping.signal)
  stops.push(async () => {
    stopping.abort()
    await polling
  })
}

const steady: PriceFeed = { quote: async () => ({ usdCentsPerBtc: 9_100_000n, sources: 3 }) }
const price = async () => (await readCurrentPrice(db))?.usdCentsPerBtc

test('the first price is stored at once, then one each round', async () => {
  poll(steady)
  await vi.waitFor(async () => expect(await price()).toBe(9_100_000n), patience)
  await vi.waitFor(async () => {
    const { count } = await db
      .selectFrom('prices')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBeGreaterThan(3n)
  }, patience)
})

test('a feed that fails stops nothing: its next quote is stored', async () => {
  let round = 0
  poll({
    async quote() {
      if (++round < 4) throw new Error('the exchange is closed')
      const quotes = [{ name: 'kraken', usdCentsPerBtc: 9_000_001n }] as const
      return { usdCentsPerBtc: 9_000_000n, sources: 2, quotes }
    },
  })
  await vi.waitFor(
    async () =>
      expect(await readCurrentPrice(db)).toMatchObject({
        usdCentsPerBtc: 9_000_000n,
        sources: 2,
        quotes: [{ name: 'kraken', usdCentsPerBtc: '9000001' }],
      }),
    patience,
  )
})

test('a fixed price holds with fresh times, also while the feed fails', async () => {
  poll({ quote: () => Promise.reject(new Error('the exchange is closed')) })
  await fixPrice(api, 20_000_000n)
  const first = await readCurrentPrice(db)
  expect(first).toMatchObject({ usdCentsPerBtc: 20_000_000n, sources: 3 })
  await vi.waitFor(async () => {
    const now = await readCurrentPrice(db)
    expect(now?.usdCentsPerBtc).toBe(20_000_000n)
    expect(now?.at.getTime()).toBeGreaterThan((first?.at.getTime() ?? 0) + 50)
  }, patience)
})

test('a round that was under way never puts the old price after the fixed one', async () => {
  for (let leader = 1; leader <= 3; leader++) poll(steady, 'regtest', 20)
  await vi.waitFor(async () => expect(await price()).toBe(9_100_000n), patience)
  for (let fixed = 10_000_001n; fixed < 10_000_020n; fixed++) {
    await fixPrice(api, fixed)
    for (let look = 0; look < 5; look++) expect(await price()).toBe(fixed)
  }
})

test('a fixed price is stored at once, long before the next round', async () => {
  poll(steady, 'regtest', 600_000)
  await vi.waitFor(async () => expect(await price()).toBe(9_100_000n), patience)
  await fixPrice(api, 30_000_000n)
  expect(await price()).toBe(30_000_000n)
})

test('the role of the api reads prices and writes none', async () => {
  const row = { at: new Date(), usd_cents_per_btc: 100_000n, sources: 3 }
  await db.insertInto('prices').values(row).execute()
  const denied = 'permission denied for table prices'
  await expect(app.insertInto('prices').values(row).execute()).rejects.toThrow(denied)
  await expect(app.updateTable('prices').set(row).execute()).rejects.toThrow(denied)
  await expect(app.deleteFrom('prices').execute()).rejects.toThrow(denied)
  await expect(db.updateTable('prices').set(row).execute()).rejects.toThrow(denied)
})

test('a feed gets the lowest and highest price of the last hour', async () => {
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000)
  const rows = [
    [61, 5_000_000n],
    [59, 9_000_000n],
    [2, 9_200_000n],
  ] as const
  const values = rows.map(([ago, cents]) => ({ at: at(ago), usd_cents_per_btc: cents, sources: 3 }))
  await db.insertInto('prices').values(values).execute()
  const range = new Promise((resolve) => {
    poll({
      async quote(lastHour) {
        resolve(lastHour)
        throw new Error('the exchange is closed')
      },
    })
  })
  expect(await range).toEqual({
    lowestUsdCentsPerBtc: 9_000_000n,
    highestUsdCentsPerBtc: 9_200_000n,
  })
})

test('on a network of real money nobody sets the price', async () => {
  await fixPrice(api, 20_000_000n)
  poll(steady, 'main')
  await vi.waitFor(async () => expect(await price()).toBe(9_100_000n), patience)
})
