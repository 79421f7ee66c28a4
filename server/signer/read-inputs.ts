import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { walkHashed } from './walk-hashed.ts'

export type StoredInput = {
  txid: string
  vout: number
  sats: bigint
  script: Buffer
  payrollId: string
  branch: number
  index: number
}

type Path = Pick<StoredInput, 'payrollId' | 'branch' | 'index'>
type Row = { txid: string; vout: number } & (Omit<StoredInput, 'txid' | 'vout'> | { script: null })

/**
 * The inputs of a plan that are UTXOs of the records, or outputs of a transaction of the same payroll
 * whose bytes the records have: it may be in no block and no mempool. Any other input is left out.
 */
export async function readInputs(
  db: Db,
  { id, payrollId }: { id: string; payrollId: string },
): Promise<StoredInput[]> {
  const { rows } = await sql<Row>`
    SELECT encode(i.txid, 'hex') AS txid, i.vout, c.sats, c.script_pubkey AS script,
      c.payroll_id AS "payrollId", a.branch, a.index
    FROM transaction_inputs i
    LEFT JOIN utxos c ON c.txid = i.txid AND c.vout = i.vout
    LEFT JOIN addresses a ON a.script_pubkey = c.script_pubkey
    WHERE i.transaction_id = ${id} ORDER BY i.position`.execute(db)
  const missing = rows.filter(({ script }) => script === null)
  const made = await readMade(db, payrollId, missing)
  return rows.flatMap((row) => (row.script === null ? (made.get(nameOf(row)) ?? []) : row))
}

type Outpoint = { txid: string; vout: number }
const nameOf = ({ txid, vout }: Outpoint) => `${txid}:${vout}`

/** Outputs of the payroll's transactions, as their bytes have them. */
async function readMade(
  db: Db,
  payrollId: string,
  outpoints: readonly Outpoint[],
): Promise<Map<string, StoredInput>> {
  if (outpoints.length === 0) return new Map()
  const txids = outpoints.map(({ txid }) => Buffer.from(txid, 'hex'))
  const makers = await db
    .selectFrom('transactions')
    .select(['txid', 'raw'])
    .where('payroll_id', '=', payrollId)
    .where('txid', '=', sql<Buffer>`ANY(${txids}::bytea[])`)
    .where('raw', 'is not', null)
    .$narrowType<{ txid: Buffer; raw: Buffer }>()
    .execute()
  const walked = new Map(
    makers.map(({ txid, raw }) => [txid.toString('hex'), walkHashed(raw, txid.toString('hex'))]),
  )
  const outputs = outpoints.flatMap(({ txid, vout }) => {
    const output = walked.get(txid)?.outputs[vout]
    return output ? [{ txid, vout, sats: output.sats, script: Buffer.from(output.script) }] : []
  })
  const paths = await readPaths(
    db,
    outputs.map(({ script }) => script),
  )
  return new Map(
    outputs.flatMap((output) => {
      const path = paths.get(output.script.toString('hex'))
      if (!path) return []
      // Change belongs to the payroll whose UTXOs the transaction spends (rule R8 of decision 5).
      const owner = path.branch === 1 ? payrollId : path.payrollId
      return [[nameOf(output), { ...output, ...path, payrollId: owner }] as const]
    }),
  )
}

/** Paths that the tables say scripts have, by the script in hex. */
export async function readPaths(db: Db, scripts: Buffer[]): Promise<Map<string, Path>> {
  const rows = await db
    .selectFrom('addresses')
    .select(['script_pubkey', 'payroll_id as payrollId', 'branch', 'index'])
    .where('script_pubkey', '=', sql<Buffer>`ANY(${scripts}::bytea[])`)
    .execute()
  return new Map(rows.map(({ script_pubkey, ...path }) => [script_pubkey.toString('hex'), path]))
}
