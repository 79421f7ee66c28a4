import { sql } from 'kysely'
import { type MatchedOutput, matchPayment } from '#domain/untracked-spend.ts'
import { acknowledgeSpends, insertOutputs } from '#server/features/transactions/write.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { adopt } from './adopt.ts'
import { findUnpaidLines } from './find-unpaid-lines.ts'
import type { InsertedSpend } from './insert-spend.ts'

/**
 * Matches untracked spends of a block with the unpaid lines of their payrolls. A spend that pays
 * lines of one payment to the satoshi becomes a batch of that payment. Any other spend stays
 * untracked, and nobody guesses whom it paid. It stops its payroll until somebody acknowledges it,
 * unless it pays nobody, such as a CPFP child or a cancellation. Returns the txids of both kinds.
 */
export async function matchSpends(trx: Trx, spends: readonly InsertedSpend[]) {
  const adopted: string[] = []
  const untracked: string[] = []
  for (const spend of spends) {
    const lines = await findUnpaidLines(trx, spend.payrollId, spend.foreign)
    const match = spend.isWhole ? matchPayment(spend.foreign, lines) : null
    if (match) await insertPaid(trx, spend, match.matched, await adopt(trx, spend, match))
    else {
      await insertPaid(trx, spend, [], spend.id)
      await noteUntracked(trx, spend)
    }
    const txids = match ? adopted : untracked
    txids.push(spend.txid.toString('hex'))
  }
  return { adopted, untracked }
}

/** Inserts the outputs that pay lines; another version of a fan-out also makes the same lanes. */
async function insertPaid(
  trx: Trx,
  { id, transaction: { outputs } }: InsertedSpend,
  matched: readonly MatchedOutput[],
  rootId: string,
): Promise<void> {
  const { rows: lanes } = await sql<{ script: Buffer; laneOf: string }>`
    SELECT DISTINCT made.script_pubkey AS script, made.lane_of AS "laneOf"
    FROM transactions v JOIN transaction_outputs made ON made.transaction_id = v.id
    WHERE v.root_id = ${rootId} AND made.lane_of IS NOT NULL`.execute(trx)
  const hex = (script: Uint8Array) => Buffer.from(script).toString('hex')
  const laneOf = new Map(lanes.map((lane) => [hex(lane.script), lane.laneOf]))
  const lineOf = new Map(matched.map(({ vout, lineId }) => [vout, lineId]))
  const stored = outputs.map(({ script, sats }, vout) => ({
    vout,
    sats,
    script: Buffer.from(script),
    line: lineOf.get(vout) ?? null,
    laneOf: laneOf.get(hex(script)) ?? null,
  }))
  await insertOutputs(
    trx,
    id,
    stored.filter(({ sats }) => sats > 0n),
  )
}

async function noteUntracked(trx: Trx, { id, payrollId, foreign }: InsertedSpend): Promise<void> {
  if (foreign.length === 0) return acknowledgeSpends(trx, [id], null)
  await trx
    .insertInto('money_breaches')
    .values({
      invariant: 'I3',
      kind: 'UNTRACKED_SPEND',
      id,
      payroll_ids: [payrollId],
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
