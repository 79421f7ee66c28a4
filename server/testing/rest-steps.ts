import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Engine } from './engine.ts'

/** The raw transactions of the node's mempool, but for one. */
export async function mempoolBut({ chain }: Engine, txid: string): Promise<{ hex: string }[]> {
  const txids = (await chain.mempoolTxids()).filter((other) => other !== txid)
  const raws = await chain.mempoolTransactions(txids)
  return [...raws.values()].map((raw) => ({ hex: Buffer.from(raw).toString('hex') }))
}

/** Whether a transaction that `feeder` would feed and `cancelled` could never both be mined. */
export async function excludesWhenFedBy({ db }: Engine, feeder: string, cancelled: string) {
  const kept = new Error('nothing of it is kept')
  const answers: boolean[] = []
  const look = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      WITH fed AS (
        INSERT INTO transactions (company_id, payroll_id, payment_id, type, waiting_for,
          usd_cents, sats, rate_usd_cents_per_btc)
        SELECT company_id, payroll_id, payment_id, 'send', 'node', 1, 1, 1
        FROM transactions WHERE id = ${feeder} RETURNING id)
      INSERT INTO transaction_inputs (transaction_id, position, txid, vout)
      SELECT fed.id, 0, f.txid, 0 FROM fed, transactions f WHERE f.id = ${feeder}
      RETURNING transaction_id AS id`.execute(trx)
    const [fed] = rows
    const asked = await sql<{ excluded: boolean }>`
      SELECT excludes(${fed?.id ?? ''}, ${cancelled}) AS excluded`.execute(trx)
    answers.push(...asked.rows.map(({ excluded }) => excluded))
    throw kept
  })
  await expect(look).rejects.toBe(kept)
  return answers
}

/** As if a run, and those of its transactions that are older than `than`, were from four days ago. */
export async function beganEarlier({ owner }: Engine, paymentId: string, than = new Date()) {
  const created_at = sql<Date>`created_at - interval '4 days'`
  await owner.updateTable('payments').set({ created_at }).where('id', '=', paymentId).execute()
  await owner
    .updateTable('transactions')
    .set({ created_at, confirmed_at: sql<Date>`confirmed_at - interval '4 days'` })
    .where('payment_id', '=', paymentId)
    .where('created_at', '<', than)
    .execute()
}
