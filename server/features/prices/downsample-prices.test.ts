import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { aCompany, aPayroll } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { thinPrices } from './downsample-prices.ts'

const t = await appForFile()
beforeEach(() => t.worker.deleteFrom('prices').execute())

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A price every 10 s for `lengthMs`, the last of them `agoMs` ago. */
const fill = (agoMs: number, lengthMs: number) =>
  sql`
  INSERT INTO prices SELECT now() - make_interval(secs => ${(agoMs + 1) / 1000}::float8 + i * 10), 9100000, 3
  FROM generate_series(0, ${lengthMs / 10_000 - 1}) AS i`.execute(t.worker)
const count = async (agoMs: number, lengthMs: number) =>
  (
    await t.db
      .selectFrom('prices')
      .select('at')
      .where('at', '<', new Date(Date.now() - agoMs + 1_000))
      .where('at', '>', new Date(Date.now() - agoMs - lengthMs - 1_000))
      .execute()
  ).length

/** The expected number, or one more where an end cuts a stretch. */
const about = (found: number, expected: number) => expect([expected, expected + 1]).toContain(found)

test('the last hour is kept whole', async () => {
  await fill(0, 59 * minute)
  expect(await thinPrices(t.worker)).toBe(0n)
})

test('older prices are kept by the minute, by 10 minutes, and by the hour', async () => {
  await fill(2 * hour, hour)
  await fill(3 * day, 4 * hour)
  await fill(40 * day, 8 * hour)
  await thinPrices(t.worker)
  about(await count(2 * hour, hour), 60)
  about(await count(3 * day, 4 * hour), 24)
  about(await count(40 * day, 8 * hour), 8)
  expect(await thinPrices(t.worker), 'what is thin stays as it is').toBe(0n)
})

test('of each stretch its last price is kept', async () => {
  const start = Math.floor((Date.now() - 5 * hour) / minute) * minute
  const at = (seconds: number) => new Date(start + seconds * 1_000)
  for (const second of [0, 20, 59, 60, 119]) {
    const price = { usd_cents_per_btc: BigInt(9_000_000 + second), sources: 3 }
    await t.worker
      .insertInto('prices')
      .values({ at: at(second), ...price })
      .execute()
  }
  expect(await thinPrices(t.worker)).toBe(3n)
  const rows = await t.db.selectFrom('prices').select('at').orderBy('at').execute()
  expect(rows.map((row) => row.at)).toEqual([at(59), at(119)])
})

test('the prices around a payment that waits for approval stay, and go once it is over', async () => {
  const company = await aCompany(t)
  const owner = { company_id: company.companyId, payroll_id: (await aPayroll(company))._id }
  const at = new Date(Date.now() - 5 * day)
  const payment = await t.db
    .insertInto('sheets')
    .values({
      ...owner,
      requested_by: company.user._id,
      note: '',
      bitcoin_usd_cents: 100n,
      dollars_usd_cents: 0n,
      total_sats: 1_099n,
      rate_usd_cents_per_btc: 9_100_000n,
      rate_sources: 3,
      rate_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const order = await t.db
    .insertInto('orders')
    .values({
      ...owner,
      sheet_id: payment.id,
      plan_sha256: Buffer.alloc(32),
      fee_ceiling_sats: 1_000n,
      required: 0,
      own_code: true,
      sheet_sha256: Buffer.alloc(32),
      fee_ceiling_usd_cents: 1n,
      requested_by: company.user._id,
      requested_at: at,
      mac: Buffer.alloc(32),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const transaction = await t.db
    .insertInto('transactions')
    .values({
      ...owner,
      sheet_id: payment.id,
      order_id: order.id,
      type: 'send',
      waiting_for: 'approval',
      usd_cents: 100n,
      sats: 1_099n,
      rate_usd_cents_per_btc: 9_100_000n,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await fill(5 * day - 30 * minute, hour)
  await thinPrices(t.worker)
  // The minutes around the order stay in full, from 2 before to 1 after; beside them remain 6 or 7
  // stretches of 10 minutes.
  const kept = await count(5 * day - 30 * minute, hour)
  expect(kept).toBeGreaterThanOrEqual(18 + 5)
  expect(kept).toBeLessThanOrEqual(19 + 7)
  await t.db
    .updateTable('transactions')
    .set({ ended: 'rejected', waiting_for: null })
    .where('id', '=', transaction.id)
    .execute()
  await thinPrices(t.worker)
  expect(await count(5 * day - 30 * minute, hour)).toBeLessThanOrEqual(7)
})
