import { sql } from 'kysely'
import type { WalkedTransaction } from '#domain/block.ts'
import type { Db } from '#server/platform/database.ts'

export type OurOutput = {
  txid: Buffer
  vout: number
  script: Buffer
  sats: bigint
  coinbase: boolean
  payroll_id: string
  company_id: string
}

export type OurSpend = { txid: Buffer; vout: number; payroll_id: string; spender: Buffer }

const bytes = (hex: string) => Buffer.from(hex, 'hex')

/** Outputs that pay one of our scripts, by one query for all of them. */
export async function ourOutputs(db: Db, transactions: WalkedTransaction[]): Promise<OurOutput[]> {
  const scripts = new Map<string, Buffer>()
  for (const transaction of transactions) {
    for (const { script } of transaction.outputs) {
      // All our scripts are P2WPKH (BIP 141): 22 bytes that begin with OP_0 and a push of 20.
      if (script.length === 22 && script[0] === 0 && script[1] === 20) {
        const view = Buffer.from(script.buffer, script.byteOffset, script.length)
        scripts.set(view.toString('latin1'), view)
      }
    }
  }
  if (scripts.size === 0) return []
  const owners = await db
    .selectFrom('addresses')
    .select(['script_pubkey', 'payroll_id', 'company_id'])
    .where('script_pubkey', '=', sql<Buffer>`ANY(${[...scripts.values()]}::bytea[])`)
    .execute()
  if (owners.length === 0) return []
  const ownerOf = new Map(owners.map((owner) => [owner.script_pubkey.toString('latin1'), owner]))
  return transactions.flatMap((transaction) =>
    transaction.outputs.flatMap(({ script, sats }, vout) => {
      const owner = ownerOf.get(Buffer.from(script).toString('latin1'))
      if (!owner) return []
      const { script_pubkey, payroll_id, company_id } = owner
      const txid = bytes(transaction.txid())
      const { coinbase } = transaction
      return [{ txid, vout, script: script_pubkey, sats, coinbase, payroll_id, company_id }]
    }),
  )
}

/** Coins of ours that `transactions` spend, by one query; also those that they themselves made. */
export async function ourSpends(db: Db, transactions: WalkedTransaction[]): Promise<OurSpend[]> {
  const inputs = transactions
    .filter((transaction) => !transaction.coinbase)
    .flatMap((transaction) => transaction.inputs.map((input) => ({ ...input, transaction })))
  if (inputs.length === 0) return []
  const txids = inputs.map((input) => Buffer.from(input.previousTxid.toReversed()))
  const vouts = inputs.map((input) => input.vout)
  const { rows } = await sql<{ position: bigint; txid: Buffer; vout: number; payroll_id: string }>`
    SELECT i.position, c.txid, c.vout, c.payroll_id
    FROM unnest(${txids}::bytea[], ${vouts}::integer[]) WITH ORDINALITY AS i (txid, vout, position)
    JOIN coins c ON c.txid = i.txid AND c.vout = i.vout`.execute(db)
  return rows.map(({ position, ...coin }) => {
    const input = inputs[Number(position) - 1]
    if (!input) throw new Error('The database answered a row that was not asked for')
    return { ...coin, spender: bytes(input.transaction.txid()) }
  })
}
