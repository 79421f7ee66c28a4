import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import type { Changing, OwnChanging, People } from './changing.ts'
import { lastDollarLine, lastPaidLine, lastPaidLineOfSamePerson } from './paid-person.ts'

/** An address or a bank account that changes; the columns of the other one are empty. */
export type Changed = {
  kind: 'ADDRESS' | 'ACCOUNT'
  employeeId: string
  version: number
  address: string
  script: Buffer
  bank: string
  account: string
  previousAddress: string
  previousBank: string
  previousAccount: string
  /** The destination is the one that was paid last. */
  isPaidThere: boolean
  /** A destination of the kind was paid before, or there was none of the kind and the other one was. */
  wasPaid: boolean
  /** The employee had set the address that a file replaces. */
  isOwnReplaced: boolean
  emails: string[]
  phones: string[]
}

type Actor = Pick<Changing | OwnChanging, 'companyId' | 'via'>

/**
 * Reads whose address changes; with `withNew` also who comes back under another id with another
 * address.
 */
export async function readChangedAddresses(
  trx: Db,
  { companyId, via }: Actor,
  people: People,
  withNew: boolean,
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    SELECT 'ADDRESS' AS kind, n.id AS "employeeId", n.version, n.address, n.script_pubkey AS script,
      '' AS bank, '' AS account, '' AS "previousBank", '' AS "previousAccount",
      coalesce(n.previous_address, other.address) AS "previousAddress",
      coalesce(coalesce(own.address, other.address) = n.address, false) AS "isPaidThere",
      coalesce(own.id, other.id) IS NOT NULL
        OR (coalesce(n.previous_address = '', false) AND ${hasLine(companyId)}) AS "wasPaid",
      ${via === 'CSV'}::boolean AND coalesce(present.via = 'EMPLOYEE', false) AS "isOwnReplaced",
      ${formerContacts}
    FROM (${people}) n
    LEFT JOIN LATERAL ${lastPaidLine(sql`n.id`, companyId)} own ON NOT n.is_new
    LEFT JOIN LATERAL (
      SELECT * FROM ${lastPaidLineOfSamePerson(companyId)} same WHERE own.id IS NULL) other ON true
    LEFT JOIN LATERAL (
      SELECT a.via FROM employee_destinations a
      WHERE a.employee_id = n.id AND a.company_id = ${companyId} AND a.kind = 'ADDRESS'
        AND a.address = n.previous_address
      ORDER BY a.version DESC LIMIT 1) present ON NOT n.is_new
    WHERE CASE WHEN n.is_new THEN ${withNew} AND other.address <> n.address
      ELSE n.address <> n.previous_address END`.execute(trx)
  return rows
}

/** Reads whose bank account changes, as `readChangedAddresses` reads addresses. */
export async function readChangedAccounts(
  trx: Db,
  { companyId }: Actor,
  people: People,
  withNew: boolean,
): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    SELECT 'ACCOUNT' AS kind, n.id AS "employeeId", n.version, '' AS address, ''::bytea AS script,
      '' AS "previousAddress", n.bank, n.bank_account AS account,
      coalesce(n.previous_bank, other.bank) AS "previousBank",
      coalesce(n.previous_account, other.bank_account) AS "previousAccount",
      coalesce(coalesce(own.bank, other.bank) = n.bank
        AND coalesce(own.bank_account, other.bank_account) = n.bank_account, false) AS "isPaidThere",
      coalesce(own.id, other.id) IS NOT NULL
        OR (coalesce(n.previous_account = '', false) AND ${hasLine(companyId)}) AS "wasPaid",
      false AS "isOwnReplaced", ${formerContacts}
    FROM (${people}) n
    LEFT JOIN LATERAL ${lastDollarLine(sql`n.id`, companyId)} own ON NOT n.is_new
    LEFT JOIN LATERAL (
      SELECT * FROM ${lastPaidLineOfSamePerson(companyId, lastDollarLine)} same
      WHERE own.id IS NULL) other ON true
    WHERE CASE WHEN n.is_new
      THEN ${withNew} AND (other.bank, other.bank_account) <> (n.bank, n.bank_account)
      ELSE (n.bank, n.bank_account) <> (n.previous_bank, n.previous_account) END`.execute(trx)
  return rows
}

const hasLine = (companyId: string): RawBuilder<boolean> => sql`EXISTS (
  SELECT FROM sheet_lines l WHERE l.employee_id = n.id AND l.company_id = ${companyId})`

/** The contacts that are told: the former ones, and those of the id that was paid before. */
const formerContacts = sql`
  array_remove(ARRAY[CASE WHEN NOT n.is_new THEN n.previous_email END, other.email], NULL) AS emails,
  array_remove(ARRAY[CASE WHEN NOT n.is_new THEN n.previous_phone END, other.phone], NULL) AS phones`
