import { sql } from 'kysely'
import { addressOfScript, type Network } from '#domain/address.ts'
import type { Db } from '#server/platform/db/database.ts'
import { deriveAddressesAt, receiveBranch } from './account.ts'

/**
 * Derives the addresses at which these payrolls are funded, by payroll. Nobody may be shown another:
 * the database's own columns can be written by a thief, and the account key by the signer alone. A
 * payroll whose stored address is not the derived one is left out, and is asked no money for.
 */
export async function deriveFundingAddresses(
  db: Db,
  payrollIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (payrollIds.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    address: string
    index: number
    script: Buffer
    network: Network
  }>`
    SELECT p.id, p.address, a.index, a.script_pubkey AS script, account.network
    FROM payrolls p
    JOIN addresses a ON a.company_id = p.company_id AND a.payroll_id = p.id
      AND a.branch = ${receiveBranch}
    CROSS JOIN wallet_account account
    WHERE p.id = ANY(${payrollIds}::uuid[])`.execute(db)
  // A restored payroll has many addresses and shows one.
  const shown = rows.filter(
    ({ address, script, network }) => addressOfScript(script, network) === address,
  )
  const [first] = shown
  if (!first) return new Map()
  const indexes = shown.map(({ index }) => index)
  const derived = await deriveAddressesAt(db, receiveBranch, indexes, first.network)
  const right = shown.filter(({ address }, at) => derived[at]?.address === address)
  return new Map(right.map(({ id, address }) => [id, address]))
}
