import { sql } from 'kysely'
import { outpointText, type Utxo } from '#domain/coin-selection.ts'
import { buriedDepth } from '#domain/exclusivity.ts'
import type { Funds } from '#domain/run-inputs.ts'
import { depthOf } from '#server/authorization/earlier-payments.ts'
import { isSpentByUnknown } from '#server/features/chain/index.ts'
import { arrayText, type Db } from '#server/platform/db/database.ts'
import {
  type Blocking,
  type EarlierTransaction,
  type EarlierTransactions,
  earlierColumns,
  findExclusions,
  toEarlierTransactions,
} from './earlier-transactions.ts'
import { type PayrollUtxos, payrollUtxosQuery, toUtxos, type UtxoRow } from './utxos.ts'

/** The UTXOs of a payroll, and everything that keeps them from being spent. */
export type MoneyFacts = {
  utxos: PayrollUtxos
  /** Deposits in the mempool, without change of the payroll's own spends. */
  onTheWay: Utxo[]
  earlierTransactions: EarlierTransactions
  /** A spend of the payroll that is in our node's mempool. */
  inMempool: Blocking | null
  /** Untracked spends of the payroll that its administrator has not acknowledged. */
  untracked: string[]
  /** A spend of the payroll's UTXOs in the mempool is missing in the records. */
  hasUnknownSpend: boolean
}

/** The UTXOs that a run can spend. Without a head, rule R2 makes it spend every deposit. */
export function fundsOf({
  utxos: { heads, freeDeposits, allDeposits },
  earlierTransactions,
}: Pick<MoneyFacts, 'utxos' | 'earlierTransactions'>): Funds {
  const excluded = findExclusions(earlierTransactions, [...heads, ...allDeposits])
  return { heads, deposits: heads.length > 0 ? freeDeposits : allDeposits, excluded }
}

const x = sql.ref<string>('x.id')

function groupById<Row extends { payrollId: string }>(rows: readonly Row[]) {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.payrollId)
    if (group) group.push(row)
    else groups.set(row.payrollId, [row])
  }
  return (id: string): Row[] => groups.get(id) ?? []
}

/**
 * Reads the money of any number of payrolls in a fixed number of statements. `reopens`: the partly paid run
 * of each payroll, whose lines a plan may pay again; lines of two runs never overlap.
 */
export async function readMoney(
  db: Db,
  reopens: ReadonlyMap<string, string | null>,
): Promise<(payrollId: string) => MoneyFacts> {
  const ids = arrayText(reopens.keys())
  const utxos = groupById(await readUtxoRows(db, ids))
  const deposits = groupById(await readOnTheWay(db, ids))
  const earlier = groupById(await readEarlier(db, reopens))
  const givenUp = groupById(await readGivenUpOf(db, ids))
  const obstacles = groupById(await readObstacles(db, ids))
  return (id) => {
    const given = new Set(givenUp(id).map(({ txid }) => txid))
    const [obstacle] = obstacles(id)
    return {
      utxos: toUtxos(utxos(id)),
      onTheWay: deposits(id).map(toUtxo),
      earlierTransactions: toEarlierTransactions(earlier(id), given),
      inMempool: obstacle?.transactionId
        ? { transactionId: obstacle.transactionId, paymentId: obstacle.paymentId }
        : null,
      untracked: obstacle?.untracked ?? [],
      hasUnknownSpend: obstacle?.hasUnknownSpend ?? false,
    }
  }
}

const toUtxo = ({ txid, vout, sats }: Pick<UtxoRow, 'txid' | 'vout' | 'sats'>): Utxo => ({
  id: outpointText(txid.toString('hex'), vout),
  sats,
})

async function readUtxoRows(db: Db, ids: string) {
  const { rows } = await sql<UtxoRow & { payrollId: string }>`
    SELECT x.id AS "payrollId", u.* FROM unnest(${ids}::uuid[]) AS x (id)
    CROSS JOIN LATERAL (${payrollUtxosQuery(x)}) AS u`.execute(db)
  return rows
}

async function readOnTheWay(db: Db, ids: string) {
  const { rows } = await sql<Pick<UtxoRow, 'txid' | 'vout' | 'sats'> & { payrollId: string }>`
    SELECT c.payroll_id AS "payrollId", c.txid, c.vout, c.sats FROM utxos c
    WHERE c.payroll_id = ANY(${ids}::uuid[]) AND c.height IS NULL AND NOT c.change
      AND c.spent_height IS NULL AND c.spent_by_txid IS NULL
    ORDER BY c.txid, c.vout`.execute(db)
  return rows
}

/**
 * Reads the earlier transactions that R4 and R5 can still name. Both rules except a transaction
 * that is buried or whose conflict is. A line of heads that leads to the remaining ones is as young
 * as they are.
 */
async function readEarlier(db: Db, reopens: ReadonlyMap<string, string | null>) {
  const { rows } = await sql<Omit<EarlierTransaction, 'givenUp'> & { payrollId: string }>`
    SELECT t.payroll_id AS "payrollId", ${earlierColumns(sql.ref('x.payment'))}
    FROM unnest(${arrayText(reopens.keys())}::uuid[], ${[...reopens.values()]}::uuid[])
      AS x (id, payment)
    JOIN transactions t ON t.payroll_id = x.id
    WHERE t.txid IS NOT NULL AND ${depthOf('t.height')} < ${buriedDepth}
      AND (t.type != 'receive' OR (t.was_mined AND t.height IS NULL))
    ORDER BY t.id`.execute(db)
  return rows
}

async function readGivenUpOf(db: Db, ids: string) {
  const { rows } = await sql<{ payrollId: string; txid: string }>`
    SELECT payroll_id AS "payrollId", encode(txid, 'hex') AS txid FROM given_up
    WHERE payroll_id = ANY(${ids}::uuid[])`.execute(db)
  return rows
}

/**
 * R3: a run starts only while none of the payroll's spends is in our mempool, nor a consolidation on
 * its way there.
 */
const selectSpendInMempool = sql`
  SELECT coalesce(parent.id, t.id) AS "transactionId",
    coalesce(parent.sheet_id, t.sheet_id) AS "paymentId"
  FROM transactions t LEFT JOIN transactions parent ON parent.id = t.cpfp_parent_id
  WHERE t.payroll_id = x.id AND t.type != 'receive' AND (t.state = 'unconfirmed'
    OR (t.type = 'consolidation' AND t.state IN ('pendingApproval', 'signed')))
  ORDER BY t.id DESC LIMIT 1`

type Obstacle = {
  payrollId: string
  transactionId: string | null
  paymentId: string | null
  untracked: string[]
  hasUnknownSpend: boolean
}

async function readObstacles(db: Db, ids: string) {
  const { rows } = await sql<Obstacle>`
    SELECT x.id AS "payrollId", spend."transactionId", spend."paymentId",
      ARRAY(SELECT t.id::text FROM transactions t
        WHERE t.payroll_id = x.id AND t.untracked AND t.acknowledged_at IS NULL
          AND t.state != 'failed' ORDER BY t.id) AS untracked,
      EXISTS (SELECT FROM utxos c
        WHERE c.payroll_id = x.id AND c.spent_height IS NULL AND ${isSpentByUnknown})
        AS "hasUnknownSpend"
    FROM unnest(${ids}::uuid[]) AS x (id)
    LEFT JOIN LATERAL (${selectSpendInMempool}) AS spend ON true`.execute(db)
  return rows
}
