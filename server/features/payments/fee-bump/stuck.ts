import { outpointText, type Utxo } from '#domain/coin-selection.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import type { Db } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { readUtxos } from '../facts/utxos.ts'
import { carriesAnother, readDescendants } from './descendants.ts'
import { readRemainingFeeCeiling } from './fee-ceiling.ts'
import {
  newestSigned,
  outputsOf,
  type PlanOutput,
  type PlanUtxo,
  type Replacements,
  readReplacements,
  utxosOf,
  type Version,
} from './versions.ts'

/** An unconfirmed transaction, with everything that a bump of it depends on. */
export type Stuck = {
  replacements: Replacements
  /** The newest version with bytes, else the newest. */
  current: Version
  utxos: PlanUtxo[]
  outputs: PlanOutput[]
  /** Free deposits, which a bump may add. */
  spare: Utxo[]
  feeCeilings: FeeCeilings
  /** The most that all versions and children together may pay in fees. */
  ceilingSats: bigint
  /** The head that the current version makes; null: there is none. */
  change: (Utxo & Pick<PlanUtxo, 'txid' | 'vout'>) | null
  /** Confirmed inputs of the child, which the next child spends too. */
  childUtxos: Utxo[]
  /**
   * Another payment spends an output of this transaction: with another txid it could never be
   * mined.
   */
  carriesAnother: boolean
  /** A transaction other than the child spends the head. */
  isHeadSpent: boolean
}

/** The fees paid so far, the child's included. */
export function packageFee({
  current,
  children,
}: Pick<Replacements, 'children'> & { current: Version }) {
  const child = newestSigned(children)
  return {
    feeSats: current.feeSats + (child?.feeSats ?? 0n),
    vsize: current.vsize + (child?.vsize ?? 0),
  }
}

const isConfirmed = (utxo: PlanUtxo): utxo is PlanUtxo & Utxo => utxo.sats !== null

/** Reads a stuck transaction. Refuses one that is unknown, not unconfirmed, or being bumped already. */
export async function readStuck(
  db: Db,
  companyId: string,
  id: string,
  feeCeilings: FeeCeilings,
): Promise<Stuck> {
  const row = await db
    .selectFrom('transactions')
    .select(['root_id', 'untracked'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('cpfp_parent_id', 'is', null)
    .executeTakeFirst()
  const replacements = row && (await readReplacements(db, row.root_id))
  if (!replacements) throw new Refusal('NOT_FOUND')
  const { current, versions, children } = replacements
  // Nobody has the plan of an untracked spend.
  if (row.untracked) throw new Refusal('NOT_UNCONFIRMED')
  const isUnconfirmed = current && ['signed', 'unconfirmed', 'removed'].includes(current.state)
  if (!isUnconfirmed || current.type === 'receive') throw new Refusal('NOT_UNCONFIRMED')
  if ([...versions, ...children].some(({ state }) => state === 'pendingApproval')) {
    throw new Refusal('REQUEST_IN_PROGRESS')
  }
  const child = newestSigned(children)
  const outputs = await outputsOf(db, current.id)
  const change = headOf(current, outputs)
  const descendants = await readDescendants(db, replacements)
  return {
    replacements,
    current,
    utxos: await utxosOf(db, current.id),
    outputs,
    spare: (await readUtxos(db, replacements.payrollId)).freeDeposits,
    feeCeilings,
    ceilingSats: await readRemainingFeeCeiling(db, replacements, feeCeilings),
    change,
    childUtxos: child ? (await utxosOf(db, child.id)).filter(isConfirmed) : [],
    carriesAnother: carriesAnother(descendants),
    isHeadSpent: change !== null && (await isSpentByAnother(db, current, change)),
  }
}

function headOf({ txid }: Version, outputs: readonly PlanOutput[]): Stuck['change'] {
  const head = outputs.find(({ change }) => change)
  if (!head || !txid) return null
  const { vout, sats } = head
  return { id: outpointText(txid.toString('hex'), vout), txid, vout, sats }
}

async function isSpentByAnother(
  db: Db,
  { id }: Version,
  { txid, vout }: Pick<PlanUtxo, 'txid' | 'vout'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('transaction_inputs as i')
    .innerJoin('transactions as t', 't.id', 'i.transaction_id')
    .select('t.id')
    .where('i.txid', '=', txid)
    .where('i.vout', '=', vout)
    .where('t.cpfp_parent_id', 'is distinct from', id)
    .where('t.live', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
