import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyUser } from '#server/features/notifications/index.ts'
import { connect } from '#server/platform/db/database.ts'
import { lead } from '#server/platform/db/leader.ts'
import { createMetrics, type Metrics, serveMetrics } from '#server/platform/observe/metrics.ts'
import { type TestApp, testApp, testConfig } from '#server/testing/app.ts'
import { aCompany, aPayroll, aPrice } from '#server/testing/factories.ts'
import { readGauges } from './gauges.ts'

let t: TestApp
let served: Awaited<ReturnType<typeof serveMetrics>>
const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) })

beforeAll(async () => {
  // A counter comes first, because testApp needs one and makes the database that it reads.
  const counter: Metrics = {
    observe: () => undefined,
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    text: async () => '',
  }
  t = await testApp({ metrics: counter })
  const metrics = createMetrics({ watching: t.db }, () => readGauges(t.db, log))
  counter.observe = metrics.observe
  served = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await served.stop()
  await t.stop()
})

const get = async (path: string, port = served.port) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: response.status, text: await response.text() }
}
const lines = async (start: string) =>
  (await get('/metrics')).text.split('\n').filter((line) => line.startsWith(`quincena_${start}`))

test('requests are counted by the pattern of their route, without ids or addresses', async () => {
  const company = await aCompany(t)
  const payroll = await aPayroll(company)
  await company.call('GET', `/payrolls/${payroll._id}`)
  await company.call('GET', '/nothing/here?email=marcela@izalco.sv')
  const text = (await get('/metrics')).text
  expect(text).toMatch(
    /quincena_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/payrolls\/:id",status="200"\} 1/,
  )
  expect(text).not.toContain(payroll._id)
  expect(text).not.toContain('marcela')
  expect(text).toContain('process_resident_memory_bytes')
})

test('what waits, and how old what we know is, is asked of the database at each look', async () => {
  expect(await lines('price_usd')).toEqual([])
  await aPrice(t, 9_100_050n)
  const { companyId, user } = await aCompany(t)
  await t.db
    .transaction()
    .execute((trx) =>
      notifyUser(
        trx,
        t,
        { companyId, userId: user._id },
        { template: 'passwordChanged', params: { at: new Date() } },
      ),
    )
  await t.worker
    .insertInto('node_status')
    .values({
      height: 101,
      headers: 102,
      fee_rate_sats_per_kvb: 1_000n,
      fee_rate_next_block_sats_per_kvb: 2_000n,
      trouble: 'node_behind',
      at: new Date(Date.now() - 60_000),
    })
    .execute()
  const breach = { invariant: 'I1', kind: 'LEDGER_UNBALANCED', id: '1' }
  await t.db.insertInto('money_breaches').values(breach).execute()

  expect(await lines('price_usd')).toEqual(['quincena_price_usd 91000.5'])
  expect(await lines('messages_queued')).toEqual([
    // Three codes: one from each of the two earlier sign-ups, and one from this.
    'quincena_messages_queued{via="EMAIL"} 3',
    'quincena_messages_queued{via="SMS"} 0',
  ])
  expect(await lines('node_')).toEqual([
    'quincena_node_height 101',
    'quincena_node_headers 102',
    expect.stringMatching(/^quincena_node_age_seconds [6-9]\d/),
    'quincena_node_trouble 1',
  ])
  expect(await lines('standing_breaches')).toEqual(['quincena_standing_breaches 1'])

  await t.owner.updateTable('messages').set({ state: 'sent', completed_at: new Date() }).execute()
  expect(await lines('messages_queued')).toContain('quincena_messages_queued{via="EMAIL"} 0')
})

test('runs that are not over are counted by their state', async () => {
  const company = await aCompany(t)
  const payroll = await aPayroll(company)
  const ids = { company_id: company.companyId, payroll_id: payroll._id }
  const sums = { rate_usd_cents_per_btc: 9_100_000n, sats: 1n, usd_cents: 1n }
  const { id } = await t.db
    .insertInto('sheets')
    .values({
      ...ids,
      requested_by: company.user._id,
      note: '',
      bitcoin_usd_cents: 1n,
      dollars_usd_cents: 0n,
      total_sats: 1n,
      rate_usd_cents_per_btc: 9_100_000n,
      rate_sources: 3,
      rate_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await t.db
    .insertInto('transactions')
    .values({ ...ids, ...sums, sheet_id: id, type: 'send', ended: 'failed' })
    .execute()
  await t.db
    .insertInto('transactions')
    .values({
      ...ids,
      ...sums,
      sheet_id: id,
      type: 'send',
      waiting_for: 'node',
    })
    .execute()
  expect(await lines('open_payments{')).toEqual([
    'quincena_open_payments{state="pendingApproval"} 1',
  ])
  expect(await lines('transactions_waiting')).toContain(
    'quincena_transactions_waiting{for="node"} 1',
  )
  const [oldest] = await lines('open_payments_oldest_seconds')
  expect(Number(oldest?.split(' ')[1])).toBeGreaterThan(0)
})

test('whether somebody leads a duty is seen from every process', async () => {
  const led = (duty: string) => lines(`duty_led{duty="${duty}"}`)
  expect(await led('price')).toEqual(['quincena_duty_led{duty="price"} 0'])
  const stopping = new AbortController()
  const seen: string[] = []
  await lead(t.url, 'price', log, stopping.signal, async () => {
    seen.push(...(await led('price')), ...(await led('chain')))
    stopping.abort()
  })
  expect(seen).toEqual(['quincena_duty_led{duty="price"} 1', 'quincena_duty_led{duty="chain"} 0'])
})

test('only the metrics are there, and nowhere else', async () => {
  expect((await get('/')).status).toBe(404)
  expect((await get('/healthz')).status).toBe(404)
  const main = await t.app.inject({ url: '/metrics' })
  expect(main.body).not.toContain('process_resident_memory_bytes')
})

test('without the database the process still says how it is', async () => {
  // Port 9, of discarded messages: nobody listens there.
  const away = connect('postgresql://quincena_app@127.0.0.1:9/away', { onError: () => undefined })
  const lone = await serveMetrics(
    createMetrics({ watching: away }, () => readGauges(away, log)),
    {
      host: '127.0.0.1',
      port: 0,
    },
  )
  const { status, text } = await get('/metrics', lone.port)
  expect(status).toBe(200)
  expect(text).toContain('quincena_database_up 0')
  expect(text).not.toMatch(/^quincena_price_usd/m)
  expect(logged.splice(0).join()).toContain('no figures from the database')
  await lone.stop()
  await away.destroy()
})

test("on the api's own port they are shown to who has the token alone", async () => {
  const metrics: Metrics = {
    observe: () => undefined,
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    text: async () => 'quincena_database_up 1\n',
  }
  const token = 'f1'.repeat(16)
  const config = { ...testConfig, metrics: { host: '127.0.0.1', port: null, token } }
  const shown = await testApp({ metrics, config })
  const statusOf = async (authorization?: string, method: 'GET' | 'HEAD' = 'GET') =>
    (
      await shown.app.inject({
        method,
        url: '/metrics',
        headers: authorization === undefined ? {} : { authorization },
      })
    ).statusCode
  expect(await statusOf(`Bearer ${token}`)).toBe(200)
  expect(await statusOf(`Bearer ${token}`, 'HEAD')).toBe(200)
  expect(await statusOf()).toBe(404)
  expect(await statusOf(`Bearer ${token}1`)).toBe(404)
  await shown.stop()
})
