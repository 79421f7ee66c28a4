import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { btcPrice, priceHistory } from '#contract/prices.ts'
import {
  aCompany,
  aPrice,
  expectAccepted,
  expectRefusal,
  faultsOf,
} from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { historyQuery } from './store.ts'

const t = await appForFile()
const ours = await aCompany(t)

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const price = () => ours.call('GET', '/coins/btc/price')
const history = async (query = '') =>
  expectAccepted(priceHistory, await ours.call('GET', `/coins/btc/history?${query}`)).points

test('the price is unavailable only while there never was one, and then shows its age', async () => {
  expectRefusal(await price(), 503, 'PRICE_UNAVAILABLE')
  expect(await history()).toEqual([])
  const [long, lately] = [minutesAgo(60 * 24 * 3), minutesAgo(60 * 24 * 2)]
  await aPrice(t, 9_000_000n, long)
  await aPrice(t, 9_123_456n, lately)
  expect(expectAccepted(btcPrice, await price())).toEqual({
    price: 91_234.56,
    currency: 'USD',
    updatedAt: lately.toISOString(),
    sources: 3,
  })
})

test('a history is thinned to 300 points in order of time, the newest among them', async () => {
  await t.worker.deleteFrom('prices').execute()
  const rows = Array.from({ length: 2_000 }, (_, i) => ({
    at: new Date(Date.now() - 1_000 - i * 43_000),
    usd_cents_per_btc: 9_000_000n + BigInt(i),
    sources: 3,
  }))
  await t.worker.insertInto('prices').values(rows).execute()
  const points = await history()
  expect(points.length).toBeLessThanOrEqual(300)
  expect(points.length).toBeGreaterThan(280)
  const times = points.map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(points.at(-1)?.price).toBe(90_000)
  const hour = await history('hours=1')
  expect(hour.every(({ at }) => Date.parse(at) > Date.now() - 3_600_000)).toBe(true)
  expect(hour).toHaveLength(84)
})

test('a history reads the index, a look for each point, however many prices there are', async () => {
  await sql`
    INSERT INTO prices SELECT now() - interval '2 s' - i * interval '10 s' - interval '3 ms', 9000000 + i, 3
    FROM generate_series(1, 100000) AS i`.execute(t.owner)
  await sql`ANALYZE prices`.execute(t.owner)
  for (const hours of [1, 24, 260]) {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${historyQuery(hours)}`.execute(
      t.db,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('prices_pkey')
    expect(plan).not.toContain('Seq Scan')
  }
  const points = await history('hours=260')
  expect(points).toHaveLength(300)
  const gaps = points
    .slice(1)
    .map((point, i) => Date.parse(point.at) - Date.parse(points[i]?.at ?? ''))
  const even = (260 * 3_600_000) / 300
  for (const gap of gaps) expect(Math.abs(gap - even)).toBeLessThanOrEqual(10_001)
})

test.each(['0', '721', '1.5', '-1', 'x'])('a history of %s hours is refused', async (hours) => {
  const answer = await ours.call('GET', `/coins/btc/history?hours=${hours}`)
  expect(Object.keys(faultsOf(answer))).toEqual(['hours'])
})
