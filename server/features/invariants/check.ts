import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { type Chain, ChainError } from '#server/ports.ts'
import { checkBytes } from './byte-checks.ts'
import { type Breach, type HistoryScope, isSame } from './invariant-definitions.ts'
import { checkOrders } from './ordered-plans.ts'
import { checkLinesPaidTwice } from './paid-twice.ts'
import { checkRows } from './row-checks.ts'
import { checkAtNode, type NodeLook, type OurUtxos, readOurUtxos } from './utxos-at-node.ts'

export type CheckOptions = {
  history: HistoryScope
  node: NodeLook
  /** null: the MACs of orders are not checked. */
  macKey: KeyObject | null
  /**
   * A finding of the first look counts only if it is still there after this time; 0: it counts at
   * once.
   */
  secondLookAfterMs: number
}

type Look = Omit<CheckOptions, 'secondLookAfterMs'>

export type Checked = {
  breaches: Breach[]
  /** Why the UTXOs could not be compared with the node's; null where they were. */
  notAtNode: string | null
}

/** Reads all tables in one snapshot: every SQL transaction leaves them whole. */
const readTables = (db: Db, options: Look) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`SET LOCAL statement_timeout = '120s'`.execute(trx)
      return readSnapshot(trx, options)
    })

async function readSnapshot(trx: Trx, { history, node, macKey }: Look) {
  const breaches = [
    ...(await checkRows(trx, history)),
    ...(await checkLinesPaidTwice(trx, history)),
    ...(await checkBytes(trx, history)),
    ...(await checkOrders(trx, history, macKey)),
  ]
  return { breaches, utxos: await readOurUtxos(trx, node) }
}

async function compare(chain: Chain, utxos: OurUtxos | null, node: NodeLook) {
  if (!utxos) return { breaches: [], notAtNode: 'no block was followed yet' }
  try {
    const breaches = await checkAtNode(chain, utxos, node)
    return { breaches: breaches ?? [], notAtNode: breaches ? null : 'the node is at another block' }
  } catch (error) {
    if (error instanceof ChainError) return { breaches: [], notAtNode: error.message }
    throw error
  }
}

/** Looks once, at what this SQL transaction sees where `db` is one. */
export async function look(db: Db, chain: Chain, options: Look): Promise<Checked> {
  const { breaches, utxos } = db.isTransaction
    ? await readSnapshot(db as Trx, options)
    : await readTables(db, options)
  const atNode = await compare(chain, utxos, options.node)
  return { breaches: [...breaches, ...atNode.breaches], notAtNode: atNode.notAtNode }
}

/**
 * Checks the money's invariants (invariant-definitions.ts) on the present tables and node. A first
 * look may come in the middle of something, for example between a block and the next look at the
 * mempool. Therefore a second look confirms each finding.
 */
export async function checkInvariants(
  db: Db,
  chain: Chain,
  options: CheckOptions,
): Promise<Checked> {
  const first = await look(db, chain, options)
  const again = first.breaches.length > 0 || first.notAtNode !== null
  if (!again || options.secondLookAfterMs === 0) return first
  await sleep(options.secondLookAfterMs)
  const second = await look(db, chain, options)
  // A breach that only the second look could compare with the node waits for the next check.
  return {
    breaches: second.breaches.filter((one) => first.breaches.some((other) => isSame(one, other))),
    notAtNode:
      second.notAtNode ?? (first.notAtNode && second.breaches.length > 0 ? first.notAtNode : null),
  }
}
