import { createHmac, type KeyObject, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { OrderKind } from '#server/authorization/signing-record.ts'
import type { Db, Trx } from '#server/platform/db/database.ts'

/** How the signer's memory differs from what it wrote. Counts are decimal texts, for the log. */
export type MemoryFault =
  | { code: 'SIGNATURE_CHANGED'; number: string }
  | { code: 'ROWS_ADDED'; rows: string }
  | { code: 'COUNT_CHANGED'; signatures: string; counted: string | null }
  | { code: 'SIGNATURES_GONE'; signatures: string; signed: string }

/** Refuses every signature while the memory is not as it was written. */
export class MemoryChanged extends Error {
  override name = 'MemoryChanged'
  readonly code = 'SIGNER_MEMORY_CHANGED'
  readonly fault: MemoryFault

  constructor(fault: MemoryFault) {
    super(fault.code)
    this.fault = fault
  }
}

/** A signature as it is remembered, whole; times to the millisecond. */
export type SignatureEntry = {
  transactionId: string
  runId: string
  rootId: string
  orderId: string
  companyId: string
  payrollId: string
  orderKind: OrderKind
  orderNumber: bigint | null
  txid: Buffer
  /** Employees, or the withdrawal. */
  paid: string[]
  paidSats: bigint
  feeSats: bigint
  runSats: bigint
  rateUsdCentsPerBtc: bigint
  /** The dollars of the whole order, and the hash of the sheet that its people have approved. */
  orderUsdCents: bigint
  sheetSha256: Buffer
  /** The period that its order claims. */
  periodKey: string | null
  signedAt: Date
  /** Outpoints as text, sorted. */
  inputs: string[]
  /** Our scripts that it was the first to sign for, with company and payroll, sorted. */
  scripts: string[]
}

/** How far a chain goes: its length, and the MAC of its newest entry. */
export type Head = { signatures: bigint; mac: Buffer }

export const emptyChain: Head = { signatures: 0n, mac: Buffer.alloc(32) }

const hmac = (key: KeyObject, parts: unknown[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()

/** The head after an entry: MAC over the one before and all of the entry. */
export function advanceHead(key: KeyObject, before: Head, e: SignatureEntry): Head {
  const signatures = before.signatures + 1n
  const mac = hmac(key, [
    'signature',
    ...[String(signatures), before.mac.toString('hex'), e.transactionId, e.runId, e.rootId],
    ...[e.orderId, e.companyId, e.payrollId, e.orderKind, e.orderNumber?.toString() ?? null],
    e.txid.toString('hex'),
    ...[e.paid, String(e.paidSats), String(e.feeSats), String(e.runSats)],
    ...[String(e.orderUsdCents), e.sheetSha256.toString('hex'), e.periodKey],
    ...[String(e.rateUsdCentsPerBtc), e.signedAt.toISOString(), e.inputs, e.scripts],
  ])
  return { signatures, mac }
}

const countMac = (key: KeyObject, { signatures, mac }: Head): Buffer =>
  hmac(key, ['signature count', String(signatures), mac.toString('hex')])

/** Written in the transaction that gives the signature away. */
export async function writeHead(trx: Trx, key: KeyObject, head: Head): Promise<void> {
  const row = { signatures: head.signatures, mac: countMac(key, head) }
  await trx
    .insertInto('signer.signature_count')
    .values(row)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(row))
    .execute()
}

const pageRows = 200

type Row = SignatureEntry & { number: bigint; mac: Buffer }

async function readPage(db: Db, after: bigint): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT number, mac, transaction_id AS "transactionId", run_id AS "runId", root_id AS "rootId",
      order_id AS "orderId", company_id AS "companyId", payroll_id AS "payrollId",
      order_kind AS "orderKind", order_number AS "orderNumber", txid, paid,
      paid_sats AS "paidSats", fee_sats AS "feeSats", run_sats AS "runSats",
      order_usd_cents AS "orderUsdCents", sheet_sha256 AS "sheetSha256", period_key AS "periodKey",
      rate_usd_cents_per_btc AS "rateUsdCentsPerBtc", signed_at AS "signedAt",
      ARRAY(SELECT encode(i.txid, 'hex') || ':' || i.vout FROM signer.signature_inputs i
        WHERE i.transaction_id = s.transaction_id
        ORDER BY (encode(i.txid, 'hex') || ':' || i.vout) COLLATE "C") AS inputs,
      ARRAY(SELECT concat_ws(':', encode(o.script_pubkey, 'hex'), o.company_id, o.payroll_id)
        FROM signer.signed_scripts o WHERE o.transaction_id = s.transaction_id
        ORDER BY encode(o.script_pubkey, 'hex') COLLATE "C") AS scripts
    FROM signer.signatures s WHERE number > ${after} ORDER BY number
    LIMIT ${sql.lit(pageRows)}`.execute(db)
  return rows
}

/** Rows that are in no chain: put in by somebody else. */
async function strayRows(db: Db): Promise<bigint> {
  const { rows } = await sql<{ strays: bigint }>`
    SELECT (SELECT count(*) FROM signer.signatures WHERE number IS NULL)
      + (SELECT count(*) FROM signer.signed_scripts o WHERE NOT EXISTS (
        SELECT FROM signer.signatures s WHERE s.transaction_id = o.transaction_id)) AS strays`.execute(
    db,
  )
  return rows[0]?.strays ?? 0n
}

/** Reads the whole memory, and proves every row. Throws a MemoryChanged that names the fault. */
export async function verifyMemory(db: Db, key: KeyObject): Promise<Head> {
  let head = emptyChain
  for (;;) {
    const page = await readPage(db, head.signatures)
    for (const { number, mac, ...entry } of page) {
      const next = advanceHead(key, head, entry)
      if (number !== next.signatures || !next.mac.equals(mac)) {
        throw new MemoryChanged({ code: 'SIGNATURE_CHANGED', number: String(next.signatures) })
      }
      head = next
    }
    if (page.length < pageRows) break
  }
  const strays = await strayRows(db)
  if (strays > 0n) throw new MemoryChanged({ code: 'ROWS_ADDED', rows: String(strays) })
  const count = await db.selectFrom('signer.signature_count').selectAll().executeTakeFirst()
  const isWhole = count
    ? count.signatures === head.signatures && countMac(key, head).equals(count.mac)
    : head.signatures === 0n
  if (!isWhole) {
    throw new MemoryChanged({
      code: 'COUNT_CHANGED',
      signatures: String(head.signatures),
      counted: count ? String(count.signatures) : null,
    })
  }
  return head
}

/** Unknown to any other writer: no further change of theirs makes the sum right again. */
export const newSeed = (): bigint => BigInt(randomInt(2 ** 47))

/**
 * The versions of the memory's rows: every UPDATE, and a DELETE with an INSERT, makes another xmin.
 * A hash of 4 bytes a row is read before each signature in place of the rows that were proven once.
 */
export async function versionsOfRows(db: Db, seed: bigint): Promise<string> {
  const versions = (table: string) => sql`(
    SELECT count(*) || ':' || coalesce(sum(hashint8extended(xmin::text::bigint, ${seed})), 0)
    FROM ${sql.table(table)})`
  const { rows } = await sql<{ versions: string }>`
    SELECT concat_ws(' ', ${versions('signer.signatures')}, ${versions('signer.signature_inputs')},
      ${versions('signer.signed_scripts')}, ${versions('signer.signature_count')}) AS versions`.execute(
    db,
  )
  return rows[0]?.versions ?? ''
}
