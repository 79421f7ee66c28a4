import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { satsFromCents } from '#domain/money.ts'
import { rateUsdCentsPerBtc } from '#server/testing/chain-steps.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { preview } from '../run/preview.ts'
import { readFacts } from '../run/read-facts.ts'

// The node's policy refuses outputs below 9,800 sat, which the program still pays.
const story = await storyForFile({ nodeArgs: ['-dustrelayfee=0.001'] })

type Loss = (request: http.IncomingMessage, response: http.ServerResponse) => void

const losses: Record<string, Loss> = {
  'the line breaks off': ({ socket }) => socket.destroy(),
  'a proxy answers in HTML': (_, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>'),
  'the answer is HTML that looks well': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>'),
}

/** A proxy before the node that drops the answer after the node has taken a transaction. */
async function lineThatLoses(times: number, lose: Loss) {
  const { rpcUrl, cookieFile } = story.engine.node
  let lost = 0
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const answer = await fetch(rpcUrl, {
      method: 'POST',
      headers: { authorization: request.headers.authorization ?? '', connection: 'close' },
      body,
    })
    const text = await answer.text()
    if (body.includes('"sendrawtransaction"') && lost < times) {
      lost++
      lose(request, response)
      return
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cookieFile,
    lost: () => lost,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test.each(Object.entries(losses))(
  'a node took a transaction without an answer → the same bytes are sent again: %s',
  async (_, lose) => {
    const { engine, fundedPayroll, paymentIs } = story
    const ids = await fundedPayroll([50_000n], 3_000_000n)
    const line = await lineThatLoses(3, lose)
    engine.switchNode(line)
    const paymentId = await engine.run(ids)
    await paymentIs(ids, paymentId, 'unconfirmed')
    expect(line.lost()).toBeGreaterThan(0)
    engine.switchNode()
    await line.close()
    const bytes = await story.bytesOf(paymentId)
    expect(bytes).toHaveLength(1)
    expect(await engine.chain.mempoolTxids()).toEqual(bytes.map(({ txid }) => txid))
    await engine.play.mine(1)
    await paymentIs(ids, paymentId, 'confirmed')
  },
)

test('signed bytes that policy refuses stay signed, raise an alarm, count once mined', async () => {
  const { engine, fundedPayroll, paymentIs, mineOnly } = story
  const ids = await fundedPayroll([100n], 3_000_000n)
  const paymentId = await engine.run(ids)
  await engine.until('the alarm', async () =>
    engine.alarms.includes('the node does not take signed bytes now; they stay'),
  )
  await paymentIs(ids, paymentId, 'signed')
  await mineOnly()
  await story.followed()
  await expect(engine.run(ids)).rejects.toMatchObject({ code: 'PAYMENT_IN_PROGRESS' })
  await mineOnly(await story.bytesOf(paymentId))
  await paymentIs(ids, paymentId, 'confirmed')
})

test('a price that moves between preview and click is the one that pays everybody', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const salaries = [50_000n, 61_234n, 77_777n]
  const ids = await fundedPayroll(salaries, 5_000_000n)
  const facts = await readFacts(engine.db, ids.companyId, ids.payrollId, engine, false)
  if (!facts) throw new Error('no such payroll')
  expect(preview(facts, 'es', new Date()).usdRate).toBe(91_000)
  const moved = (rateUsdCentsPerBtc * 11n) / 10n
  await engine.price(moved)
  const paymentId = await engine.run(ids)
  await engine.price(rateUsdCentsPerBtc)
  expect(await paymentIs(ids, paymentId, 'unconfirmed')).toMatchObject({ usdRate: 100_100 })
  const lines = await engine.db
    .selectFrom('payouts')
    .select('sats')
    .where('sheet_id', '=', paymentId)
    .$narrowType<{ sats: bigint }>()
    .execute()
  const byAmount = (a: bigint, b: bigint) => Number(a - b)
  expect(lines.map((line) => line.sats).toSorted(byAmount)).toEqual(
    salaries.map((cents) => satsFromCents(cents, moved)),
  )
})

test('a price of a minute ago still pays, an older one does not', async () => {
  const { engine, fundedPayroll } = story
  const ids = await fundedPayroll([50_000n], 3_000_000n)
  const refusals = async (ageMs: number) => {
    const facts = await readFacts(engine.db, ids.companyId, ids.payrollId, engine, false)
    if (!facts?.price) throw new Error('a payroll and a price')
    const now = new Date(facts.price.at.getTime() + ageMs)
    const node = facts.node && { ...facts.node, at: now }
    return preview({ ...facts, node }, 'es', now).problems.map((problem) => problem.code)
  }
  expect(await refusals(60_000)).toEqual([])
  expect(await refusals(60_001)).toEqual(['PRICE_UNAVAILABLE'])
})
