import { sql } from 'kysely'
import { findCompatible, type InputsOf, type Signed } from '#domain/exclusivity.ts'
import { depthOf, outpointsOf } from '#server/authorization/earlier-payments.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Breach, type HistoryScope, scope } from './invariant-definitions.ts'

/** Two signed transactions, neither a version of the other, that pay the same lines. */
type Pair = { one: string; other: string; lines: bigint }

type Spend = Omit<Signed, 'lines' | 'run'> & { id: string }

/**
 * I4: no chain may hold two transactions that pay one line. Rule R4 is checked for everything ever
 * signed, whatever its present state.
 */
export async function checkLinesPaidTwice(db: Db, history: HistoryScope): Promise<Breach[]> {
  const pairs = await findPairs(db, history)
  if (pairs.length === 0) return []
  const spends = await readSpends(db, [...new Set(pairs.flatMap((pair) => [pair.one, pair.other]))])
  const byTxid = new Map(spends.map((spend) => [spend.txid, spend.inputs]))
  const byId = new Map(spends.map((spend) => [spend.id, spend]))
  return pairs
    .filter(({ one, other }) =>
      canBothConfirm(byId.get(one), byId.get(other), (id) => byTxid.get(id)),
    )
    .map(({ one, other, lines }) => ({
      invariant: 'I4',
      kind: 'LINES_PAID_TWICE',
      id: `${one}:${other}`,
      fields: { lines: Number(lines) },
    }))
}

async function findPairs(db: Db, history: HistoryScope): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    SELECT a.transaction_id AS one, b.transaction_id AS other, count(*) AS lines
    FROM sheets p
    JOIN sheet_lines l ON l.sheet_id = p.id
    JOIN transaction_outputs a ON a.line_id = l.id
    JOIN transaction_outputs b ON b.line_id = l.id
      AND (b.transaction_id, b.vout) > (a.transaction_id, a.vout)
    JOIN transactions ta ON ta.id = a.transaction_id
    JOIN transactions tb ON tb.id = b.transaction_id
    WHERE ${scope(history)} AND ta.txid IS NOT NULL AND tb.txid IS NOT NULL
      AND (ta.id = tb.id OR ta.root_id != tb.root_id)
    GROUP BY a.transaction_id, b.transaction_id`.execute(db)
  return rows
}

/**
 * Reads everything that the payrolls of these transactions signed, which includes their ancestors.
 */
async function readSpends(db: Db, ids: readonly string[]): Promise<Spend[]> {
  const { rows } = await sql<Spend>`
    SELECT t.id, encode(t.txid, 'hex') AS txid,
      ${depthOf('t.height')} AS depth, ${depthOf('t.conflict_height')} AS "conflictDepth",
      EXISTS (SELECT FROM given_up g WHERE g.txid = t.txid) AS "givenUp",
      ${outpointsOf('t.id')} AS inputs
    FROM transactions t
    WHERE t.txid IS NOT NULL AND t.type != 'receive'
      AND t.payroll_id IN (SELECT payroll_id FROM transactions WHERE id = ANY(${ids}::uuid[]))`.execute(
    db,
  )
  return rows
}

/** Whether both can confirm: no exception of R4 applies to either of them. */
function canBothConfirm(
  one: Spend | undefined,
  other: Spend | undefined,
  inputsOf: InputsOf,
): boolean {
  if (!one || !other) return false
  return one.id === other.id || (isBeside(one, other, inputsOf) && isBeside(other, one, inputsOf))
}

/** Checks rule R4 for a plan that spends an output of `one` that nothing else spends. */
const isBeside = (one: Spend, other: Spend, inputsOf: InputsOf): boolean =>
  findCompatible(
    { inputs: [`${one.txid}:`], lines: ['line'], run: '' },
    [{ ...other, lines: ['line'], run: undefined }],
    inputsOf,
  ).length > 0
