import { createHmac, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { shareOf } from '#domain/money.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isSameMac } from '#server/platform/security/same-mac.ts'

/**
 * How far a rate may be from those that were signed: 20 % within 24 hours, and 20 % more for each day
 * since the last signature where that is older, up to half. Paydays are two weeks apart, and an older
 * rate that counts for nothing would let any price through on the first of them.
 */
const dayBasisPoints = 2_000n
const mostBasisPoints = 5_000n

/** A rate that the operator has looked at counts for so long. */
const confirmedFor = sql.lit('24 hours')

type Plan = { runId: string; rateUsdCentsPerBtc: bigint }
type Confirmation = { usdCentsPerBtc: bigint; confirmedAt: Date }

const macOf = (key: KeyObject, { usdCentsPerBtc, confirmedAt }: Confirmation): Buffer =>
  createHmac('sha256', key)
    .update(
      JSON.stringify(['price confirmation', String(usdCentsPerBtc), confirmedAt.toISOString()]),
    )
    .digest()

/** Confirms a rate: from now on the signer compares with it, and with none before it. */
export async function confirmRate(
  db: Db,
  key: KeyObject,
  usdCentsPerBtc: bigint,
  confirmedAt: Date,
): Promise<void> {
  const mac = macOf(key, { usdCentsPerBtc, confirmedAt })
  await db
    .insertInto('signer.price_confirmations')
    .values({ usd_cents_per_btc: usdCentsPerBtc, confirmed_at: confirmedAt, mac })
    .execute()
}

/** The newest of the last 24 hours that was made with the key of the seed. */
async function readConfirmation(db: Db, key: KeyObject): Promise<Confirmation | null> {
  const rows = await db
    .selectFrom('signer.price_confirmations')
    .select(['usd_cents_per_btc as usdCentsPerBtc', 'confirmed_at as confirmedAt', 'mac'])
    .where('confirmed_at', '>', sql<Date>`now() - interval ${confirmedFor}`)
    .where('confirmed_at', '<=', sql<Date>`now()`)
    .orderBy('confirmed_at', 'desc')
    .execute()
  return rows.find((row) => isSameMac(row.mac, macOf(key, row))) ?? null
}

/** The lowest and highest rate signed since a moment, and the last one before it. */
async function readSigned(db: Db, { runId, rateUsdCentsPerBtc }: Plan, since: Date | null) {
  const { rows } = await sql<{
    begun: boolean
    lowest: bigint | null
    highest: bigint | null
    last: bigint | null
    days: bigint | null
  }>`
    WITH recent AS (
      SELECT min(rate_usd_cents_per_btc) AS lowest, max(rate_usd_cents_per_btc) AS highest
      FROM signer.signatures WHERE signed_at > coalesce(${since}, now() - interval '24 hours')
    ),
    last AS (
      SELECT rate_usd_cents_per_btc AS rate,
        ceil(extract(epoch FROM now() - signed_at) / 86400)::bigint AS days
      FROM signer.signatures ORDER BY signed_at DESC LIMIT 1
    )
    SELECT lowest, highest, last.rate AS last, last.days,
      EXISTS (SELECT FROM signer.signatures
        WHERE run_id = ${runId} AND rate_usd_cents_per_btc = ${rateUsdCentsPerBtc}) AS begun
    FROM recent LEFT JOIN last ON true`.execute(db)
  const [signed] = rows
  if (!signed) throw new Error('an aggregate gives one row')
  return signed
}

const isFar = (rate: bigint, from: bigint, basisPoints: bigint) =>
  (rate > from ? rate - from : from - rate) > shareOf(from, basisPoints)

/**
 * Whether the operator has to look at a plan's rate before it is signed: it is far from a signed
 * rate, and nobody with the seed's key has confirmed one near it. A run that was begun at this rate
 * continues at it. Write access to prices, without that key, gets no signature at an invented
 * price.
 */
export async function waitsForOperator(db: Db, key: KeyObject, plan: Plan): Promise<boolean> {
  const confirmed = await readConfirmation(db, key)
  const signed = await readSigned(db, plan, confirmed?.confirmedAt ?? null)
  const rate = plan.rateUsdCentsPerBtc
  if (signed.begun) return false
  const recent = [signed.lowest, signed.highest, confirmed?.usdCentsPerBtc ?? null]
  const references = recent.filter((one) => one !== null)
  if (references.length > 0) return references.some((one) => isFar(rate, one, dayBasisPoints))
  if (signed.last === null || signed.days === null) return false
  const byDays = signed.days * dayBasisPoints
  return isFar(rate, signed.last, byDays < mostBasisPoints ? byDays : mostBasisPoints)
}
