import { sql } from 'kysely'
import { arrayText, type Trx } from '#server/platform/db/database.ts'
import type { Head, SignatureEntry } from './signature-chain.ts'

/** Inserts a signature into the memory; `head` is that of the chain with it. */
export async function insertSignature(
  trx: Trx,
  { signatures, mac }: Head,
  entry: SignatureEntry,
): Promise<void> {
  await trx
    .insertInto('signer.signatures')
    .values({
      number: signatures,
      mac,
      transaction_id: entry.transactionId,
      company_id: entry.companyId,
      run_id: entry.runId,
      root_id: entry.rootId,
      order_id: entry.orderId,
      payroll_id: entry.payrollId,
      order_kind: entry.orderKind,
      order_number: entry.orderNumber,
      txid: entry.txid,
      paid: sql<string[]>`${arrayText(entry.paid)}::uuid[]`,
      paid_sats: entry.paidSats,
      fee_sats: entry.feeSats,
      run_sats: entry.runSats,
      rate_usd_cents_per_btc: entry.rateUsdCentsPerBtc,
      order_usd_cents: entry.orderUsdCents,
      sheet_sha256: entry.sheetSha256,
      period_key: entry.periodKey,
      signed_at: entry.signedAt,
    })
    .execute()
  const spent = entry.inputs.map((outpoint) => outpoint.split(':'))
  await sql`
    INSERT INTO signer.signature_inputs (transaction_id, txid, vout)
    SELECT ${entry.transactionId}, s.txid, s.vout
    FROM unnest(${spent.map(([txid = '']) => Buffer.from(txid, 'hex'))}::bytea[],
      ${arrayText(spent.map(([, vout = '']) => vout))}::integer[]) AS s (txid, vout)`.execute(trx)
}
