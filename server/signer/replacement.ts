import { sql } from 'kysely'
import { reversedHex, type WalkedTransaction, walkTransaction } from '#domain/block.ts'
import { outpointText } from '#domain/coin-selection.ts'
import { sumOfSats } from '#domain/money.ts'
import type { Db } from '#server/platform/database.ts'
import { ownFeeFault } from './approval.ts'
import { type Checks, faultOf, same } from './check.ts'
import type { StoredPlan } from './plan.ts'
import type { Wallet } from './wallet.ts'

type OurScript = { script: Buffer; branch: number; index: number }

/** What a plan replaces, or hangs on; the signer believes none of it unchecked. */
export type Replaced = {
  type: 'send' | 'withdrawal' | 'cancel' | 'child'
  /** The versions before that have bytes, the newest last; of a child, none. */
  before: { txid: Buffer; raw: Buffer; isOurs: boolean }[]
  /** Scripts of the payroll among the outputs of those. */
  ours: OurScript[]
  /** What a child's own row leaves to that of its parent. */
  parent: Pick<StoredPlan, 'paymentId' | 'withdrawal'> | null
  /** Of a child: the coins as the transactions that make them say, for they may be in no table of coins. */
  made: StoredPlan['inputs']
}

/** null for a plan that is the first of its kind. */
export async function readReplaced(db: Db, id: string): Promise<Replaced | null> {
  const row = await db
    .selectFrom('transactions as t')
    .leftJoin('transactions as parent', 'parent.id', 't.cpfp_parent_id')
    .leftJoin('withdrawals as w', 'w.id', 'parent.withdrawal_id')
    .select(['t.type', 't.root_id', 't.cpfp_parent_id', 't.payroll_id'])
    .select(['parent.payment_id', 'w.id as withdrawal_id', 'w.address'])
    .select('w.requested_sats as requestedSats')
    .where('t.id', '=', id)
    .executeTakeFirst()
  if (!row || row.type === 'receive' || (row.root_id === id && !row.cpfp_parent_id)) return null
  const before = await db
    .selectFrom('transactions as t')
    // The signer's own memory, which nobody else writes.
    .leftJoin('signer.signatures as s', (join) =>
      join.onRef('s.transaction_id', '=', 't.id').onRef('s.txid', '=', 't.txid'),
    )
    .select(({ eb }) => ['t.txid', 't.raw', eb('s.txid', 'is not', null).as('isOurs')])
    .where('t.root_id', '=', row.root_id)
    .where('t.id', '!=', id)
    .where('t.raw', 'is not', null)
    .orderBy('t.version')
    .$narrowType<{ txid: Buffer; raw: Buffer; isOurs: boolean }>()
    .execute()
  const withdrawal = row.withdrawal_id
    ? { id: row.withdrawal_id, address: row.address ?? '', requestedSats: row.requestedSats }
    : null
  return {
    type: row.type,
    before,
    ours: await ownScripts(db, row.payroll_id, before),
    parent: row.cpfp_parent_id ? { paymentId: row.payment_id, withdrawal } : null,
    made: row.cpfp_parent_id ? await coinsMadeFor(db, id, row.cpfp_parent_id) : [],
  }
}

async function ownScripts(
  db: Db,
  payrollId: string,
  before: Replaced['before'],
): Promise<OurScript[]> {
  const scripts = before.flatMap(({ raw }) =>
    walkTransaction(raw).outputs.map(({ script }) => Buffer.from(script)),
  )
  return db
    .selectFrom('addresses')
    .select(['script_pubkey as script', 'branch', 'index'])
    .where('payroll_id', '=', payrollId)
    .where('branch', '=', 1)
    .where('script_pubkey', '=', sql<Buffer>`ANY(${scripts}::bytea[])`)
    .execute()
}

async function coinsMadeFor(db: Db, id: string, parent: string): Promise<StoredPlan['inputs']> {
  const { rows } = await sql<StoredPlan['inputs'][number]>`
    SELECT encode(i.txid, 'hex') AS txid, i.vout, o.sats, o.script_pubkey AS script,
      a.payroll_id AS "payrollId", a.branch, a.index
    FROM transaction_inputs i
    JOIN transactions t ON t.txid = i.txid AND (t.id = ${parent} OR t.cpfp_parent_id = ${parent})
    JOIN transaction_outputs o ON o.transaction_id = t.id AND o.vout = i.vout
    JOIN addresses a ON a.script_pubkey = o.script_pubkey
    WHERE i.transaction_id = ${id} ORDER BY i.position`.execute(db)
  return rows
}

const nameOf = ({ script, sats }: { script: Uint8Array; sats: bigint }) =>
  `${Buffer.from(script).toString('hex')}:${sats}`
const spentBy = (walked: WalkedTransaction) =>
  walked.inputs.map((input) => outpointText(reversedHex(input.previousTxid), input.vout))

/**
 * Why a replacement or a child must not be signed, or null. What pays people again pays them exactly
 * what a version before did, out of all its coins, and passes every check of a first plan; what
 * cancels or helps pays nobody but us. The fee stays within what was ordered.
 */
export function replacementFault(
  plan: StoredPlan,
  replaced: Replaced,
  checks: Checks,
): string | null {
  if (replaced.type === 'child') return onlyOursFault(plan, checks)
  const before: WalkedTransaction[] = []
  for (const { raw, txid, isOurs } of replaced.before) {
    const walked = walkTransaction(raw)
    if (!isOurs || walked.txid() !== txid.toString('hex')) return 'what it replaces has other bytes'
    before.push(walked)
  }
  if (before.length === 0) return 'what it replaces was never signed'
  const spends = new Set(plan.inputs.map(({ txid, vout }) => outpointText(txid, vout)))
  // One coin in common is enough for only one of two to be mined.
  const inTheWay = before.every((one) => spentBy(one).some((coin) => spends.has(coin)))
  const beside = inTheWay ? null : 'it leaves a version that could be mined too'
  if (replaced.type === 'cancel') return beside ?? onlyOursFault(plan, checks)
  // The newest, or an older one that was mined in spite of it and came back: any one of them.
  const faults = before.map((one) =>
    spentBy(one).every((coin) => spends.has(coin))
      ? outputsFault(plan, one, replaced.ours, checks.wallet)
      : 'it leaves out a coin of the version before',
  )
  const otherwise = faults.includes(null) ? null : (faults.at(-1) ?? null)
  return otherwise ?? beside ?? faultOf(plan, checks, true)
}

/** All outputs are those of the version before, but for one of change on either side. */
function outputsFault(
  plan: StoredPlan,
  before: WalkedTransaction,
  ours: OurScript[],
  wallet: Wallet,
): string | null {
  const left = new Map<string, number>()
  for (const output of before.outputs) {
    left.set(nameOf(output), (left.get(nameOf(output)) ?? 0) + 1)
  }
  const added = plan.outputs.filter((output) => {
    const count = left.get(nameOf(output)) ?? 0
    if (count > 0) left.set(nameOf(output), count - 1)
    return count === 0
  })
  const isChange = ({ line, withdrawalId, feedsPaymentId }: StoredPlan['outputs'][number]) =>
    !line && !withdrawalId && !feedsPaymentId
  if (added.length > 1 || !added.every(isChange)) {
    return 'it pays something else than the version before'
  }
  const gone = before.outputs.filter((output) => {
    const count = left.get(nameOf(output)) ?? 0
    if (count > 0) left.set(nameOf(output), count - 1)
    return count > 0
  })
  const isOurs = ({ script }: { script: Uint8Array }) =>
    ours.some((own) => same(own.script, script) && same(wallet.key(1, own.index).script, script))
  return gone.length > 1 || !gone.every(isOurs) ? 'it pays less than the version before' : null
}

/** What pays nobody but us has nothing to check but that, and its fee. */
function onlyOursFault(plan: StoredPlan, checks: Checks): string | null {
  const { wallet } = checks
  const { inputs, outputs, payrollId } = plan
  if (inputs.length === 0 || inputs.length !== plan.plannedInputs)
    return 'a coin of the plan is missing'
  for (const input of inputs) {
    if (input.payrollId !== payrollId) return 'a coin belongs to another payroll'
    if (!same(wallet.key(input.branch, input.index).script, input.script)) {
      return 'a coin is not of this wallet'
    }
  }
  const [back, ...others] = outputs
  const change = back?.change
  const isOurs =
    change &&
    change.branch === 1 &&
    change.payrollId === payrollId &&
    same(wallet.key(1, change.index).script, back.script)
  if (!isOurs || others.length > 0) return 'it pays somebody else than us'
  const fee = sumOfSats(inputs) - sumOfSats(outputs)
  if (fee <= 0n || fee !== plan.feeSats) return 'the fee is not the planned one'
  return ownFeeFault(plan, fee, checks)
}
