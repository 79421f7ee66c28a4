import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { changePayloads } from '#contract/change-orders.ts'
import { centsFromSats, centsFromSatsRoundedUp } from '#domain/money.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import type { OrderedPlan } from '#server/authorization/ordered-plan.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { StoredOrder, StoredPlan } from '../read-plan.ts'
import { isEnough, signersOf, type VouchingContext } from './approvals.ts'
import { keyThatSigned, type Site } from './assertions.ts'
import {
  type Authority,
  type CountingKey,
  countNeededForChange,
  countNeededForOrder,
  findCountingKeys,
} from './authority.ts'
import { readAuthority } from './store.ts'

type Deps = { memoryKey: KeyObject; site: Site }

type OrderedBy = Pick<
  StoredPlan,
  'companyId' | 'order' | 'sweep' | 'confirmation' | 'rateUsdCentsPerBtc'
>

const noPlan: Omit<OrderedPlan, 'pays'> = { lines: [], dollars: [], withdrawals: [] }

/** The dollars of an order: of its lines, however they are paid, or of a withdrawal at its rate. */
export function orderUsdCents({
  order,
  rateUsdCentsPerBtc: rate,
}: Pick<StoredPlan, 'order' | 'rateUsdCentsPerBtc'>): bigint {
  const { lines, dollars, withdrawals } = order?.plan ?? noPlan
  const ofLines = [...lines, ...dollars].reduce((sum, { usdCents }) => sum + usdCents, 0n)
  return withdrawals.reduce((sum, { sats }) => sum + centsFromSats(sats, rate), ofLines)
}

/**
 * Why passkeys have not released a plan, or null; null too for a company without `strongOnly`. A thief
 * with the database role of the api and the MAC key writes orders, approvals and accounts as he likes: of
 * those nothing counts here but what a key has signed. An order that was begun goes on as it was signed.
 */
export async function keysFault(
  db: Db,
  { memoryKey, site }: Deps,
  plan: OrderedBy,
): Promise<SignerFault | null> {
  const known = await readAuthority(db, memoryKey, plan.companyId)
  if (!known?.authority.strongOnly) return null
  const { order } = plan
  if (!order) return { code: 'NOT_ORDERED' }
  if (plan.sweep) return sweepKeysFault(known.authority, site, plan, order)
  const { row } = order
  const about = { orderId: row.id }
  const ceiling = centsFromSatsRoundedUp(row.fee_ceiling_sats, plan.rateUsdCentsPerBtc)
  if (ceiling > row.fee_ceiling_usd_cents) return { code: 'FEE_CEILING_NOT_ITS_SHEET', ...about }
  // `orderFault` has compared the sheet with the payment.
  const { sheet_sha256: sheet } = row
  const { authority } = known
  const keys = findCountingKeys(authority, order.now)
  const confirmed = await confirmationFault({ site, keys }, plan, order)
  if (confirmed) return confirmed
  const before = await readBefore(db, plan, order)
  if (before.sheet) {
    return before.sheet.equals(sheet) ? null : { code: 'ORDER_NOT_ITS_SHEET', ...about }
  }
  const needed = countNeededForOrder(authority, before.usdCents + orderUsdCents(plan))
  const { subject, approvals, context } = approvedOf(order)
  const signed = await signersOf(keys, site, subject, approvals)
  if (isEnough(signed, needed, context)) return null
  return { code: 'NOT_SIGNED_BY_KEYS', ...about, needed: Math.max(1, needed), signed: signed.size }
}

/** The subject of the approvals: the order or, where it was approved before, its change; of that `orderFault` has
 * read the sheet. */
function approvedOf(order: StoredOrder) {
  const { row, approvals, change } = order
  if (row.change_order_id === null) {
    const sheet = { sheetSha256: row.sheet_sha256, feeCeilingUsdCents: row.fee_ceiling_usd_cents }
    const context: VouchingContext = { askedBy: row.requested_by }
    return { subject: { id: row.id, ...sheet }, approvals, context }
  }
  const sheet = {
    sheetSha256: change?.row.sheet_sha256 ?? row.sheet_sha256,
    feeCeilingUsdCents: 0n,
  }
  return {
    subject: { id: row.change_order_id, ...sheet },
    approvals: change?.approvals ?? [],
    context: contextOf(order),
  }
}

/** The person who asked for an order that keys have signed: of a payday, by its payload. */
function contextOf({ row, change }: StoredOrder): VouchingContext {
  if (!change) return { askedBy: row.requested_by }
  const { asked_by: askedBy, kind, payload } = change.row
  if (kind !== 'OCCURRENCE') return { askedBy }
  const { changers } = changePayloads.OCCURRENCE.parse(JSON.parse(payload))
  const presser = row.mac && row.requested_by
  return { askedBy, changers: changers.map(({ userId }) => userId), presser }
}

/**
 * Keys have signed the rule of a sweep and the address that it names, each like a payment of the highest
 * tier. The order itself is the program's.
 */
async function sweepKeysFault(
  authority: Authority,
  site: Site,
  { sweep }: OrderedBy,
  { row, isBegun, now }: StoredOrder,
): Promise<SignerFault | null> {
  if (isBegun) return null
  const keys = findCountingKeys(authority, now)
  const needed = countNeededForChange(authority)
  const rule = sweep?.rows.find(({ id }) => id === row.change_order_id)
  const addressId = rule && changePayloads.SWEEP.parse(JSON.parse(rule.payload)).addressId
  for (const id of [rule?.id, addressId]) {
    const change = sweep?.rows.find((one) => one.id === id)
    const subject = change && {
      id: change.id,
      sheetSha256: change.sheet_sha256,
      feeCeilingUsdCents: 0n,
    }
    const given = (sweep?.approvals ?? []).filter(({ subject_id }) => subject_id === id)
    const signed = subject ? await signersOf(keys, site, subject, given) : new Map()
    if (!change || !isEnough(signed, needed, { askedBy: change.asked_by })) {
      const about = { orderId: row.id, needed: Math.max(1, needed), signed: signed.size }
      return { code: 'NOT_SIGNED_BY_KEYS', ...about }
    }
  }
  return null
}

/** The fee of a cancellation above the ceiling of its order: somebody's key has signed that one. */
async function confirmationFault(
  { site, keys }: { site: Site; keys: readonly CountingKey[] },
  { confirmation, rateUsdCentsPerBtc: rate }: OrderedBy,
  { row }: StoredOrder,
): Promise<SignerFault | null> {
  if (!confirmation) return null
  const { fee_sats: feeSats, confirmed_by: userId, nonce, assertion } = confirmation
  const feeCeilingUsdCents = centsFromSatsRoundedUp(feeSats, rate)
  const subject = { id: row.id, sheetSha256: row.sheet_sha256, feeCeilingUsdCents }
  const stored = { subject_id: row.id, user_id: userId, nonce, assertion }
  const key = await keyThatSigned(keys, site, subject, stored)
  return key ? null : { code: 'FEE_NOT_SIGNED_BY_KEY', orderId: row.id }
}

/**
 * The signer's own memory: the sheet under which this order was begun, and the dollars of the
 * company's other orders that it signed or noted in the last 24 hours. The time of an order is written by the
 * program, and a thief of its key would date each one before the last.
 */
async function readBefore(
  db: Db,
  { companyId }: OrderedBy,
  { row: { id } }: StoredOrder,
): Promise<{ sheet: Buffer | null; usdCents: bigint }> {
  const { rows } = await sql<{ sheet: Buffer | null; usdCents: bigint }>`
    SELECT
      (SELECT sheet_sha256 FROM signer.signatures WHERE order_id = ${id} LIMIT 1) AS sheet,
      (SELECT coalesce(sum(cents), 0)::bigint FROM (
        SELECT max(order_usd_cents) AS cents FROM signer.signatures
        WHERE company_id = ${companyId} AND order_id != ${id}
          AND signed_at > now() - interval '24 hours'
        GROUP BY order_id
        UNION ALL SELECT usd_cents FROM noted_dollars
        WHERE company_id = ${companyId} AND id != ${id} AND at > now() - interval '24 hours'
          AND id NOT IN (SELECT order_id FROM signer.signatures WHERE company_id = ${companyId}
            AND signed_at > now() - interval '24 hours')) one) AS "usdCents"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a SELECT without FROM has a row')
  return row
}
