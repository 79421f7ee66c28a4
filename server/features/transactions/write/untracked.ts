import { type Insertable, sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { Transactions } from '#server/platform/db/database-types.ts'
import { insertInputs, type NewInput } from './insert.ts'

type Untracked = Pick<
  Insertable<Transactions>,
  'type' | 'height' | 'raw' | 'sats' | 'usd_cents' | 'rate_usd_cents_per_btc' | 'fee_sats' | 'vsize'
>

type Key = { company_id: string; payroll_id: string; txid: Buffer }

/** Saves an untracked spend of a block with the inputs of its payroll. Returns its id. */
export async function saveUntracked(
  trx: Trx,
  key: Key,
  spend: Untracked,
  inputs: readonly NewInput[],
): Promise<string> {
  const row = {
    ...spend,
    untracked: true,
    was_mined: true,
    in_mempool: false,
    confirmed_at: new Date(),
  } as const
  const { id } = await trx
    .insertInto('transactions')
    .values({ ...key, ...row })
    // While the spend was only in the mempool, its change may have been recorded as a deposit.
    .onConflict((conflict) =>
      conflict.columns(['txid', 'payroll_id']).where('txid', 'is not', null).doUpdateSet(row),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('transaction_inputs').where('transaction_id', '=', id).execute()
  await insertInputs(trx, id, inputs)
  return id
}

/** The place of an adopted batch in its payment. */
export type Place = { rootId: string; version: number; position: number; orderId: string | null }

/** Makes an untracked spend a batch of the payment whose lines it pays. */
export async function adoptSpend(
  trx: Trx,
  id: string,
  paymentId: string,
  lineIds: readonly string[],
  { rootId, version, position, orderId }: Place,
): Promise<void> {
  await sql`
    UPDATE transactions t SET untracked = false, type = 'send', sheet_id = p.id,
      order_id = ${orderId}, root_id = ${rootId}, version = ${version}, position = ${position},
      rate_usd_cents_per_btc = p.rate_usd_cents_per_btc,
      usd_cents = (
        SELECT sum(usd_cents) FROM payouts
        WHERE method = 'BITCOIN' AND line_id = ANY(${[...lineIds]}::uuid[]))
    FROM sheets p WHERE t.id = ${id} AND p.id = ${paymentId}`.execute(trx)
}

/**
 * Acknowledges spends. `by` null: an untracked spend pays nobody, so no administrator has to
 * confirm it.
 */
export async function acknowledgeSpends(
  trx: Trx,
  ids: readonly string[],
  by: string | null,
): Promise<void> {
  await trx
    .updateTable('transactions')
    .set({ acknowledged_at: new Date(), acknowledged_by: by })
    .where('id', 'in', ids)
    .where('untracked', '=', true)
    .execute()
}
