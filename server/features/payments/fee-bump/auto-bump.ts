import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import type { FeeCeilings } from '#domain/fee-ceilings.ts'
import { centsFromSatsRoundedUp } from '#domain/money.ts'
import { findUnusable } from '#domain/node-and-price.ts'
import { occurrenceWindowMs } from '#domain/occurrence-state.ts'
import { hurryBeforePaydayMs } from '#domain/sweep-rules.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import { noteArrivals } from '#server/features/transactions/write.ts'
import { type Db, inTransaction } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { Log } from '#server/platform/observe/log.ts'
import type { Chain } from '#server/ports.ts'
import { readNodeAndPrice } from '../facts/node-and-price.ts'
import { isPeriodPaid, readPaydaysOf } from '../status/period-paid.ts'
import { insertBump, planBump } from './bump.ts'
import { askNode, isTooCheap } from './node-view.ts'
import { packageFee, readStuck } from './stuck.ts'

export type AutoBumpDeps = {
  db: Db
  macKey: KeyObject
  chain: Chain
  network: Network
  feeCeilings: FeeCeilings
  log: Log
  /**
   * The most that bumps without a press may add to one transaction's fee; 0n turns them off. A sweep
   * before a payday is bumped all the same: it pays out of what it sweeps.
   */
  autoBumpUsdCents: bigint
}

/** A transaction that was not mined within this many blocks is stuck. */
const slowBlocks = 3

type StuckTransaction = {
  id: string
  company_id: string
  payroll_id: string
  first_fee_sats: bigint
  fee_rate: bigint
  /** Left our mempool; only the node can say whether its fee is the reason. */
  is_away: boolean
  /** A payday is near that waits for this sweep. */
  is_urgent: boolean
}

/** Sweeps `t` in the mempool. */
const unconfirmedSweeps = sql`
  FROM transactions t
  JOIN orders ordered ON ordered.id = t.order_id
    AND ordered.withdrawal_id IS NOT NULL AND ordered.change_order_id IS NOT NULL
  WHERE t.state = 'unconfirmed'`

/**
 * Finds the sweeps that an unpaid payday is about to wait for. A cheap query looks for any such
 * sweep first: there is hardly ever one, and planning the query about paid periods is expensive.
 */
async function findUrgent(db: Db, macKey: KeyObject): Promise<string[]> {
  const { rows: sweeps } = await sql<{ payrollId: string }>`
    SELECT t.payroll_id AS "payrollId" ${unconfirmedSweeps}`.execute(db)
  if (sweeps.length === 0) return []
  const { asTable } = await readPaydaysOf(
    db,
    macKey,
    sweeps.map(({ payrollId }) => payrollId),
  )
  const { rows } = await sql<{ id: string }>`
    WITH ${asTable}
    SELECT DISTINCT t.id ${unconfirmedSweeps} AND EXISTS (
      SELECT FROM own_occurrences o WHERE o.payroll_id = t.payroll_id AND o.skipped_at IS NULL
        AND o.due_at > now() - make_interval(secs => ${occurrenceWindowMs / 1000})
        AND o.due_at <= now() + make_interval(secs => ${hurryBeforePaydayMs / 1000})
        AND NOT ${isPeriodPaid})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a transaction may be stuck: it waited long enough, or is of no run and so perhaps a sweep. */
async function mayBeStuck(db: Db): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM transactions t
    WHERE t.state IN ('signed', 'unconfirmed', 'removed') AND t.type != 'receive'
      AND (t.sheet_id IS NULL OR coalesce(t.unconfirmed_since, 0)
        <= (SELECT max(height) FROM blocks) - ${sql.lit(slowBlocks)}) LIMIT 1`.execute(db)
  return rows.length > 0
}

/**
 * Finds three kinds of transactions, with the fee that each paid at first. One waited three blocks, or
 * the blocks that its run may take, and the fee rate is above 1.25 times the rate paid. Another is
 * in no mempool and pays less than the fee rate. The third is a sweep that a payday waits for: it is
 * raised once by half in any case, and then with the fee rate.
 */
export async function findStuck({
  db,
  macKey,
  network,
  autoBumpUsdCents,
}: AutoBumpDeps): Promise<StuckTransaction[]> {
  await noteArrivals(db)
  // The worker asks at every notification. Mostly nothing is, and planning the others is expensive.
  if (!(await mayBeStuck(db))) return []
  // The limit is in dollars, so a usable price is needed too.
  if (findUnusable(await readNodeAndPrice(db, network), new Date()).length > 0) return []
  const urgent = await findUrgent(db, macKey)
  if (autoBumpUsdCents === 0n && urgent.length === 0) return []
  const { rows } = await sql<StuckTransaction>`
    SELECT t.id, t.company_id, t.payroll_id, first.fee_sats AS first_fee_sats,
      CASE WHEN u.is_urgent AND t.version = 1
        THEN greatest(n.fee_rate_sats_per_kvb, t.fee_rate_sats_per_kvb * 3 / 2)
        ELSE n.fee_rate_sats_per_kvb END AS fee_rate,
      t.state != 'unconfirmed' AS is_away, u.is_urgent
    FROM transactions t
    JOIN transactions first ON first.id = t.root_id
    JOIN companies company ON company.id = t.company_id AND company.frozen_at IS NULL
    LEFT JOIN orders o ON o.id = t.order_id
    CROSS JOIN LATERAL (SELECT t.id = ANY(${urgent}::uuid[]) AS is_urgent) AS u
    CROSS JOIN node_status n
    CROSS JOIN (SELECT max(height) AS height FROM blocks) AS tip
    LEFT JOIN LATERAL (
      SELECT c.fee_sats, c.vsize, coalesce(c.unconfirmed_since, tip.height) AS since
      FROM transactions c WHERE c.cpfp_parent_id = t.id AND (c.live OR c.state = 'confirmed')
      ORDER BY c.version DESC LIMIT 1
    ) AS child ON true
    WHERE (t.state = 'unconfirmed'
        OR (t.state IN ('signed', 'removed') AND t.conflict_height IS NULL))
      AND t.type != 'receive' AND NOT t.untracked AND t.cpfp_parent_id IS NULL
      AND NOT EXISTS (SELECT FROM transactions v WHERE v.root_id = t.root_id
        AND v.version > t.version AND (v.live OR v.state = 'confirmed'))
      AND (u.is_urgent OR ${autoBumpUsdCents > 0n})
      AND (u.is_urgent OR greatest(t.unconfirmed_since, child.since)
        <= tip.height - greatest(${slowBlocks}, o.target_blocks))
      AND (u.is_urgent AND t.version = 1 OR n.fee_rate_sats_per_kvb * (t.vsize + coalesce(child.vsize, 0))
        > (t.fee_sats + coalesce(child.fee_sats, 0))
          * CASE t.state WHEN 'unconfirmed' THEN 1250 ELSE 1000 END)
    ORDER BY t.id`.execute(db)
  return rows
}

/**
 * Bumps a stuck transaction to the current fee rate, while all additions to its fee stay within the
 * limit. The limit does not concern a sweep that a payday waits for. When somebody else bumps at the same
 * moment, one of the two finds the bump done.
 */
export async function bumpStuck(
  { db, chain, log, network, feeCeilings, autoBumpUsdCents }: AutoBumpDeps,
  {
    id,
    company_id: companyId,
    first_fee_sats: firstFee,
    fee_rate: feeRate,
    is_away: isAway,
    is_urgent: isUrgent,
  }: StuckTransaction,
): Promise<void> {
  try {
    const stuck = await readStuck(db, companyId, id, feeCeilings)
    const node = await askNode(chain, stuck)
    // A bump helps only a transaction that the mempool finds too cheap. One that the node takes
    // again is sent as it is.
    if (isAway && !isTooCheap(node)) return
    const bump = await planBump(chain, stuck, node, {
      feeRateSatsPerKvb: feeRate,
      raise: true,
    })
    const { feeSats } = packageFee({ ...stuck.replacements, current: stuck.current })
    const added = feeSats + bump.costSats - firstFee
    const price = await readCurrentPrice(db)
    const cents = price && centsFromSatsRoundedUp(added, price.usdCentsPerBtc)
    const isWithinLimit = isUrgent || (cents !== null && cents <= autoBumpUsdCents)
    if (!isWithinLimit || bump.needsCode) {
      const why = 'stuck, and bumping it is for the administrator to decide'
      log.info({ transaction: id, cents }, why)
      return
    }
    await inTransaction(db, (trx) => insertBump(trx, stuck, bump, network))
    failpoint('replacement-planned')
    log.info({ transaction: id, method: bump.method, cents }, 'stuck, and bumped')
  } catch (err) {
    // The transaction moved meanwhile, or no bump is possible now: the next block tries again.
    if (!(err instanceof Refusal)) throw err
    log.info({ transaction: id, code: err.code }, 'stuck, and not bumped')
  }
}
