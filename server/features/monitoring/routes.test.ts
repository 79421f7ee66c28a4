import { expect, test } from 'vitest'
import { holdText } from '#server/authorization/signer-hold.ts'
import { notifyUser } from '#server/features/notifications/index.ts'
import { connect } from '#server/platform/db/database.ts'
import { testApp } from '#server/testing/app.ts'
import { aCompany, aPayroll, aPrice } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()

async function ready(app = t.app) {
  const response = await app.inject({ url: '/readyz' })
  return { code: response.statusCode, ...response.json() }
}

async function nodeSeen(at: Date, trouble: string | null = null) {
  const values = {
    height: 101,
    headers: 101,
    fee_rate_sats_per_kvb: 1_000n,
    fee_rate_next_block_sats_per_kvb: 2_000n,
    trouble,
    at,
  }
  await t.worker
    .insertInto('node_status')
    .values(values)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(values))
    .execute()
}

test('the process says that it lives', async () => {
  const response = await t.app.inject({ url: '/healthz' })
  expect([response.statusCode, response.json()]).toEqual([200, { status: 'ok' }])
})

test('in the sandbox it is ready only once the chain of play money exists', async () => {
  const checks = {
    database: 'ok',
    node: 'starting',
    block: 'ok',
    price: 'starting',
    money: 'ok',
    signer: 'ok',
    mail: 'sandbox',
  }
  expect(await ready()).toEqual({ code: 503, status: 'starting', checks })
})

test('with real money it is ready once there is a seed, and warns of missing mail', async () => {
  const real = await testApp({
    config: {
      network: 'signet',
      explorerTxUrl: 'https://mempool.space/signet/tx/{txid}',
      sandbox: false,
      apiDocs: true,
      publicUrl: 'https://quincena.example',
      trustProxy: false,
      smtp: null,
    },
  })
  const checks = {
    database: 'ok',
    node: 'starting',
    block: 'ok',
    price: 'starting',
    money: 'ok',
    signer: 'ok',
    mail: 'not configured',
  }
  expect(await ready(real.app)).toEqual({ code: 200, status: 'ok', checks })
  await real.owner.deleteFrom('wallet_account').execute()
  expect(await ready(real.app)).toMatchObject({ code: 503, status: 'starting' })
  await real.stop()
})

test('without its database the process lives, is not ready, and the log says why', async () => {
  // Port 9, of discarded messages: nobody listens there.
  const away = connect('postgresql://quincena_app@127.0.0.1:9/away', { onError: () => undefined })
  const lone = await testApp({ db: away, watching: away })
  const checks = { database: 'unavailable' }
  expect(await ready(lone.app)).toEqual({ code: 503, status: 'unavailable', checks })
  expect((await lone.app.inject({ url: '/healthz' })).statusCode).toBe(200)
  expect(lone.logged()).toMatchObject([{ msg: 'the database does not answer' }])
  await away.destroy()
  await lone.stop()
})

test('a node or a price that is late or in trouble shows, and readiness stays', async () => {
  await nodeSeen(new Date())
  await aPrice(t)
  const well = {
    database: 'ok',
    node: 'ok',
    block: 'ok',
    price: 'ok',
    money: 'ok',
    signer: 'ok',
    mail: 'sandbox',
  }
  expect(await ready()).toMatchObject({ code: 200, status: 'ok', checks: well })
  await nodeSeen(new Date(), 'The node is 3 blocks behind its headers')
  expect(await ready()).toMatchObject({
    code: 200,
    status: 'ok',
    checks: { ...well, node: 'degraded' },
  })
  await nodeSeen(new Date(Date.now() - 31_000))
  expect(await ready()).toMatchObject({
    code: 200,
    status: 'ok',
    checks: { ...well, node: 'degraded' },
  })
  t.wait(61_000)
  const late = { ...well, node: 'degraded', price: 'degraded' }
  expect(await ready()).toMatchObject({ code: 200, status: 'ok', checks: late })
})

test('a block that cannot be followed is a check of its own', async () => {
  await nodeSeen(new Date(), 'block_fails')
  expect(await ready()).toMatchObject({ code: 200, checks: { node: 'degraded', block: 'fails' } })
})

test('a payment that waits for the operator shows at the price', async () => {
  const company = await aCompany(t)
  const { _id } = await aPayroll(company)
  await t.owner
    .insertInto('transactions')
    .values({
      company_id: company.companyId,
      payroll_id: _id,
      type: 'cancel',
      waiting_for: 'operator',
      usd_cents: 0n,
      sats: 1n,
      rate_usd_cents_per_btc: 100_000n,
    })
    .execute()
  expect((await ready()).checks.price).toBe('waits for the operator')
  await t.owner.deleteFrom('transactions').execute()
  expect((await ready()).checks.price).not.toBe('waits for the operator')
})

test('an order waits five minutes for its signature → the signer’s check names it', async () => {
  const company = await aCompany(t)
  const { _id } = await aPayroll(company)
  const { id } = await t.owner
    .insertInto('transactions')
    .values({
      company_id: company.companyId,
      payroll_id: _id,
      type: 'cancel',
      waiting_for: 'signature',
      waiting_since: new Date(Date.now() - 290_000),
      usd_cents: 0n,
      sats: 1n,
      rate_usd_cents_per_btc: 100_000n,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await ready()).checks.signer).toBe('ok')
  const waiting_since = new Date(Date.now() - 301_000)
  await t.owner.updateTable('transactions').set({ waiting_since }).execute()
  const signer = `transaction ${id} has waited too long for its signature`
  expect(await ready()).toMatchObject({ code: 200, status: 'ok', checks: { signer } })
  await t.owner.deleteFrom('transactions').execute()
})

test('a signer that is held → its check says why, and the program stays ready', async () => {
  const hold = { code: 'DATABASE_IS_OLDER', signatures: '3', counted: '4' } as const
  await t.owner
    .insertInto('signer_status')
    .values({ held: JSON.stringify(hold) })
    .execute()
  expect(await ready()).toMatchObject({
    code: 200,
    status: 'ok',
    checks: { signer: holdText(hold) },
  })
  await t.owner.deleteFrom('signer_status').execute()
  expect((await ready()).checks.signer).toBe('ok')
})

test('a breach that stands stops payments, which shows, and the program stays ready', async () => {
  const breach = { invariant: 'I1', kind: 'LEDGER_UNBALANCED', id: '1' }
  await t.db.insertInto('money_breaches').values(breach).execute()
  expect(await ready()).toMatchObject({
    code: 200,
    status: 'ok',
    checks: { database: 'ok', money: 'payments stopped' },
  })
})

test('a mail server that takes nothing shows, and so does a message that was given up', async () => {
  const mailing = await testApp({
    config: {
      network: 'regtest',
      explorerTxUrl: '/sandbox/tx/{txid}',
      sandbox: true,
      apiDocs: true,
      publicUrl: 'http://127.0.0.1:3000',
      trustProxy: false,
      smtp: { url: 'smtp://127.0.0.1', from: 'nominas@quincena.example' },
    },
  })
  const mail = async () => (await ready(mailing.app)).checks.mail
  const { companyId, user } = await aCompany(mailing)
  expect(await mail()).toBe('ok')
  await mailing.db
    .transaction()
    .execute((trx) =>
      notifyUser(
        trx,
        mailing,
        { companyId, userId: user._id },
        { template: 'passwordChanged', params: { at: new Date() } },
      ),
    )
  expect(await mail()).toBe('ok')
  const change = (values: object) =>
    mailing.owner
      .updateTable('messages')
      .set(values)
      .where('template', '=', 'passwordChanged')
      .execute()
  await change({ created_at: new Date(Date.now() - 301_000) })
  expect(await mail()).toBe('degraded')
  await change({ state: 'failed', completed_at: new Date() })
  expect(await mail()).toBe('degraded')
  await change({ completed_at: new Date(Date.now() - 3_601_000) })
  expect(await mail()).toBe('ok')
  await mailing.stop()
})
