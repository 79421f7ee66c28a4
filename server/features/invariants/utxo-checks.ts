import { sql } from 'kysely'
import { isRecent, type RowCheck } from './invariant-definitions.ts'

const outpoint = sql`encode(c.txid, 'hex') || ':' || c.vout`

/** Checks of what the follower wrote about UTXOs, by their transactions. */
export const utxoChecks: RowCheck[] = [
  {
    invariant: 'I2',
    find: (history) => sql`
      SELECT 'UTXO_MADE_ELSEWHERE' AS kind, ${outpoint} AS id,
        jsonb_build_object('height', c.height, 'madeHeight', t.height) AS fields
      FROM utxos c JOIN transactions t USING (txid, payroll_id)
      WHERE ${isRecent(history, 'c.height')} AND t.height IS DISTINCT FROM c.height
      UNION ALL
      SELECT 'UTXO_SPENT_ELSEWHERE', ${outpoint},
        jsonb_build_object('height', c.spent_height, 'spenderHeight', t.height)
      FROM utxos c JOIN transactions t ON t.txid = c.spent_by_txid AND t.payroll_id = c.payroll_id
      WHERE ${isRecent(history, 'c.spent_height')} AND t.height IS DISTINCT FROM c.spent_height`,
  },
  {
    // Every run spends all heads, so that no two of a payroll can both confirm (R1). Nobody has the
    // outputs of an untracked spend here, nor what made the change of a seed that was restored.
    invariant: 'I4',
    find: (history) => sql`
      SELECT 'HEAD_WRONG' AS kind, ${outpoint} AS id, jsonb_build_object('head', c.head) AS fields
      FROM utxos c LEFT JOIN transactions t
        ON t.txid = c.txid AND t.payroll_id = c.payroll_id AND t.type != 'receive'
      WHERE (${history === 'all'} OR c.spent_height IS NULL) AND t.untracked IS NOT true
        AND (t.id IS NOT NULL OR NOT EXISTS (
          SELECT FROM addresses a WHERE a.script_pubkey = c.script_pubkey AND a.branch = 1))
        AND c.head != (t.id IS NOT NULL AND (
          EXISTS (SELECT FROM utxos spent WHERE spent.spent_by_txid = c.txid
            AND spent.payroll_id = c.payroll_id AND spent.head)
          OR (SELECT count(*) FROM transaction_outputs o WHERE o.transaction_id = t.id)
            > (SELECT count(*) FROM utxos own
              WHERE own.txid = c.txid AND own.payroll_id = c.payroll_id)))`,
  },
]
