import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TransactionState } from '#domain/transaction-state.ts'
import { aCompany, aPayroll } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()
const company = await aCompany(t)
const { _id } = await aPayroll(company)
const owner = { company_id: company.companyId, payroll_id: _id }

type Facts = {
  signed: boolean
  inBlock: boolean
  inMempool: boolean
  wasMined: boolean
  sent: boolean
  conflict: boolean
  lost: boolean
  superseded: boolean
}
const names = [
  'signed',
  'inBlock',
  'inMempool',
  'wasMined',
  'sent',
  'conflict',
  'lost',
  'superseded',
] as const

/** The table of the payment engine's design: the first line that applies. */
function expectedState(facts: Facts): TransactionState {
  if (!facts.signed) return 'pendingApproval'
  if (facts.inBlock) return 'confirmed'
  if (facts.inMempool) return 'unconfirmed'
  if (facts.lost) return 'failed'
  if (facts.sent || facts.wasMined || facts.conflict) return 'removed'
  return 'signed'
}

/** It can still confirm as far as the records know. */
const isLive = (facts: Facts) =>
  !facts.inBlock && !facts.superseded && (facts.inMempool || !facts.lost)

const columnsOf = (facts: Facts) => ({
  txid: facts.signed ? randomBytes(32) : null,
  raw: facts.signed ? randomBytes(100) : null,
  waiting_for: facts.signed ? null : ('node' as const),
  height: facts.inBlock ? 9 : null,
  in_mempool: facts.inMempool,
  was_mined: facts.wasMined,
  sent_at: facts.sent ? new Date() : null,
  conflict_height: facts.conflict ? 8 : null,
  is_lost: facts.lost,
  superseded_height: facts.superseded ? 8 : null,
})

const insert = (values: object) =>
  t.db
    .insertInto('transactions')
    .values({
      ...owner,
      type: 'cancel',
      usd_cents: 0n,
      sats: 1n,
      rate_usd_cents_per_btc: 1n,
      ...values,
    })
    .returning(['id', 'state', 'live'])
    .executeTakeFirstOrThrow()

/** A constraint refuses facts that no chain and no mempool can show at once. */
const isPossible = (facts: Facts) =>
  (facts.signed || !(facts.inBlock || facts.inMempool || facts.lost)) &&
  !(facts.inBlock && facts.inMempool) &&
  (!facts.inBlock || facts.wasMined) &&
  (!facts.superseded || facts.conflict)

test('every combination of facts has the state of the table, or is refused', async () => {
  for (let bits = 0; bits < 2 ** names.length; bits++) {
    const facts = Object.fromEntries(
      names.map((name, place) => [name, (bits & (2 ** place)) !== 0]),
    ) as Facts
    const made = insert(columnsOf(facts))
    if (isPossible(facts))
      expect(await made, JSON.stringify(facts)).toMatchObject({
        state: expectedState(facts),
        live: isLive(facts),
      })
    else await expect(made, JSON.stringify(facts)).rejects.toThrow('check constraint')
  }
})

test('a deposit that left the mempool is removed', async () => {
  expect(await insert({ type: 'receive', txid: randomBytes(32) })).toMatchObject({
    state: 'removed',
  })
})

test('how a plan ended is final: it is neither signed nor opened again', async () => {
  const { id, state, live } = await insert({ ended: 'rejected' })
  expect([state, live]).toEqual(['rejected', false])
  const change = (values: object) =>
    t.db.updateTable('transactions').set(values).where('id', '=', id).execute()
  await expect(change({ ended: null, waiting_for: 'node' })).rejects.toThrow('keeps how it ended')
  await expect(change({ ended: 'failed' })).rejects.toThrow('keeps how it ended')
  await expect(change({ txid: randomBytes(32), raw: randomBytes(9) })).rejects.toThrow(
    'transactions_ended_unsigned',
  )
})

test('no statement writes a state', async () => {
  await expect(insert({ state: 'confirmed' })).rejects.toThrow('non-DEFAULT value')
})
