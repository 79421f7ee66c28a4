import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/startup/config.ts'
import { examineClock } from './clock.ts'

/** An exchange whose clock is fast by this much; null: it gives no time. */
async function anExchange(fastMs: number | null): Promise<string> {
  const server = createServer((_request, response) => {
    response.sendDate = false
    if (fastMs !== null) response.setHeader('date', new Date(Date.now() + fastMs).toUTCString())
    response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function examined(...fastMs: (number | null)[]): Promise<string[]> {
  const [kraken, bitstamp, coinbase] = await Promise.all(fastMs.map(anExchange))
  const config = readConfig({
    PRICE_SOURCES: 'kraken,bitstamp,coinbase',
    KRAKEN_URL: kraken,
    BITSTAMP_URL: bitstamp,
    COINBASE_URL: coinbase,
  })
  return (await examineClock(config)).map(({ level, says }) => `${level}: ${says}`)
}

test('a clock that no exchange agrees with is wrong', async () => {
  expect(await examined(60_000, 61_000, null)).toEqual([
    expect.stringMatching(
      /^wrong: This machine's clock and the exchanges' are (5[7-9]|6[0-3]) s apart/,
    ),
  ])
  expect(await examined(-60_000, -90_000, -60_000)).toEqual([expect.stringMatching(/^wrong/)])
})

test('one exchange that agrees is enough, and where none says the time nobody knows', async () => {
  expect(await examined(-300_000, 0, null)).toEqual([
    "fine: This machine's clock agrees with the exchanges'.",
  ])
  expect(await examined(null, null, null)).toEqual([
    "note: Nobody else's clock could be asked for the time.",
  ])
  expect(await examineClock(readConfig({})), 'play prices are asked of nobody').toEqual([])
})
