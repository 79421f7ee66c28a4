import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notifyMoneyEvents } from '#server/features/notifications/money/notify.ts'
import { findTransaction } from '#server/features/transactions/index.ts'
import type { ChainStory } from '#server/testing/chain-steps.ts'
import { messagesTo } from '#server/testing/codes.ts'
import { storyForFile } from '#server/testing/for-file.ts'
import { longTest } from '#server/testing/long-test.ts'
import { inheritedSettings } from '#server/testing/process.ts'
import { confirmRate, waitsForOperator } from './rate-held-for-operator.ts'

/** Rates that somebody may have written into the database are compared with those that were signed. */

const story = await storyForFile({ comparesRates: true })

type Payroll = Awaited<ReturnType<ChainStory['fundedPayroll']>>

async function runAt(payroll: Payroll, usdCentsPerBtc: bigint) {
  await story.engine.worker.deleteFrom('prices').execute()
  await story.engine.price(usdCentsPerBtc)
  return story.engine.run(payroll)
}

const waiting = (paymentId: string) =>
  story.engine.until('it waits for the operator', () =>
    story.engine.db
      .selectFrom('transactions')
      .selectAll()
      .where('sheet_id', '=', paymentId)
      .where('waiting_for', '=', 'operator')
      .executeTakeFirst(),
  )

const root = join(import.meta.dirname, '../..')

/** Runs the command as an operator types it. */
const priceConfirm = (...args: string[]) => priceConfirmWith({}, ...args)

function priceConfirmWith(settings: Record<string, string>, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-price-'))
  const key = join(folder, 'signer.key')
  writeFileSync(key, 'ab'.repeat(32), { mode: 0o400 })
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/price-confirm.ts'), ...args],
    {
      env: {
        ...inheritedSettings,
        ROLES: 'signer',
        SIGNER_DATABASE_URL: story.engine.database.signerUrl,
        SIGNER_KEY_FILE: key,
        ...settings,
      },
      encoding: 'utf8',
    },
  )
  rmSync(folder, { recursive: true })
  return { status, said: stdout + stderr }
}

test('a rate 21 % off waits for the operator, and goes on once that confirms it', async () => {
  const { engine, fundedPayroll, paymentIs } = story
  const [first, second] = [
    await fundedPayroll([100_000n], 5_000_000n),
    await fundedPayroll([100_000n], 5_000_000n),
  ]
  await paymentIs(first, await runAt(first, 9_100_000n), 'unconfirmed')
  const near = await fundedPayroll([100_000n], 5_000_000n)
  await paymentIs(near, await runAt(near, 10_900_000n), 'unconfirmed')

  const rate = 11_011_000n
  const paymentId = await runAt(second, rate)
  const { id, raw } = await waiting(paymentId)
  expect(raw).toBeNull()
  expect(await findTransaction(engine.db, second.companyId, id)).toMatchObject({
    state: 'pendingApproval',
    waitingFor: 'operator',
  })
  expect(engine.alarms.join()).toContain('waits for npm run price:confirm')
  await notifyMoneyEvents(engine.worker, { ...engine, now: new Date() })
  const sent = await messagesTo(engine.db)
  const held = sent.find(({ template }) => template === 'paymentHeld')
  expect(held).toMatchObject({ company_id: second.companyId })
  expect(held?.subject).toBe('Un pago espera al operador: Oficina')

  expect(priceConfirm()).toEqual({
    status: 0,
    said: expect.stringMatching(
      /^1 waiting at 110110\.00 USD, the first since .+\nLook at several/,
    ),
  })
  const other = priceConfirm('110110.01')
  expect(other).toEqual({ status: 1, said: expect.stringContaining('Nothing was confirmed.') })
  const confirmed = priceConfirm('110110.00')
  expect(confirmed.said).toMatch(/Confirmed: 110110\.00 USD at \d{4}-.*Z\./)
  await paymentIs(second, paymentId, 'unconfirmed')
  engine.alarms.length = 0
})

longTest('a price of 1,000 dollars out of the blue is not signed', async () => {
  const payroll = await story.fundedPayroll([1_000n], 5_000_000n)
  const paymentId = await runAt(payroll, 100_000n)
  expect((await waiting(paymentId)).raw).toBeNull()
  await story.engine.db
    .updateTable('transactions')
    .set({ waiting_for: 'signature' })
    .where('sheet_id', '=', paymentId)
    .execute()
  expect((await waiting(paymentId)).raw, 'the role of the api lets nothing go').toBeNull()
  story.engine.alarms.length = 0
})

test('a confirmation that was not made with the key of the seed counts for nothing', async () => {
  const { owner, wallet } = story.engine
  const plan = { runId: '00000000-0000-7000-8000-000000000000', rateUsdCentsPerBtc: 20_000_000n }
  const later = new Date(Date.now() + 1_000)
  await owner
    .insertInto('signer.price_confirmations')
    .values({ usd_cents_per_btc: 20_000_000n, confirmed_at: later, mac: Buffer.alloc(32, 1) })
    .execute()
  expect(await waitsForOperator(owner, wallet.memoryKey, plan)).toBe(true)
  await confirmRate(owner, wallet.memoryKey, 20_000_000n, new Date())
  expect(await waitsForOperator(owner, wallet.memoryKey, plan)).toBe(false)
})

test('after days without a signature 20 % a day are allowed, and half at most', async () => {
  const { owner, wallet } = story.engine
  const runId = '00000000-0000-7000-8000-000000000000'
  const undone = owner.transaction().execute(async (trx) => {
    await trx.deleteFrom('signer.price_confirmations').execute()
    const aged = (days: number) =>
      sql`UPDATE signer.signatures SET rate_usd_cents_per_btc = 10000000,
        signed_at = now() - make_interval(days => ${days}) + interval '1 minute'`.execute(trx)
    const waits = (rateUsdCentsPerBtc: bigint) =>
      waitsForOperator(trx, wallet.memoryKey, { runId, rateUsdCentsPerBtc })
    await aged(2)
    expect([await waits(14_000_000n), await waits(14_000_001n)]).toEqual([false, true])
    await aged(30)
    expect([await waits(15_000_000n), await waits(15_000_001n)]).toEqual([false, true])
    expect([await waits(5_000_000n), await waits(4_999_999n)]).toEqual([false, true])
    throw new Error('as it was')
  })
  await expect(undone).rejects.toThrow('as it was')
})

test('the operator confirms a first price → it is compared with, and not paid at', async () => {
  const { owner, database } = story.engine
  const DATABASE_OWNER_URL = database.ownerUrl
  const confirm = () => priceConfirmWith({ DATABASE_OWNER_URL }, '91000')
  expect(confirm()).toMatchObject({ status: 1, said: expect.stringContaining('is known') })
  await owner.deleteFrom('prices').execute()
  expect(confirm()).toMatchObject({ status: 0, said: expect.stringContaining('two exchanges') })
  const found = await owner.selectFrom('prices').select(['usd_cents_per_btc', 'at']).execute()
  expect(found).toHaveLength(1)
  expect(found[0]?.usd_cents_per_btc).toBe(9_100_000n)
  expect(Date.now() - Number(found[0]?.at)).toBeGreaterThan(60_000)
})
