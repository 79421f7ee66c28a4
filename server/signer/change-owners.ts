import { sql } from 'kysely'
import { toReversedHex, type WalkedTransaction } from '#domain/block.ts'
import type { Db } from '#server/platform/db/database.ts'
import { same } from './payment-outputs.ts'
import { readPaths } from './read-inputs.ts'
import { walkHashed } from './walk-hashed.ts'
import type { Wallet } from './wallet.ts'

type Outpoint = { txid: string; vout: number }
type Made = { script: Buffer; maker: Maker }
type Maker = { walked: WalkedTransaction; signedFor: string | null }

/**
 * The payrolls whose change a UTXO is by rule R8 of decision 5, as the signer's memory proves it. A
 * transaction of the memory belongs to the payroll that it was signed for. Any other one belongs to
 * the payrolls whose change it spends: another database has signed it. Only outputs at change
 * addresses count, for anybody may pay a deposit address. Bytes are believed by their hash.
 */
export async function findChangeOwners(
  db: Db,
  wallet: Wallet,
  utxo: Outpoint,
): Promise<ReadonlySet<string>> {
  const owners = new Set<string>()
  const seen = new Set<string>()
  for (let outpoints = [utxo]; outpoints.length > 0; ) {
    const makers = (await readChange(db, wallet, outpoints)).map(({ maker }) => maker)
    for (const { signedFor } of makers) if (signedFor) owners.add(signedFor)
    outpoints = makers.flatMap(({ walked, signedFor }) => {
      if (signedFor || seen.has(walked.txid())) return []
      seen.add(walked.txid())
      return walked.inputs.map(({ previousTxid, vout }) => ({
        txid: toReversedHex(previousTxid),
        vout,
      }))
    })
  }
  return owners
}

/** Outpoints at change addresses of this wallet, each with the transaction that made it. */
async function readChange(db: Db, wallet: Wallet, outpoints: readonly Outpoint[]): Promise<Made[]> {
  const makers = await readMakers(db, outpoints)
  const made = outpoints.flatMap(({ txid, vout }) => {
    const maker = makers.get(txid)
    const output = maker?.walked.outputs[vout]
    return maker && output ? [{ script: Buffer.from(output.script), maker }] : []
  })
  const paths = await readPaths(
    db,
    made.map(({ script }) => script),
  )
  return made.filter(({ script }) => {
    const path = paths.get(script.toString('hex'))
    return path?.branch === 1 && same(wallet.key(path.branch, path.index).script, script)
  })
}

async function readMakers(
  db: Db,
  outpoints: readonly Outpoint[],
): Promise<ReadonlyMap<string, Maker>> {
  const txids = outpoints.map(({ txid }) => Buffer.from(txid, 'hex'))
  const { rows } = await sql<{ txid: string; raw: Buffer; signedFor: string | null }>`
    SELECT encode(t.txid, 'hex') AS txid, t.raw, s.payroll_id AS "signedFor"
    FROM transactions t LEFT JOIN signer.signatures s ON s.txid = t.txid
    WHERE t.txid = ANY(${txids}::bytea[]) AND t.raw IS NOT NULL`.execute(db)
  return new Map(
    rows.flatMap(({ txid, raw, signedFor }) => {
      const walked = walkHashed(raw, txid)
      return walked ? [[txid, { walked, signedFor }] as const] : []
    }),
  )
}
