import { expect, test } from 'vitest'
import { networkState } from '#contract/network.ts'
import { aCompany, expectAccepted } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()
const ours = await aCompany(t)

const read = async () => expectAccepted(networkState, await ours.call('GET', '/network'))

async function nodeSeenAt(at: Date): Promise<void> {
  const rates = { fee_rate_sats_per_kvb: 1_000n, fee_rate_next_block_sats_per_kvb: 2_000n }
  const values = { height: 101, headers: 101, ...rates, trouble: null, at }
  await t.worker
    .insertInto('node_status')
    .values(values)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(values))
    .execute()
}

test('the node was never seen, or a moment ago → nobody says that it is quiet', async () => {
  expect(await read()).toEqual({ quietSince: null })
  await nodeSeenAt(new Date())
  expect(await read()).toEqual({ quietSince: null })
})

test('the node told nothing for six minutes → since when is said', async () => {
  const at = new Date(Date.now() - 6 * 60_000)
  await nodeSeenAt(at)
  expect(await read()).toEqual({ quietSince: at.toISOString() })
})

test('nobody is signed in → the state of the node is not told', async () => {
  expect((await t.app.inject({ url: '/api/v1/network' })).statusCode).toBe(401)
})
