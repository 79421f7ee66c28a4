import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anAddress } from '#server/testing/engine.ts'
import { engineForFile } from '#server/testing/for-file.ts'
import { refreshBalances } from './balances.ts'

const engine = await engineForFile({ ownNode: true })
await engine.until('the node is followed', () =>
  engine.db.selectFrom('node_status').selectAll().executeTakeFirst(),
)

const rate = 10_000_000n

/** The events of a payroll in order, with the amount that each moved on each account. */
async function events(payrollId: string) {
  const { rows } = await sql<{ kind: string; moved: Record<string, number> }>`
    SELECT kind, jsonb_object_agg(account, amount_sats) AS moved FROM ledger_entries
    WHERE payroll_id = ${payrollId} GROUP BY event_id, kind ORDER BY min(id)`.execute(engine.db)
  return rows
}

async function funded(salaries: bigint[], sats: bigint) {
  await engine.price(rate)
  const ids = await engine.company()
  const payroll = await engine.payroll(ids.companyId, salaries)
  await engine.play.give(payroll.script, sats)
  await engine.play.mine(1)
  await balanceIs(payroll.payrollId, 'spendable_sats', sats)
  return { ...ids, ...payroll }
}

const balanceIs = (payrollId: string, column: 'balance_sats' | 'spendable_sats', sats: bigint) =>
  engine.until(`${column} is ${sats}`, async () => {
    const row = await engine.db
      .selectFrom('payroll_balances')
      .select(column)
      .where('payroll_id', '=', payrollId)
      .executeTakeFirstOrThrow()
    return (row as Record<string, unknown>)[column] === sats
  })

const stateIs = (paymentId: string, state: 'unconfirmed' | 'confirmed') =>
  engine.until(`the payment is ${state}`, () =>
    engine.db
      .selectFrom('transactions')
      .selectAll()
      .where('sheet_id', '=', paymentId)
      .where('state', '=', state)
      .executeTakeFirst(),
  )

test('deposit, reservation and payment are one event each, however often seen', async () => {
  const payroll = await funded([100_000n], 5_000_000n)
  const paymentId = await engine.run(payroll)
  const sent = await stateIs(paymentId, 'unconfirmed')
  const fee = Number(sent.fee_sats)
  const expected = [
    { kind: 'deposit', moved: { wallet: 5_000_000, outside: -5_000_000 } },
    { kind: 'reservation', moved: { wallet: -5_000_000, reserved: 5_000_000 } },
    {
      kind: 'payment',
      moved: { reserved: -5_000_000, wallet: 4_000_000 - fee, salaries: 1_000_000, fees: fee },
    },
  ]
  expect(await events(payroll.payrollId)).toEqual(expected)
  await engine.play.mine(1)
  await stateIs(paymentId, 'confirmed')
  await engine.db
    .transaction()
    .execute((trx) => refreshBalances(trx, [payroll.payrollId, payroll.payrollId]))
  expect(await events(payroll.payrollId)).toEqual(expected)
})

test('a reservation that leads to nothing is released', async () => {
  const payroll = await funded([100_000n], 5_000_000n)
  engine.caps.paymentUsdCents = 1n
  await engine.run(payroll)
  await balanceIs(payroll.payrollId, 'spendable_sats', 5_000_000n)
  engine.caps.paymentUsdCents = null
  expect((await events(payroll.payrollId)).slice(1)).toEqual([
    { kind: 'reservation', moved: { wallet: -5_000_000, reserved: 5_000_000 } },
    { kind: 'release', moved: { wallet: 5_000_000, reserved: -5_000_000 } },
  ])
})

test('money whose block is gone is booked out, and no written entry changes', async () => {
  const { companyId } = await engine.company()
  const { payrollId, address } = await engine.payroll(companyId, [])
  const [hash] = await engine.node.rpc<string[]>('generatetoaddress', 1, address)
  const [deposit] = await engine.until('the reward is booked', async () => {
    const booked = await events(payrollId)
    return booked.length > 0 && booked
  })
  await engine.node.rpc('invalidateblock', hash)
  await engine.node.rpc('generatetoaddress', 2, anAddress())
  await balanceIs(payrollId, 'balance_sats', 0n)
  const { wallet = 0 } = deposit?.moved ?? {}
  expect(wallet).toBeGreaterThan(0)
  expect(await events(payrollId)).toEqual([
    { kind: 'deposit', moved: { wallet, outside: -wallet } },
    { kind: 'reversal', moved: { wallet: -wallet, outside: wallet } },
  ])
})

test('the program may add to the ledger and change nothing of it', async () => {
  await expect(sql`UPDATE ledger_entries SET amount_sats = 1`.execute(engine.db)).rejects.toThrow(
    'permission denied',
  )
  await expect(sql`DELETE FROM ledger_entries`.execute(engine.db)).rejects.toThrow(
    'permission denied',
  )
})
