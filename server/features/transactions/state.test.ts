import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  allowedMoves,
  type TransactionState,
  transactionStates,
} from '#domain/transaction-state.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { aCompany, aPayroll } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'
import { factsOf } from '#server/testing/transaction-facts.ts'
import { leaveMempool, markSeen, markSent } from './write.ts'

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

/** The table of states in the payment engine's design; the first matching line applies. */
function expectedState(facts: Facts): TransactionState {
  if (!facts.signed) return 'pendingApproval'
  if (facts.inBlock) return 'confirmed'
  if (facts.inMempool) return 'unconfirmed'
  if (facts.lost) return 'failed'
  if (facts.sent || facts.wasMined || facts.conflict) return 'removed'
  return 'signed'
}

/** Whether a transaction can still confirm by our records. */
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
    .returning(['id', 'txid', 'state', 'live'])
    .executeTakeFirstOrThrow()

async function currentState(id: string) {
  const row = t.db.selectFrom('transactions').select('state').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).state
}

/** Whether facts can be true at once; a constraint refuses all others. */
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

test('seen in the mempool before its sending was written → removed once it left', async () => {
  const { id, txid, state } = await insert({ ...factsOf('signed') })
  expect(state).toBe('signed')
  const left = [txid ?? Buffer.alloc(0)]
  // The follower saw the transaction before the sender had recorded it, or the sender died in
  // between.
  await markSeen(t.db, left, null)
  await inTransaction(t.db, (trx) => markSent(trx, [id]))
  await leaveMempool(t.db, left)
  expect(await currentState(id)).toBe('removed')
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

test('the moves of the trigger are those of the domain', async () => {
  const { rows } = await sql<{ state: TransactionState; moves: TransactionState[] }>`
    SELECT state, allowed_moves(state)::text[] AS moves
    FROM unnest(enum_range(NULL::transaction_state)) AS s (state)`.execute(t.db)
  const sorted = (moves: readonly TransactionState[]) => [...moves].sort()
  expect(Object.fromEntries(rows.map(({ state, moves }) => [state, sorted(moves)]))).toEqual(
    Object.fromEntries(transactionStates.map((state) => [state, sorted(allowedMoves[state])])),
  )
})

/** Facts that belong to one state, apart from those that a block leaves behind. */
const plain = {
  waiting_for: null,
  ended: null,
  txid: null,
  raw: null,
  in_mempool: false,
  height: null,
  sent_at: null,
  conflict_height: null,
  is_lost: false,
}

/** Facts of a lost transaction with signed bytes; a plan's failure is final anyway. */
const lost = () => ({ ...factsOf('removed'), is_lost: true })

const pairs = transactionStates.flatMap((from) =>
  transactionStates.map((to) => [from, to] as const),
)

test.each(pairs.filter(([from, to]) => from !== to))(
  '%s → %s as the domain has it',
  async (from, to) => {
    const signed = from !== 'pendingApproval' && from !== 'rejected'
    const of = (state: TransactionState) => (state === 'failed' && signed ? lost() : factsOf(state))
    const made = await insert({ ...plain, ...of(from) })
    expect(made.state).toBe(from)
    for (const db of [t.db, t.owner]) {
      const moved = db
        .updateTable('transactions')
        .set({ ...plain, ...(to === 'signed' && { was_mined: false }), ...of(to) })
        .where('id', '=', made.id)
        .returning('state')
        .executeTakeFirstOrThrow()
      if (allowedMoves[from].includes(to)) return expect(await moved).toEqual({ state: to })
      await expect(moved).rejects.toThrow()
    }
  },
)
