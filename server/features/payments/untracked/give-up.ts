import { sql } from 'kysely'
import { markGivenUp as writeGivenUp } from '#server/features/transactions/write.ts'
import { type Db, inTransaction, type Trx } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/notify.ts'
import type { Chain } from '#server/ports.ts'

/** A refusal that changed nothing; the message is for the operator. */
export class CannotGiveUp extends Error {
  override name = 'CannotGiveUp'
}

type GivenUp = { id: string; txid: Buffer; type: string; state: string }

/** The transactions that are given up together, and the consequences. */
export type GiveUp = {
  payrollId: string
  payroll: string
  company: string
  /**
   * The transaction, unconfirmed deposits below it, and everything that spends an output of these.
   */
  transactions: GivenUp[]
  /** People whom the transactions would pay beside the payroll's next payment. */
  people: { firstName: string; lastName: string; usdCents: bigint }[]
  /** The satoshi that withdrawals among the transactions would take. */
  withdrawnSats: bigint
  /** The node has every input of one of the transactions, so it can still confirm. */
  canConfirm: boolean
}

/**
 * Reads the consequences of giving up this transaction. Refuses one that a block or the mempool
 * holds.
 */
export async function readGiveUp(db: Db, chain: Chain, txid: string): Promise<GiveUp> {
  const { rows } = await sql<Pick<GiveUp, 'payrollId' | 'payroll' | 'company'>>`
    SELECT t.payroll_id AS "payrollId", p.name AS payroll, c.name AS company
    FROM transactions t JOIN payrolls p ON p.id = t.payroll_id JOIN companies c ON c.id = t.company_id
    WHERE t.txid = ${Buffer.from(txid, 'hex')}`.execute(db)
  const [owner, another] = rows
  if (!owner) throw new CannotGiveUp('No signed transaction or deposit has this txid.')
  if (another) throw new CannotGiveUp('It belongs to several payrolls.')
  const transactions = await readAll(db, owner.payrollId, txid)
  refuseMoving(transactions)
  const unprotected = await findUnprotected(
    db,
    transactions.map(({ id }) => id),
  )
  return {
    ...owner,
    transactions,
    people: await readPeople(db, unprotected),
    withdrawnSats: await readWithdrawn(db, unprotected),
    canConfirm: await canConfirm(db, chain, transactions),
  }
}

async function readAll(db: Db, payrollId: string, txid: string): Promise<GivenUp[]> {
  const { rows } = await sql<GivenUp>`
    WITH RECURSIVE given AS (
      SELECT t.id, t.txid FROM transactions t
      WHERE t.txid = ${Buffer.from(txid, 'hex')} AND t.payroll_id = ${payrollId}
      UNION
      SELECT deposit.id, deposit.txid FROM transactions t
      JOIN transaction_inputs i ON i.transaction_id = t.id
      JOIN transactions deposit ON deposit.txid = i.txid AND deposit.payroll_id = ${payrollId}
      WHERE t.txid = ${Buffer.from(txid, 'hex')} AND t.payroll_id = ${payrollId}
        AND t.type != 'receive' AND deposit.type = 'receive' AND deposit.height IS NULL
    ),
    together AS (
      SELECT id, txid FROM given
      UNION
      SELECT t.id, t.txid FROM together g
      JOIN transaction_inputs i ON i.txid = g.txid
      JOIN transactions t ON t.id = i.transaction_id
      WHERE t.payroll_id = ${payrollId} AND t.txid IS NOT NULL
    )
    SELECT t.id, t.txid, t.type, t.state FROM transactions t JOIN together USING (id)
    ORDER BY t.type != 'receive', t.id`.execute(db)
  return rows
}

function refuseMoving(transactions: readonly GivenUp[]): void {
  for (const { txid, state } of transactions) {
    const hex = txid.toString('hex')
    if (state === 'confirmed') throw new CannotGiveUp(`${hex} is in a block.`)
    if (state === 'unconfirmed') throw new CannotGiveUp(`${hex} is in the mempool.`)
  }
}

/**
 * Finds the transactions that could confirm beside the payroll's next payment. The next payment spends
 * every unspent head, so it excludes each transaction that spends a head too, and all that depend on one.
 */
async function findUnprotected(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE excluded AS (
      SELECT t.id, t.txid FROM transactions t
      WHERE t.id = ANY(${ids}::uuid[]) AND EXISTS (
        SELECT FROM transaction_inputs i JOIN utxos u ON u.txid = i.txid AND u.vout = i.vout
        WHERE i.transaction_id = t.id AND u.payroll_id = t.payroll_id
          AND u.head AND u.height IS NOT NULL AND u.spent_height IS NULL)
      UNION
      SELECT t.id, t.txid FROM excluded e
      JOIN transaction_inputs i ON i.txid = e.txid
      JOIN transactions t ON t.id = i.transaction_id
      WHERE t.id = ANY(${ids}::uuid[])
    )
    SELECT t.id FROM transactions t
    WHERE t.id = ANY(${ids}::uuid[]) AND t.id NOT IN (SELECT id FROM excluded)`.execute(db)
  return rows.map(({ id }) => id)
}

async function readPeople(db: Db, ids: readonly string[]): Promise<GiveUp['people']> {
  const { rows } = await sql<GiveUp['people'][number]>`
    SELECT l.first_name AS "firstName", l.last_name AS "lastName", o.usd_cents AS "usdCents"
    FROM sheet_lines l JOIN payouts o ON o.line_id = l.id AND o.method = 'BITCOIN' WHERE l.id IN (
      SELECT line_id FROM transaction_outputs WHERE transaction_id = ANY(${ids}::uuid[]))
    ORDER BY plain_text(l.last_name), plain_text(l.first_name), l.id`.execute(db)
  return rows
}

async function readWithdrawn(db: Db, ids: readonly string[]): Promise<bigint> {
  const { rows } = await sql<{ sats: bigint }>`
    SELECT coalesce(max(sats), 0)::bigint AS sats FROM transactions
    WHERE id = ANY(${ids}::uuid[]) AND type = 'withdrawal'`.execute(db)
  return rows[0]?.sats ?? 0n
}

/** Whether the node has every input of a spend that depends on none of the others. */
async function canConfirm(db: Db, chain: Chain, together: readonly GivenUp[]): Promise<boolean> {
  const ours = new Set(together.map(({ txid }) => txid.toString('hex')))
  for (const { id, type } of together) {
    if (type === 'receive') continue
    const inputs = await db
      .selectFrom('transaction_inputs')
      .select(['txid', 'vout'])
      .where('transaction_id', '=', id)
      .execute()
    const outpoints = inputs.map(({ txid, vout }) => ({ txid: txid.toString('hex'), vout }))
    if (outpoints.some(({ txid }) => ours.has(txid))) continue
    if ((await chain.unspent(outpoints)).every((output) => output !== null)) return true
  }
  return false
}

/**
 * Gives transactions up as the owner of the database: they count as failed while no block holds
 * them, and their lines as unpaid.
 */
export const giveUpTransactions = (
  db: Db,
  { payrollId, transactions }: GiveUp,
  { by, reason }: { by: string; reason: string },
): Promise<void> => inTransaction(db, (trx) => giveUpIn(trx, payrollId, transactions, by, reason))

async function giveUpIn(
  trx: Trx,
  payrollId: string,
  transactions: readonly GivenUp[],
  by: string,
  reason: string,
): Promise<void> {
  await trx.selectFrom('payrolls').select('id').where('id', '=', payrollId).forUpdate().execute()
  const rows = await writeGivenUp(
    trx,
    transactions.map(({ id }) => id),
  )
  if (rows.length !== transactions.length) {
    throw new CannotGiveUp('One of them has just come back. Nothing was changed.')
  }
  await trx
    .insertInto('given_up')
    .values(rows.map(({ txid }) => ({ txid, payroll_id: payrollId, by, reason })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await notify(trx, 'plans')
  await notify(trx, 'transactions')
}
