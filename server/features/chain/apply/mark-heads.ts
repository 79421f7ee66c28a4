import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { OwnedOutput, OwnedSpend } from './owned.ts'

type Maker = { txid: Buffer; payrollId: string; paysOthers: boolean }

/**
 * Finds each transaction that spends UTXOs of a payroll, and whether it pays anybody but that
 * payroll.
 */
function makersOf(spends: readonly OwnedSpend[], outputs: readonly OwnedOutput[]): Maker[] {
  const own = new Map<string, number>()
  const keyOf = (txid: Buffer, payrollId: string) => `${txid.toString('hex')} ${payrollId}`
  for (const { txid, payroll_id } of outputs) {
    const key = keyOf(txid, payroll_id)
    own.set(key, (own.get(key) ?? 0) + 1)
  }
  const makers = new Map<string, Maker>()
  for (const { spender, payroll_id: payrollId, transaction } of spends) {
    const key = keyOf(spender, payrollId)
    const paysOthers = transaction.outputs.length > (own.get(key) ?? 0)
    makers.set(key, { txid: spender, payrollId, paysOthers })
  }
  return [...makers.values()]
}

const tableOf = (makers: readonly Maker[]) => sql`
  unnest(${makers.map(({ txid }) => txid)}::bytea[],
    ${makers.map(({ payrollId }) => payrollId)}::uuid[]) AS m (txid, payroll_id)`

/**
 * Marks heads: outputs to a payroll by a transaction that spends its UTXOs and also pays somebody
 * else or spends a head. A transaction that only moves deposits, such as a consolidation, makes a
 * deposit.
 */
export async function markHeads(
  db: Db,
  spends: readonly OwnedSpend[],
  outputs: readonly OwnedOutput[],
): Promise<void> {
  const makers = makersOf(spends, outputs)
  const paying = makers.filter(({ paysOthers }) => paysOthers)
  if (paying.length > 0) {
    await sql`
      UPDATE utxos c SET head = true FROM ${tableOf(paying)}
      WHERE c.txid = m.txid AND c.payroll_id = m.payroll_id AND NOT c.head`.execute(db)
  }
  const others = makers.filter(({ paysOthers }) => !paysOthers)
  // One of these transactions may spend another's output in the same block, so repeat until nothing
  // changes.
  for (let marked = others.length > 0; marked; ) {
    const { numAffectedRows } = await sql`
      UPDATE utxos c SET head = true FROM ${tableOf(others)}
      WHERE c.txid = m.txid AND c.payroll_id = m.payroll_id AND NOT c.head AND EXISTS (
        SELECT FROM utxos spent
        WHERE spent.spent_by_txid = m.txid AND spent.payroll_id = m.payroll_id AND spent.head)`.execute(
      db,
    )
    marked = Number(numAffectedRows) > 0
  }
}
