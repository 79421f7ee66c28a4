import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import { walkTransaction } from '#domain/block.ts'
import type { RecordedSignature } from '#server/authorization/signing-record.ts'
import { watchRecorded } from '#server/features/chain/index.ts'
import {
  endUnsigned,
  markReplaced,
  type NewInput,
  type NewOutput,
  type SignedTransaction,
  saveSigned,
  setLanes,
} from '#server/features/transactions/write.ts'
import { arrayText, type Trx } from '#server/platform/db/database.ts'
import { closeEnded } from '../send/close-ended.ts'
import { requestedBy } from './recorded-values.ts'
import { type RestoredLine, savePayment, scriptOf } from './restored-payment.ts'
import { savePayroll } from './restored-payroll.ts'
import {
  findMoved,
  type MovedPerson,
  raiseVersions,
  saveUnknownPeople,
  type UnknownPerson,
} from './restored-people.ts'

type Context = { network: Network; macKey: KeyObject }

export type TakenIn = {
  transactions: number
  payrolls: string[]
  people: UnknownPerson[]
  /** People whose newest payment went to another address than that of the backup. */
  moved: MovedPerson[]
  /** Signatures of companies that the backup does not know. */
  ofUnknownCompanies: string[]
}

/**
 * Takes the signatures of the record into a restored database, which from then on knows them as if it
 * had made them: the follower finds them in blocks, and the newest of each root is sent again.
 */
export async function takeInSignatures(
  trx: Trx,
  context: Context,
  recorded: readonly RecordedSignature[],
): Promise<TakenIn> {
  const taken: TakenIn = {
    transactions: 0,
    payrolls: [],
    people: [],
    moved: [],
    ofUnknownCompanies: [],
  }
  const unknown = await findUnknown(trx, recorded)
  // A transaction that was met in a block has another id here.
  const rowOf = new Map<string, string>()
  for (const signed of unknown) {
    if (!(await isCompanyKnown(trx, signed))) {
      taken.ofUnknownCompanies.push(signed.txid)
      continue
    }
    const payroll = await savePayroll(trx, context, signed)
    if (payroll) taken.payrolls.push(payroll)
    taken.people.push(...(await saveUnknownPeople(trx, context, signed)))
    await watchRecorded(trx, signed, context.network)
    await saveRun(trx, context, signed)
    rowOf.set(signed.transaction, await saveOne(trx, signed, rowOf))
    taken.transactions++
  }
  for (const { transaction, lanes } of unknown) {
    const batches = lanes.map(({ vout, batch }) => ({ vout, batch: rowOf.get(batch) ?? batch }))
    await setLanes(trx, rowOf.get(transaction) ?? transaction, batches)
  }
  await raiseOrderCounts(trx, unknown)
  await markReplaced(trx, [...rowOf.values()])
  await endPlans(trx)
  taken.moved = await findMoved(trx, unknown)
  await raiseVersions(trx, context.macKey, unknown)
  return taken
}

/**
 * Ends every plan of which nothing is signed. These records did not know who was paid since, and the lost
 * ones may have rejected it: no head excludes a payment of another payroll for the same days. Somebody who
 * still wants it orders it again.
 */
async function endPlans(trx: Trx): Promise<void> {
  await endUnsigned(trx, sql`true`, 'failed', 'RESTORED')
  await closeEnded(trx)
}

/** A company's next order has a number above those that were signed since the backup. */
export async function raiseOrderCounts(
  trx: Trx,
  signed: readonly Pick<RecordedSignature, 'company' | 'orderNumber'>[],
): Promise<void> {
  const highest = new Map<string, bigint>()
  for (const { company, orderNumber } of signed) {
    if ((highest.get(company) ?? 0n) < (orderNumber ?? 0n)) highest.set(company, orderNumber ?? 0n)
  }
  await sql`
    INSERT INTO order_counts (company_id, number)
    SELECT l.company, l.number
    FROM unnest(${[...highest.keys()]}::uuid[], ${arrayText([...highest.values()])}::bigint[])
      AS l (company, number) JOIN companies c ON c.id = l.company
    ON CONFLICT (company_id) DO UPDATE
      SET number = greatest(order_counts.number, excluded.number)`.execute(trx)
}

/** The signatures that the tables do not have as a transaction of their own. */
async function findUnknown(trx: Trx, recorded: readonly RecordedSignature[]) {
  const { rows } = await sql<{ txid: string }>`
    SELECT encode(txid, 'hex') AS txid FROM transactions
    WHERE txid IS NOT NULL AND type != 'receive' AND NOT untracked`.execute(trx)
  const known = new Set(rows.map(({ txid }) => txid))
  return recorded.filter(({ txid }) => !known.has(txid))
}

export async function isCompanyKnown(
  trx: Trx,
  { company }: Pick<RecordedSignature, 'company'>,
): Promise<boolean> {
  const row = await trx
    .selectFrom('companies')
    .select('id')
    .where('id', '=', company)
    .executeTakeFirst()
  return row !== undefined
}

const outputsOf = ({ raw }: RecordedSignature) => walkTransaction(Buffer.from(raw, 'hex')).outputs

/** Saves the payment or withdrawal of a signature; one that pays nobody needs none. */
async function saveRun(trx: Trx, context: Context, signed: RecordedSignature): Promise<void> {
  const { pay, withdrawal, run, company, payroll } = signed
  const outputs = outputsOf(signed)
  const lines = (pay?.lines ?? []).map(
    (line): RestoredLine => ({
      ...line,
      sats: outputs[line.vout]?.sats ?? 0n,
      script: scriptOf(line.destination, context.network),
    }),
  )
  await savePayment(trx, context, signed, lines)
  if (!withdrawal) return
  await sql`
    INSERT INTO withdrawals (id, company_id, payroll_id, requested_by, address, script_pubkey,
      requested_sats, created_at, closed_at)
    VALUES (${run}, ${company}, ${payroll}, ${requestedBy(signed)}, ${withdrawal.address},
      ${scriptOf(withdrawal.address, context.network)}, ${withdrawal.requestedSats}, ${signed.signedAt}, now())
    ON CONFLICT DO NOTHING`.execute(trx)
}

const typeOf: Record<RecordedSignature['kind'], SignedTransaction['type']> = {
  batch: 'send',
  RBF: 'send',
  withdrawal: 'withdrawal',
  sweep: 'withdrawal',
  cancellation: 'cancel',
  child: 'child',
  consolidation: 'consolidation',
}

async function saveOne(
  trx: Trx,
  signed: RecordedSignature,
  rowOf: ReadonlyMap<string, string>,
): Promise<string> {
  const { run } = signed
  const type = typeOf[signed.kind]
  const { rows } = await sql<{
    payment: string | null
    withdrawal: string | null
    orderId: string | null
  }>`
    SELECT (SELECT id FROM sheets WHERE id = ${run}) AS payment,
      (SELECT id FROM withdrawals WHERE id = ${run}) AS withdrawal,
      (SELECT id FROM orders WHERE id = ${signed.order}) AS "orderId"`.execute(trx)
  const known = rows[0] ?? { payment: null, withdrawal: null, orderId: null }
  const isOfRun = type !== 'child' && type !== 'consolidation'
  const root = rowOf.get(signed.root) ?? signed.root
  const row: SignedTransaction = {
    id: signed.transaction,
    company_id: signed.company,
    payroll_id: signed.payroll,
    type,
    sheet_id: isOfRun ? known.payment : null,
    withdrawal_id: isOfRun ? known.withdrawal : null,
    order_id: known.orderId,
    root_id: root,
    version: signed.version,
    cpfp_parent_id: signed.parent && (rowOf.get(signed.parent) ?? signed.parent),
    position: signed.position,
    txid: Buffer.from(signed.txid, 'hex'),
    raw: Buffer.from(signed.raw, 'hex'),
    sats: signed.sats,
    usd_cents: signed.usdCents,
    rate_usd_cents_per_btc: signed.rateUsdCentsPerBtc,
    fee_sats: signed.networkFeeSats,
    vsize: signed.vsize,
    fee_rate_sats_per_kvb: signed.feeRateSatsPerKvb,
    signed_at: signed.signedAt,
  }
  const saved = await saveSigned(trx, row, inputsOf(signed), await describeOutputs(trx, signed))
  await trx
    .deleteFrom('money_breaches')
    .where('kind', '=', 'UNTRACKED_SPEND')
    .where('id', '=', saved)
    .execute()
  return saved
}

const inputsOf = ({ raw }: RecordedSignature): NewInput[] =>
  walkTransaction(Buffer.from(raw, 'hex')).inputs.map(({ previousTxid, vout }) => ({
    txid: Buffer.from(previousTxid).reverse(),
    vout,
  }))

async function describeOutputs(trx: Trx, signed: RecordedSignature): Promise<NewOutput[]> {
  const lines = await trx
    .selectFrom('sheet_lines')
    .select(['id', 'employee_id'])
    .where('sheet_id', '=', signed.run)
    .execute()
  const lineOf = new Map(lines.map((line) => [line.employee_id, line.id]))
  const paid = new Map(
    (signed.pay?.lines ?? []).map((line) => [line.vout, lineOf.get(line.employee)]),
  )
  return outputsOf(signed).map(({ script, sats }, vout) => ({
    vout,
    script: Buffer.from(script),
    sats,
    line: paid.get(vout) ?? null,
    withdrawal: signed.withdrawal?.vout === vout ? signed.run : null,
  }))
}
