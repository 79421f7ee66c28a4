import { sql } from 'kysely'
import { arrayText, type Db } from '#server/platform/database.ts'
import { outpoints, runOf } from './caps.ts'
import type { StoredPlan } from './plan.ts'

/**
 * What the signer remembers to have signed for the run of a plan. It asks no other table who was paid:
 * whoever has the program's database role may rewrite those.
 */
export type Earlier = {
  id: string
  txid: string
  orderId: string
  rootId: string
  /** Of a child: the signature without which it cannot be mined. */
  hangsOn: string | null
  feeSats: bigint
  /** Whether, of it and the plan, one at most can be mined. */
  excluded: boolean
  /** Whether it pays somebody whom the plan pays. */
  paysTheSame: boolean
  /** Unless the tables have its bytes, and a rival of its coins that is buried. */
  mayConfirm: boolean
}

type Plan = Pick<
  StoredPlan,
  'id' | 'paymentId' | 'withdrawal' | 'order' | 'feeSats' | 'inputs' | 'outputs'
>

/** Employees, or the withdrawal: who is paid once by an order. */
export const paidBy = ({ outputs }: Pick<Plan, 'outputs'>): string[] =>
  outputs.flatMap(({ line, withdrawalId }) => line?.employeeId ?? withdrawalId ?? [])

/**
 * A signature and the plan exclude each other where one of them, or what it hangs on, spends a coin that
 * the other, or what that hangs on, spends too. Of what they hang on only this run's signatures count.
 */
export async function readEarlier(db: Db, plan: Plan): Promise<Earlier[]> {
  const { txids, vouts } = outpoints(plan)
  const { rows } = await sql<Earlier>`
    WITH RECURSIVE run AS MATERIALIZED (
      SELECT * FROM signer.signatures WHERE run_id = ${runOf(plan)} AND transaction_id != ${plan.id}
    ),
    -- All coins that have to be spent for one of them to be mined, and what spends each.
    lineage AS (
      SELECT ${plan.id}::uuid AS of, ${plan.id}::uuid AS spender, coin.txid, coin.vout
      FROM unnest(${txids}::bytea[], ${vouts}::integer[]) AS coin (txid, vout)
      WHERE EXISTS (SELECT FROM run)
      UNION
      SELECT run.transaction_id, run.transaction_id, i.txid, i.vout
      FROM run JOIN signer.signature_inputs i USING (transaction_id)
      UNION
      SELECT lineage.of, run.transaction_id, i.txid, i.vout
      FROM lineage JOIN run ON run.txid = lineage.txid
      JOIN signer.signature_inputs i ON i.transaction_id = run.transaction_id
    ),
    excluded AS (
      SELECT DISTINCT theirs.of AS id
      FROM lineage ours JOIN lineage theirs USING (txid, vout)
      WHERE ours.of = ${plan.id} AND theirs.of != ${plan.id} AND ours.spender != theirs.spender
    )
    SELECT transaction_id AS id, encode(txid, 'hex') AS txid, order_id AS "orderId",
      root_id AS "rootId", hangs_on AS "hangsOn", fee_sats AS "feeSats",
      transaction_id IN (SELECT id FROM excluded) AS excluded,
      EXISTS (
        SELECT FROM unnest(run.paid) AS theirs (id)
        JOIN unnest(${arrayText(paidBy(plan))}::uuid[]) AS ours (id) USING (id)) AS "paysTheSame",
      may_still_confirm(transaction_id) OR NOT EXISTS (
        SELECT FROM transactions t
        WHERE t.id = run.transaction_id AND t.txid = run.txid AND t.raw IS NOT NULL) AS "mayConfirm"
    FROM run ORDER BY signed_at`.execute(db)
  return rows
}

/** Of a plan that spends nothing but what another signature, or a child of that, makes: that one. */
export function hangingOn(plan: Plan, earlier: readonly Earlier[]): string | null {
  const made = plan.inputs.map(({ txid }) => {
    const maker = earlier.find((one) => one.txid === txid)
    return maker ? (maker.hangsOn ?? maker.id) : null
  })
  return new Set(made).size === 1 ? (made[0] ?? null) : null
}

type Payer = Pick<Earlier, 'id' | 'rootId' | 'hangsOn' | 'feeSats'>

/** What all of these pay at most in fees: of each root one is mined, together with its children. */
function feesOf(signatures: readonly Payer[]): bigint {
  const ids = new Set(signatures.map(({ id }) => id))
  const onTop = signatures.filter(({ hangsOn }) => hangsOn === null || !ids.has(hangsOn))
  const withChildren = ({ id, feeSats }: Payer) =>
    signatures.reduce((sum, one) => (one.hangsOn === id ? sum + one.feeSats : sum), feeSats)
  return [...Map.groupBy(onTop, ({ rootId }) => rootId).values()].reduce(
    (sum, root) =>
      sum + root.map(withChildren).reduce((high, fee) => (fee > high ? fee : high), 0n),
    0n,
  )
}

/**
 * Why what was signed before forbids a plan, or null. By one order everybody is paid once and its fee
 * ceiling is paid once, unless of two signatures one at most can be mined. By another order of the same
 * run, which pays its rest, the same people are paid where the tables say that nothing else can. A
 * cancellation whose fee was confirmed for itself may exceed the ceiling.
 */
export function earlierFault(
  plan: Plan,
  earlier: readonly Earlier[],
  own: { rootId: string; hangsOn: string | null },
  isFeeConfirmed = false,
): string | null {
  const order = plan.order?.row
  if (!order) return 'nobody has ordered it'
  const beside = earlier.filter(({ excluded }) => !excluded)
  const again = beside.filter(({ paysTheSame }) => paysTheSame)
  if (again.some(({ orderId }) => orderId === order.id)) {
    return 'somebody in it was paid by its order before'
  }
  if (again.some(({ mayConfirm }) => mayConfirm)) {
    return 'somebody in it may still be paid by an order before'
  }
  if (isFeeConfirmed) return null
  const ofOrder = beside.filter(({ orderId }) => orderId === order.id)
  const fees = feesOf([...ofOrder, { id: plan.id, feeSats: plan.feeSats ?? 0n, ...own }])
  return fees > order.fee_ceiling_sats ? 'the fees of its order are above what was ordered' : null
}
