import { sql } from 'kysely'
import { type FeeCeilings, feeCeilingSats } from '#domain/fee-ceilings.ts'
import { centsFromSatsRoundedUp, satsFromCents, shareOf } from '#domain/money.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import type { OrderRow } from '#server/authorization/order-rows.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'
import { kindOfOrder } from './order-sequence.ts'
import type { StoredPlan } from './read-plan.ts'
import type { SignatureEntry } from './signature-chain.ts'

/** The most that is signed, whatever the rest of the program asks. */
export type Caps = {
  /**
   * Caps for one payment, for each company within 24 hours, and for all of them together; null: no
   * cap.
   */
  paymentUsdCents: bigint | null
  dayUsdCents: bigint | null
  allUsdCents: bigint | null
  fees: FeeCeilings
}

/**
 * The signer's memory of its own signatures: alternatives of which one at most can confirm are one
 * root, counted at the most expensive of them.
 */
export type SignedRoot = {
  companyId: string
  runId: string
  rootId: string
  paidSats: bigint
  feeSats: bigint
  runSats: bigint
  isOfToday: boolean
}

export type Memory = {
  /** The roots of the last week, and all of the plan's own run. */
  roots: SignedRoot[]
  /**
   * Spends of the last 24 hours that the memory lacks: a backup was restored since, or somebody else
   * signs with this seed.
   */
  untracked: SignedRoot[]
  /** The signature that this plan would replace; null: it is the first to spend these UTXOs. */
  replacedRootId: string | null
  /** The highest rate of all signatures of the last 90 days; null: there was none. */
  highestUsdCentsPerBtc: bigint | null
}

type Plan = Pick<
  StoredPlan,
  | 'id'
  | 'companyId'
  | 'paymentId'
  | 'withdrawal'
  | 'paymentUsdCents'
  | 'rateUsdCentsPerBtc'
  | 'inputs'
  | 'outputs'
>

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n)
const most = (amounts: readonly bigint[]) =>
  amounts.reduce((high, one) => (one > high ? one : high), 0n)
const paidBy = (roots: readonly SignedRoot[]) => sum(roots.map(({ paidSats }) => paidSats))
const feesOf = (roots: readonly SignedRoot[]) => sum(roots.map(({ feeSats }) => feeSats))
const plannedFor = (roots: readonly SignedRoot[]) => most(roots.map(({ runSats }) => runSats))

/** A withdrawal is a run by itself. */
export const runIdOf = ({
  paymentId,
  withdrawal,
  id,
}: Pick<Plan, 'paymentId' | 'withdrawal' | 'id'>): string => paymentId ?? withdrawal?.id ?? id

/** The plan's addition to the signer's memory; the most expensive alternative counts. */
function rootOf(plan: Plan, before: SignedRoot | undefined): SignedRoot {
  const { id, companyId, inputs, outputs } = plan
  const back = outputs.filter(({ change, line, withdrawalId }) => change && !line && !withdrawalId)
  const paidSats = sum(outputs.map(({ sats }) => sats)) - sum(back.map(({ sats }) => sats))
  const feeSats = sum(inputs.map(({ sats }) => sats)) - sum(outputs.map(({ sats }) => sats))
  return {
    companyId,
    runId: runIdOf(plan),
    rootId: before?.rootId ?? id,
    paidSats: most([paidSats, before?.paidSats ?? 0n]),
    feeSats: most([feeSats, before?.feeSats ?? 0n]),
    runSats: satsFromCents(plan.paymentUsdCents, plan.rateUsdCentsPerBtc),
    isOfToday: true,
  }
}

/** The sum of a run: the planned amount, or the signed one if that is more. */
const takenBy = (roots: readonly SignedRoot[]) =>
  most([plannedFor(roots), paidBy(roots) + feesOf(roots)])

/**
 * The fees that the paying transactions of a run may pay; children and cancellations add nothing.
 */
const feesAllowed = (roots: readonly SignedRoot[], usdCentsPerBtc: bigint, fees: FeeCeilings) =>
  sum(
    roots
      .filter(({ paidSats }) => paidSats > 0n)
      .map(({ paidSats }) =>
        feeCeilingSats(fees, paidSats, (cents) => satsFromCents(cents, usdCentsPerBtc)),
      ),
  )

/** Salaries are rounded one by one, by half a satoshi of at least 294 (dust) each: 1 % is far above. */
const roundingBasisPoints = 100n

/**
 * Why the caps forbid a plan, or null. A thief of the api's machine gets no more than this past the
 * signer, and can write prices: satoshi count at the highest rate of 90 days. A payment counts as a
 * whole from its first signature on. A run begun within the caps can be finished, at the fees that
 * its batches may pay, so that no cap stops it between them. One company at its cap stops no other;
 * the cap of all together stops everybody.
 */
export function capFault(plan: Plan, memory: Memory, caps: Caps): SignerFault | null {
  const { roots, untracked, replacedRootId, highestUsdCentsPerBtc } = memory
  const others = roots.filter(({ rootId }) => rootId !== replacedRootId)
  const root = rootOf(
    plan,
    roots.find(({ rootId }) => rootId === replacedRootId),
  )
  const { runId } = root
  const begun = plannedFor(roots.filter((one) => one.runId === runId))
  const runs = Map.groupBy([...others, root], (one) => one.runId)
  const own = runs.get(runId) ?? []
  const highest = most([highestUsdCentsPerBtc ?? 0n, plan.rateUsdCentsPerBtc])
  const finishes = begun > 0n && paidBy(own) <= begun + shareOf(begun, roundingBasisPoints)
  if (finishes && feesOf(own) <= feesAllowed(own, highest, caps.fees)) return null

  const centsOf = (run: readonly SignedRoot[]) => centsFromSatsRoundedUp(takenBy(run), highest)
  const payment = capped('PAYMENT_ABOVE_CAP', centsOf(own), caps.paymentUsdCents)
  if (payment) return payment
  // The unsigned remainder of a run stays set aside.
  const counted = [
    ...[...runs.values()].filter(
      (run) => run.some(({ isOfToday }) => isOfToday) || paidBy(run) < plannedFor(run),
    ),
    // A remembered run counts as a whole, with its lines that something else has paid.
    ...[...Map.groupBy(untracked, (one) => one.runId).values()].filter(
      ([first]) => first && !runs.has(first.runId),
    ),
  ]
  const ofCompany = counted.filter((run) => run.some((one) => one.companyId === plan.companyId))
  return (
    capped('DAY_ABOVE_CAP', sum(ofCompany.map(centsOf)), caps.dayUsdCents) ??
    capped('ALL_ABOVE_CAP', sum(counted.map(centsOf)), caps.allUsdCents)
  )
}

/**
 * The settings are SIGNER_MAX_USD_PER_PAYMENT, SIGNER_MAX_USD_PER_DAY and
 * SIGNER_MAX_USD_PER_DAY_ALL.
 */
const capped = (
  code: 'PAYMENT_ABOVE_CAP' | 'DAY_ABOVE_CAP' | 'ALL_ABOVE_CAP',
  usdCents: bigint,
  cap: bigint | null,
): SignerFault | null =>
  cap !== null && usdCents > cap
    ? { code, usdCents: String(usdCents), capUsdCents: String(cap) }
    : null

export const outpoints = ({ inputs }: Pick<Plan, 'inputs'>) => ({
  txids: inputs.map(({ txid }) => Buffer.from(txid, 'hex')),
  vouts: inputs.map(({ vout }) => vout),
})

/**
 * The first signature of a root with which every signature of it shares an input of this plan: no
 * two of them can both confirm.
 */
function replacedRoot(plan: Plan) {
  const { txids, vouts } = outpoints(plan)
  return sql`
    WITH shares AS (
      SELECT DISTINCT i.transaction_id AS id
      FROM unnest(${txids}::bytea[], ${vouts}::integer[]) AS spent (txid, vout)
      JOIN signer.signature_inputs i USING (txid, vout)
    )
    SELECT root_id AS id FROM signer.signatures s
    WHERE root_id IN (SELECT root_id FROM signer.signatures JOIN shares ON shares.id = transaction_id)
    GROUP BY root_id HAVING bool_and(s.transaction_id IN (SELECT id FROM shares))
    ORDER BY min(signed_at) LIMIT 1`
}

export async function readMemory(db: Db, plan: Plan): Promise<Memory> {
  const { rows: roots } = await sql<SignedRoot>`
    SELECT company_id AS "companyId", run_id AS "runId", root_id AS "rootId",
      max(paid_sats) AS "paidSats", max(fee_sats) AS "feeSats", max(run_sats) AS "runSats",
      max(signed_at) > now() - interval '24 hours' AS "isOfToday"
    FROM signer.signatures
    WHERE signed_at > now() - interval '7 days' OR run_id = ${runIdOf(plan)}
    GROUP BY company_id, run_id, root_id`.execute(db)
  const { rows: others } = await sql<{ replaced: string | null; highest: bigint | null }>`
    SELECT (${replacedRoot(plan)}) AS replaced, (
      SELECT max(rate_usd_cents_per_btc) FROM signer.signatures
      WHERE signed_at > now() - interval '90 days') AS highest`.execute(db)
  return {
    roots,
    untracked: await readUntracked(db),
    replacedRootId: others[0]?.replaced ?? null,
    highestUsdCentsPerBtc: others[0]?.highest ?? null,
  }
}

/**
 * A restored backup brings an older memory along, and the chain shows what was signed since. The
 * tables are believed here, for a row that they add or hide lets nobody sign more than without it.
 * Ids begin with their time.
 */
async function readUntracked(db: Db): Promise<SignedRoot[]> {
  const { rows } = await sql<SignedRoot>`
    SELECT t.company_id AS "companyId", coalesce(t.sheet_id, t.withdrawal_id, t.id) AS "runId",
      t.root_id AS "rootId", max(t.sats) AS "paidSats", max(coalesce(t.fee_sats, 0)) AS "feeSats",
      0::bigint AS "runSats", true AS "isOfToday"
    FROM transactions t
    -- Asked once: for each row it would read the whole table.
    WHERE t.id > (SELECT uuidv7(interval '-24 hours')) AND t.type IN ('send', 'withdrawal')
      AND t.txid IS NOT NULL
      AND NOT EXISTS (SELECT FROM signer.signatures s WHERE s.txid = t.txid)
    GROUP BY 1, 2, 3`.execute(db)
  return rows
}

/** A signature as the memory is to keep it. */
export async function toEntry(
  trx: Trx,
  plan: Plan,
  { roots, replacedRootId }: Pick<Memory, 'roots' | 'replacedRootId'>,
  signed: {
    txid: string
    order: OrderRow
    orderNumber: bigint | null
    paid: string[]
    scripts: string[]
    usdCents: bigint
    sheetSha256: Buffer
  },
): Promise<SignatureEntry> {
  const { now } = await trx
    .selectNoFrom(sql<Date>`date_trunc('milliseconds', now())`.as('now'))
    .executeTakeFirstOrThrow()
  return {
    ...rootOf(
      plan,
      roots.find(({ rootId }) => rootId === replacedRootId),
    ),
    transactionId: plan.id,
    orderId: signed.order.id,
    payrollId: signed.order.payroll_id,
    orderKind: kindOfOrder(signed.order),
    orderNumber: signed.orderNumber,
    txid: Buffer.from(signed.txid, 'hex'),
    paid: signed.paid,
    rateUsdCentsPerBtc: plan.rateUsdCentsPerBtc,
    orderUsdCents: signed.usdCents,
    sheetSha256: signed.sheetSha256,
    periodKey: signed.order.claims_period,
    signedAt: now,
    inputs: plan.inputs.map(({ txid, vout }) => `${txid}:${vout}`).toSorted(),
    scripts: signed.scripts,
  }
}
