import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { RecordedSignature } from '#server/authorization/signing-record.ts'
import { arrayText, type Trx } from '#server/platform/db/database.ts'
import { insertSignature } from './insert-signature.ts'
import { advanceHead, type SignatureEntry, verifyMemory, writeHead } from './signature-chain.ts'

/**
 * Adds to the memory what the record has and a restored memory lacks: rule R4 counts it, the caps do, and
 * no former pay terms are signed for. Returns how many were added.
 */
export async function rememberRecorded(
  trx: Trx,
  key: KeyObject,
  recorded: readonly RecordedSignature[],
): Promise<number> {
  let head = await verifyMemory(trx, key)
  const rows = await trx.selectFrom('signer.signatures').select('txid').execute()
  const known = new Set(rows.map(({ txid }) => txid.toString('hex')))
  const missing = recorded.filter(({ txid }) => !known.has(txid))
  for (const signed of missing) {
    const scripts = await rememberScripts(trx, signed)
    const entry = toEntry(signed, scripts)
    head = advanceHead(key, head, entry)
    await insertSignature(trx, head, entry)
    await rememberRecordedTerms(trx, signed)
  }
  if (missing.length > 0) await writeHead(trx, key, head)
  return missing.length
}

const toEntry = (signed: RecordedSignature, scripts: string[]): SignatureEntry => ({
  transactionId: signed.transaction,
  runId: signed.run,
  rootId: signed.signedRoot,
  orderId: signed.order,
  companyId: signed.company,
  payrollId: signed.payroll,
  orderKind: signed.orderKind,
  orderNumber: signed.orderNumber,
  txid: Buffer.from(signed.txid, 'hex'),
  paid: signed.payees,
  paidSats: signed.paidSats,
  feeSats: signed.feeSats,
  runSats: signed.runSats,
  rateUsdCentsPerBtc: signed.rateUsdCentsPerBtc,
  orderUsdCents: signed.orderUsdCents,
  sheetSha256: Buffer.from(signed.sheetSha256, 'hex'),
  periodKey: signed.claimsPeriod,
  signedAt: signed.signedAt,
  inputs: signed.inputs,
  scripts,
})

/** The owners of addresses that it was the first to sign for, as the chain of the memory has them. */
async function rememberScripts(
  trx: Trx,
  { scripts, transaction, company, payroll }: RecordedSignature,
): Promise<string[]> {
  const first = scripts.map((one) => Buffer.from(one.split(':')[0] ?? '', 'hex'))
  const { rows } = await sql<{ script: string }>`
    INSERT INTO signer.signed_scripts (script_pubkey, company_id, payroll_id, transaction_id)
    SELECT script, ${company}::uuid, ${payroll}::uuid, ${transaction}::uuid
    FROM unnest(${first}::bytea[]) AS script
    ON CONFLICT DO NOTHING RETURNING encode(script_pubkey, 'hex') AS script`.execute(trx)
  return rows.map(({ script }) => [script, company, payroll].join(':')).toSorted()
}

async function rememberRecordedTerms(trx: Trx, { pay, company }: RecordedSignature): Promise<void> {
  if (!pay || pay.firstNumber === null) return
  await sql`
    INSERT INTO signer.signed_terms (employee_id, version, company_id, order_number)
    SELECT employee_id, version, ${company}::uuid, ${pay.firstNumber}::bigint
    FROM unnest(${arrayText(pay.lines.map(({ employee }) => employee))}::uuid[],
      ${arrayText(pay.lines.map(({ version }) => version))}::integer[]) AS line (employee_id, version)
    ON CONFLICT DO NOTHING`.execute(trx)
}
