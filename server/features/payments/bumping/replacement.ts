import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import { centsAt, paidFeeRate } from '#domain/money.ts'
import type { Child } from '#domain/replacement.ts'
import { refreshBalances, watchedChange } from '#server/features/wallet/index.ts'
import type { Trx } from '#server/platform/database.ts'
import { notify } from '#server/platform/notify.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Family, PlanCoin, PlanOutput, Version } from './versions.ts'

/** An output of a version to be: `script` null is change to an address that is still to be made. */
export type NewOutput = Pick<PlanOutput, 'sats' | 'line' | 'feeds' | 'withdrawal'> & {
  script: Buffer | null
}

/** A version to be: what it spends and pays. */
export type NewVersion = {
  type: 'send' | 'withdrawal' | 'cancel'
  coins: readonly Pick<PlanCoin, 'txid' | 'vout'>[]
  outputs: readonly NewOutput[]
  feeSats: bigint
  vsize: number
}

const toUs = { line: null, feeds: null, withdrawal: null }

/** Change that the version before had none of goes to a random place: see planPayment. */
export function withChange(
  kept: readonly NewOutput[],
  change: { place: number | null; script: Buffer | null },
  sats: bigint,
): NewOutput[] {
  if (sats === 0n) return [...kept]
  const place = change.place ?? randomInt(kept.length + 1)
  return kept.toSpliced(place, 0, { ...toUs, script: change.script, sats })
}

export async function insertVersion(
  trx: Trx,
  family: Family,
  version: NewVersion,
  network: Network,
): Promise<string> {
  const { feeSats, vsize, outputs, coins } = version
  const back = outputs.reduce((sum, output) => sum + output.sats, 0n)
  const rate = family.rateUsdCentsPerBtc
  const cancels = version.type === 'cancel'
  const { id } = await trx
    .insertInto('transactions')
    .values({
      company_id: family.companyId,
      payroll_id: family.payrollId,
      payment_id: family.paymentId,
      withdrawal_id: family.withdrawalId,
      order_id: family.orderId,
      position: family.position,
      type: version.type,
      waiting_for: 'node',
      usd_cents: cancels ? centsAt(back, rate) : family.usdCents,
      sats: cancels ? back : family.sats,
      rate_usd_cents_per_btc: rate,
      fee_sats: feeSats,
      vsize,
      fee_rate_sats_per_kvb: paidFeeRate(feeSats, vsize),
      root_id: family.id,
      // The payroll is locked: nobody else makes one now.
      version: sql<number>`(
        SELECT max(v.version) + 1 FROM transactions v WHERE v.root_id = ${family.id})`,
      // It is the same payment that goes on; cancelling it is a deed of its own.
      ...(cancels ? {} : { created_at: family.createdAt }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertPlan(trx, id, family, coins, outputs, network)
  await takeOver(trx, id, family, coins)
  await refreshBalances(trx, [family.payrollId])
  await notify(trx, 'plans')
  return id
}

export type NewChild = {
  of: Version
  coin: Pick<PlanCoin, 'txid' | 'vout'>
  child: Child
  /** What it and all it lifts pay together. */
  feeRateSatsPerKvb: bigint
}

export async function insertChild(
  trx: Trx,
  family: Family,
  { of, coin, child, feeRateSatsPerKvb }: NewChild,
  network: Network,
): Promise<string> {
  const { id } = await trx
    .insertInto('transactions')
    .values({
      company_id: family.companyId,
      payroll_id: family.payrollId,
      type: 'child',
      waiting_for: 'node',
      usd_cents: 0n,
      sats: child.changeSats,
      rate_usd_cents_per_btc: family.rateUsdCentsPerBtc,
      fee_sats: child.feeSats,
      vsize: child.vsize,
      fee_rate_sats_per_kvb: feeRateSatsPerKvb,
      cpfp_parent_id: of.id,
      order_id: family.orderId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const change = { ...toUs, script: null, sats: child.changeSats }
  await insertPlan(trx, id, family, [coin], [change], network)
  await takeOver(trx, id, family, [coin])
  await refreshBalances(trx, [family.payrollId])
  await notify(trx, 'plans')
  return id
}

async function insertPlan(
  trx: Trx,
  id: string,
  owner: Family,
  coins: readonly Pick<PlanCoin, 'txid' | 'vout'>[],
  outputs: readonly NewOutput[],
  network: Network,
): Promise<void> {
  await sql`
    INSERT INTO transaction_inputs (transaction_id, position, txid, vout)
    SELECT ${id}, i.position - 1, i.txid, i.vout
    FROM unnest(${coins.map((coin) => coin.txid)}::bytea[],
      ${coins.map((coin) => coin.vout)}::integer[]) WITH ORDINALITY AS i (txid, vout, position)`.execute(
    trx,
  )
  const scripts: Buffer[] = []
  for (const output of outputs) {
    scripts.push(output.script ?? (await watchedChange(trx, owner, network)).script)
  }
  await sql`
    INSERT INTO transaction_outputs
      (transaction_id, vout, payment_line_id, feeds, withdrawal_id, script_pubkey, sats)
    SELECT ${id}, o.position - 1, o.line, o.feeds, o.withdrawal, o.script, o.sats
    FROM unnest(${outputs.map((output) => output.line)}::uuid[],
      ${outputs.map((output) => output.feeds)}::uuid[],
      ${outputs.map((output) => output.withdrawal)}::uuid[], ${scripts}::bytea[],
      ${outputs.map((output) => String(output.sats))}::bigint[])
      WITH ORDINALITY AS o (line, feeds, withdrawal, script, sats, position)`.execute(trx)
}

/**
 * Coins are the newest version's from here on: free ones, and those of the versions before it. A later
 * part of a run takes its own without the payroll's lock (`buildFollower`), so who holds a coin is read
 * once that is locked: an update that waited for a row reads nothing of the others anew.
 */
async function takeOver(
  trx: Trx,
  id: string,
  family: Family,
  coins: readonly Pick<PlanCoin, 'txid' | 'vout'>[],
): Promise<void> {
  const wanted = sql`(c.txid, c.vout) IN (
    SELECT * FROM unnest(${coins.map((coin) => coin.txid)}::bytea[],
      ${coins.map((coin) => coin.vout)}::integer[]))`
  await sql`
    SELECT FROM coins c WHERE ${wanted} ORDER BY c.txid, c.vout FOR UPDATE`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    SELECT holder.id FROM coins c JOIN transactions holder ON holder.id = c.reserved_by
    WHERE ${wanted} AND holder.root_id != ${family.id} LIMIT 1`.execute(trx)
  const [foreign] = rows
  // It was free when the plan was made, before the payroll's lock: nothing of the plan is kept.
  if (foreign) {
    const cause = new Error(`A coin of ${family.id} is reserved by ${foreign.id}`)
    throw new Refusal('REQUEST_IN_PROGRESS', { cause })
  }
  await sql`UPDATE coins c SET reserved_by = ${id} WHERE ${wanted}`.execute(trx)
}
