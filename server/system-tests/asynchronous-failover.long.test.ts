import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransactionList } from '#contract/transactions.ts'
import { createChain } from '#server/adapters/bitcoind/chain.ts'
import { connect } from '../platform/db/database.ts'
import { Client } from '../testing/client.ts'
import { testFailover } from '../testing/failover.ts'
import {
  type Installation,
  makeAndFundPayroll,
  testInstallation,
  until,
  waitUntilSent,
} from '../testing/installation.ts'
import { breachesAtRest } from '../testing/money-at-rest.ts'
import { pressPayroll, runScript, signerSays } from '../testing/operator-steps.ts'

/** A standby that lacks the last seconds becomes the primary: the chain and the signer know more. */

let cluster: Awaited<ReturnType<typeof testFailover>>
let installation: Installation

beforeAll(async () => {
  cluster = await testFailover({ isSynchronous: false })
  installation = await testInstallation({
    DATABASE_URL: cluster.appUrl,
    WORKER_DATABASE_URL: cluster.workerUrl,
    SIGNER_DATABASE_URL: cluster.signerUrl,
  })
})
afterAll(async () => {
  await installation.endAll()
  await cluster.stop()
  await installation.stop()
})

const inMempool = () => installation.node.rpc<string[]>('getrawmempool')

test('a failover loses a payment → nothing is signed until restored, none paid twice', async () => {
  const program = await installation.startWhole()
  const client = new Client(program.baseUrl)
  await client.signUp()
  const [paid, waiting] = [await makeAndFundPayroll(client), await makeAndFundPayroll(client)]

  await cluster.cutOff()
  expect(await pressPayroll(client, paid._id)).toBe('paid')
  await waitUntilSent(client, 'unconfirmed', 1)
  await cluster.kill()
  await cluster.promote()

  await until('the running signer says why it signs nothing', async () =>
    (await signerSays(client)).includes('npm run restored'),
  )
  expect(program.output).toContain('nothing is signed, and payments wait')
  expect(await pressPayroll(client, waiting._id)).toBe('paid')
  expect(await inMempool(), 'the payment of the lost records alone').toHaveLength(1)
  await program.end('SIGTERM')

  const settings = { DATABASE_OWNER_URL: cluster.ownerUrl }
  expect(await runScript(installation, 'restored.ts', settings)).toMatchObject({ code: 0 })
  const restored = await installation.startWhole()
  client.baseUrl = restored.baseUrl
  expect(restored.output).toContain('A backup was restored, and nothing is paid until block')
  await client.call('POST', '/api/sandbox/mine', { blocks: 6 })
  await until('the hold has ended', async () => (await signerSays(client)) === 'ok')
  expect(await pressPayroll(client, paid._id)).toBe('ALREADY_PAID')
  const path = `/api/v1/payrolls/${waiting._id}/transactions?type=send`
  const readSent = async () => (await client.call<TransactionList>('GET', path)).transactions
  expect(await readSent()).toMatchObject([{ state: 'failed', failure: 'RESTORED' }])
  expect(await pressPayroll(client, waiting._id)).toBe('paid')
  await until('the payment that waited is sent', async () => (await inMempool()).length > 0)
  const sent = (await readSent()).filter(({ state }) => state !== 'failed')
  expect(await inMempool()).toEqual(sent.map(({ txid }) => txid))

  const owner = connect(cluster.ownerUrl, { onError: () => undefined })
  const { rpcUrl, cookieFile } = installation.node
  const chain = createChain({ rpcUrl, cookieFile, user: null, password: null })
  expect(await breachesAtRest(owner, chain, [], null)).toEqual([])
  await owner.destroy()
})
