import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import type { Engine } from './engine.ts'

/** Does what the triggers on final facts and on moves would refuse. */
export async function withoutFinalFacts<T>(owner: Db, work: () => Promise<T>): Promise<T> {
  const each = (verb: 'DISABLE' | 'ENABLE') =>
    sql`ALTER TABLE transactions ${sql.raw(verb)} TRIGGER transactions_final,
      ${sql.raw(verb)} TRIGGER transactions_moves`.execute(owner)
  await each('DISABLE')
  const done = await work()
  await each('ENABLE')
  return done
}

/** The acts open to a thief of the database role of api and worker, without the MAC key. */
export function attacksOn({ db, owner }: Engine) {
  const spare = async (payrollId: string, sats: bigint) =>
    db
      .selectFrom('utxos')
      .select(['txid', 'vout'])
      .where('payroll_id', '=', payrollId)
      .where('sats', '=', sats)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('reservations as r')
              .select('r.txid')
              .whereRef('r.txid', '=', 'utxos.txid')
              .whereRef('r.vout', '=', 'utxos.vout'),
          ),
        ),
      )
      .where('spent_by_txid', 'is', null)
      .executeTakeFirstOrThrow()

  return {
    /** A second row of a transaction, which pays nobody and spends nothing yet. */
    async copyOf(id: string): Promise<string> {
      const { rows } = await sql<{ id: string }>`
        INSERT INTO transactions (company_id, payroll_id, sheet_id, withdrawal_id, order_id, position,
          type, waiting_for, usd_cents, sats, rate_usd_cents_per_btc, fee_sats, vsize,
          fee_rate_sats_per_kvb)
        SELECT company_id, payroll_id, sheet_id, withdrawal_id, order_id, position, type,
          'lane', usd_cents, sats, rate_usd_cents_per_btc, fee_sats, vsize,
          fee_rate_sats_per_kvb
        FROM transactions WHERE id = ${id} RETURNING id`.execute(db)
      const [row] = rows
      if (!row) throw new Error('nothing to copy')
      return row.id
    },
    /** Makes one transaction pay the payees of another. */
    copyOutputs: (from: string, to: string) =>
      sql`INSERT INTO transaction_outputs
          (transaction_id, vout, line_id, lane_of, withdrawal_id, script_pubkey, sats)
        SELECT ${to}, vout, line_id, lane_of, withdrawal_id, script_pubkey, sats
        FROM transaction_outputs WHERE transaction_id = ${from}`.execute(db),
    /** A free UTXO of this very amount becomes the only one that a plan spends. */
    async giveUtxo(payrollId: string, id: string, sats: bigint): Promise<void> {
      const utxo = await spare(payrollId, sats)
      await db.deleteFrom('transaction_inputs').where('transaction_id', '=', id).execute()
      await db
        .insertInto('transaction_inputs')
        .values({ transaction_id: id, position: 0, ...utxo })
        .execute()
    },
    /**
     * Hands a transaction to the signer as if the worker had found its inputs at the node. The
     * signer has to refuse also where the database's own rule, that an unsigned end is final, is
     * switched off.
     */
    async handToSigner(id: string): Promise<void> {
      await withoutFinalFacts(owner, () =>
        owner
          .updateTable('transactions')
          .set({ ended: null, waiting_for: 'signature' })
          .where('id', '=', id)
          .execute(),
      )
      await notify(db, 'signatures')
    },
    /**
     * A transaction that was signed looks as if it never had been, until what is answered is called.
     * The signer has to see it also where the database's own rule is switched off.
     */
    async unsign(id: string): Promise<() => Promise<unknown>> {
      const { waiting_for, raw, txid, signed_at, sent_at, in_mempool } = await db
        .selectFrom('transactions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const rewrite = (row: object) =>
        withoutFinalFacts(owner, () =>
          owner.updateTable('transactions').set(row).where('id', '=', id).execute(),
        )
      const wiped = { raw: null, txid: null, signed_at: null, sent_at: null, in_mempool: false }
      await rewrite({ ...wiped, waiting_for: 'approval' })
      return () => rewrite({ waiting_for, raw, txid, signed_at, sent_at, in_mempool })
    },
  }
}
