import { sql } from 'kysely'
import type { WalkedTransaction } from '#domain/block.ts'
import { centsAt, sumOfSats } from '#domain/money.ts'
import type { ForeignOutput } from '#domain/untracked-spend.ts'
import { readCurrentPrice } from '#server/features/prices/index.ts'
import { type Sighting, saveUntracked } from '#server/features/transactions/write.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { type AddressOwner, changeBranch } from '../addresses/account.ts'

export type Spend = AddressOwner & { txid: Buffer }

/** An untracked spend with its row; `isWhole`: all of its inputs are the payroll's. */
export type InsertedSpend = Spend & {
  id: string
  transaction: WalkedTransaction
  foreign: ForeignOutput[]
  isWhole: boolean
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/**
 * Reads the payroll's inputs and the foreign outputs. Change belongs to the payroll, whatever its
 * index (R8).
 */
async function readSpend(trx: Trx, transaction: WalkedTransaction, { payrollId, txid }: Spend) {
  const spent = await trx
    .selectFrom('utxos')
    .select(['txid', 'vout', 'sats'])
    .where('spent_by_txid', '=', txid)
    .where('payroll_id', '=', payrollId)
    .orderBy('txid')
    .orderBy('vout')
    .execute()
  const outputs = transaction.outputs.map(({ script, sats }, vout) => ({
    vout,
    script: hex(script),
    sats,
  }))
  const owned = await trx
    .selectFrom('addresses')
    .select('script_pubkey')
    .where(
      'script_pubkey',
      '=',
      sql<Buffer>`ANY(${outputs.map(({ script }) => Buffer.from(script, 'hex'))}::bytea[])`,
    )
    .where(({ or, eb }) => or([eb('payroll_id', '=', payrollId), eb('branch', '=', changeBranch)]))
    .execute()
  const ours = new Set(owned.map((row) => hex(row.script_pubkey)))
  const foreign = outputs.filter(({ script, sats }) => sats > 0n && !ours.has(script))
  return { spent, foreign, isWhole: spent.length === transaction.inputs.length }
}

/** The foreign outputs, and the fee where all inputs are this payroll's. */
function amountsOf(
  { outputs }: WalkedTransaction,
  { spent, foreign, isWhole }: Awaited<ReturnType<typeof readSpend>>,
) {
  if (isWhole) {
    return { sats: sumOfSats(foreign), feeSats: sumOfSats(spent) - sumOfSats(outputs) }
  }
  const net = sumOfSats(spent) - (sumOfSats(outputs) - sumOfSats(foreign))
  return { sats: net > 0n ? net : 0n, feeSats: null }
}

/** Inserts an untracked spend and its inputs. Its outputs follow when lines are matched. */
export async function insertSpend(
  trx: Trx,
  transaction: WalkedTransaction,
  spend: Spend,
  seen: NonNullable<Sighting>,
): Promise<InsertedSpend> {
  const read = await readSpend(trx, transaction, spend)
  const { spent, foreign, isWhole } = read
  const { sats, feeSats } = amountsOf(transaction, read)
  const rate = (await readCurrentPrice(trx))?.usdCentsPerBtc ?? 0n
  const key = { company_id: spend.companyId, payroll_id: spend.payrollId, txid: spend.txid }
  const row = {
    type: sats === 0n || (await paysEmployee(trx, spend, foreign)) ? 'send' : 'withdrawal',
    height: seen.height,
    raw: Buffer.from(transaction.raw),
    sats,
    usd_cents: centsAt(sats, rate),
    rate_usd_cents_per_btc: rate,
    fee_sats: feeSats,
    vsize: transaction.vsize,
  } as const
  const id = await saveUntracked(trx, key, row, spent)
  return { ...spend, id, transaction, foreign, isWhole }
}

async function paysEmployee(trx: Trx, { companyId }: Spend, foreign: readonly ForeignOutput[]) {
  const scripts = foreign.map(({ script }) => Buffer.from(script, 'hex'))
  const employee = await trx
    .selectFrom('employees')
    .select('id')
    .where('company_id', '=', companyId)
    .where('script_pubkey', '=', sql<Buffer>`ANY(${scripts}::bytea[])`)
    .limit(1)
    .executeTakeFirst()
  return employee !== undefined
}
