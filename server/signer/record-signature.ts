import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import {
  hashDocument,
  type RecordedLine,
  type RecordedSignature,
} from '#server/authorization/signing-record.ts'
import { arrayText, type Db, type Trx } from '#server/platform/db/database.ts'
import { failpoint } from '#server/platform/observe/failpoint.ts'
import type { StoredPlan } from './read-plan.ts'
import { recordedKind } from './recorded-kind.ts'
import type { SignatureEntry } from './signature-chain.ts'
import type { SigningRecord } from './signing-record.ts'

type Signed = {
  number: bigint
  entry: SignatureEntry
  raw: Buffer
  /** The number under which the payment was first ordered. */
  firstNumber: bigint | null
}

/**
 * Writes a signature into the record, once a txid. A signer that died before its commit left the
 * newest one there, and its plan goes before all others. Where it could not be signed, nobody has its
 * bytes: it is void, and gets a line of its own once it can. Until then its run is open, so nothing
 * that it could pay twice is planned.
 */
export async function recordSignature(
  trx: Trx,
  { record, macKey }: { record: SigningRecord; macKey: KeyObject },
  plan: StoredPlan,
  signed: Signed,
): Promise<void> {
  const { number, entry } = signed
  const txid = entry.txid.toString('hex')
  const state = await record.read()
  if (!state) await record.begin(number - 1n)
  const newest = state?.signatures.at(-1)
  const pending = newest?.number === number ? newest : null
  if (pending && pending.txid !== txid) await record.void(number)
  if (pending?.txid !== txid) await record.append(await describe(trx, macKey, plan, signed))
  failpoint('signed-and-recorded')
}

function kindOf({ type, sweep, isFirst }: StoredPlan): RecordedSignature['kind'] {
  if (type === 'send') return isFirst ? 'batch' : 'RBF'
  if (type === 'withdrawal') return sweep ? 'sweep' : 'withdrawal'
  return type === 'cancel' ? 'cancellation' : type
}

async function describe(
  db: Db,
  macKey: KeyObject,
  plan: StoredPlan,
  { number, entry, raw, firstNumber }: Signed,
): Promise<RecordedSignature> {
  const { order } = plan
  if (!order) throw new Error('nothing is signed that nobody has ordered')
  const { pay, lanes, ...place } = await readPlace(db, plan.id)
  const lines = await describeLines(db, macKey, plan)
  const paid = plan.outputs.findIndex(({ withdrawalId }) => withdrawalId !== null)
  return {
    number,
    kind: kindOf(plan),
    transaction: plan.id,
    txid: entry.txid.toString('hex'),
    raw: raw.toString('hex'),
    ...place,
    order: order.row.id,
    orderKind: entry.orderKind,
    orderNumber: entry.orderNumber,
    orderedAt: order.row.requested_at,
    requestedBy: order.row.requested_by,
    run: entry.runId,
    signedRoot: entry.rootId,
    company: entry.companyId,
    payroll: entry.payrollId,
    signedAt: entry.signedAt,
    inputs: entry.inputs,
    scripts: entry.scripts,
    payees: entry.paid,
    paidSats: entry.paidSats,
    feeSats: entry.feeSats,
    runSats: entry.runSats,
    rateUsdCentsPerBtc: entry.rateUsdCentsPerBtc,
    orderUsdCents: entry.orderUsdCents,
    sheetSha256: entry.sheetSha256.toString('hex'),
    claimsPeriod: entry.periodKey,
    addresses: addressesOf(plan),
    lanes: lanes ?? [],
    pay: lines.length > 0 && pay ? { ...pay, firstNumber, lines } : null,
    withdrawal:
      plan.withdrawal && paid >= 0
        ? {
            vout: paid,
            address: plan.withdrawal.address,
            requestedSats: plan.withdrawal.requestedSats,
          }
        : null,
  }
}

const addressesOf = ({ inputs, outputs }: StoredPlan) =>
  [...inputs, ...outputs.flatMap(({ change }) => change ?? [])].map(({ branch, index }) => ({
    branch,
    index,
  }))

type Place = Pick<
  RecordedSignature,
  | 'root'
  | 'version'
  | 'parent'
  | 'position'
  | 'vsize'
  | 'sats'
  | 'usdCents'
  | 'networkFeeSats'
  | 'feeRateSatsPerKvb'
> & {
  lanes: RecordedSignature['lanes'] | null
  pay: Omit<NonNullable<RecordedSignature['pay']>, 'firstNumber' | 'lines'> | null
}

/** The place of a transaction among the others of its payment, and what it pays. */
async function readPlace(db: Db, id: string): Promise<Place> {
  const { rows } = await sql<Place>`
    SELECT t.root_id AS root, t.version, t.cpfp_parent_id AS parent, t.position, t.vsize,
      t.sats, t.usd_cents AS "usdCents", t.fee_sats AS "networkFeeSats",
      t.fee_rate_sats_per_kvb AS "feeRateSatsPerKvb",
      (SELECT json_agg(json_build_object('vout', o.vout, 'batch', o.lane_of))
        FROM transaction_outputs o WHERE o.transaction_id = t.id AND o.lane_of IS NOT NULL) AS lanes,
      CASE WHEN p.id IS NOT NULL THEN json_build_object('periodKey', p.period_key,
        'kind', ${recordedKind},
        'specialRun', p.draft_id) END AS pay
    FROM transactions t LEFT JOIN sheets p ON p.id = t.sheet_id WHERE t.id = ${id}`.execute(db)
  const [place] = rows
  if (!place) throw new Error(`${id} is gone while it is signed`)
  return place
}

async function describeLines(
  db: Db,
  macKey: KeyObject,
  { companyId, outputs }: StoredPlan,
): Promise<RecordedLine[]> {
  const paid = outputs.flatMap(({ line }, vout) => (line ? [{ vout, line }] : []))
  if (paid.length === 0) return []
  const { rows } = await sql<{ id: string; document: string }>`
    SELECT id, identification AS document FROM sheet_lines
    WHERE id = ANY(${arrayText(paid.map(({ line }) => line.id))}::uuid[])`.execute(db)
  const documentOf = new Map(rows.map(({ id, document }) => [id, document]))
  return paid.map(({ vout, line }) => ({
    vout,
    employee: line.employeeId,
    document: hashDocument(macKey, companyId, documentOf.get(line.id) ?? ''),
    method: 'BITCOIN',
    destination: line.address,
    bank: line.bank,
    bankAccount: line.bankAccount,
    bitcoinPercent: line.bitcoinPercent,
    usdCents: line.usdCents,
    dollarsUsdCents: line.dollarsUsdCents,
    salaryUsdCents: line.isSpecial ? line.baseUsdCents : null,
    payFrequency: line.payFrequency,
    version: line.version,
  }))
}
