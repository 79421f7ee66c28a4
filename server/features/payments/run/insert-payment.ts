import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import type { Plan, PlannedTransaction } from '#domain/payment-plan.ts'
import { readWatchedChange } from '#server/features/chain/index.ts'
import {
  insertLineOutputs,
  insertOutputs,
  insertTransaction,
  type NewOutput,
} from '#server/features/transactions/write.ts'
import { arrayText, type Trx } from '#server/platform/db/database.ts'
import { insertUtxos } from './insert-inputs.ts'
import type { Facts } from './read-facts.ts'

type InsertInput = {
  companyId: string
  userId: string
  payrollId: string
  network: Network
  note: string
}

/** A new payment with its lines. */
export async function insertPayment(
  trx: Trx,
  asked: InsertInput,
  plan: Plan,
  price: NonNullable<Facts['price']>,
): Promise<string> {
  const { id } = await trx
    .insertInto('payments')
    .values({
      company_id: asked.companyId,
      payroll_id: asked.payrollId,
      requested_by: asked.userId,
      note: asked.note,
      total_usd_cents: plan.totalUsdCents,
      total_sats: plan.totalSats,
      rate_usd_cents_per_btc: price.usdCentsPerBtc,
      rate_sources: price.sources,
      rate_at: price.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertLines(trx, asked.companyId, id, plan)
  return id
}

/** Snapshots the people as their rows are in this transaction; amounts come from the plan. */
async function insertLines(trx: Trx, companyId: string, paymentId: string, plan: Plan) {
  const { satsOfLine } = plan
  const { rows } = await sql<{ lines: bigint; usdCents: bigint | null }>`
    WITH made AS (
      INSERT INTO payment_lines (company_id, payment_id, employee_id, first_name, last_name, address,
        script_pubkey, usd_cents, sats, version, mac)
      SELECT e.company_id, ${paymentId}, e.id, e.first_name, e.last_name, e.address,
        e.script_pubkey, e.base_salary_usd_cents, l.sats, e.version, e.mac
      FROM unnest(${arrayText(satsOfLine.keys())}::uuid[], ${arrayText(satsOfLine.values())}::bigint[])
        AS l (employee_id, sats)
      JOIN employees e ON e.id = l.employee_id AND e.company_id = ${companyId}
      RETURNING usd_cents)
    SELECT count(*) AS lines, sum(usd_cents)::bigint AS "usdCents" FROM made`.execute(trx)
  const [made] = rows
  if (Number(made?.lines) !== satsOfLine.size || made?.usdCents !== plan.totalUsdCents) {
    throw new Error('Somebody was edited between the plan and its snapshot')
  }
}

type Run = {
  paymentId: string
  orderId: string
  needsApproval: boolean
  /** The position of the first of the transactions in its payment. */
  position: number
}

/** The transactions of a plan, with what they spend and pay. */
export async function insertTransactions(
  trx: Trx,
  asked: InsertInput,
  facts: Facts,
  plan: Plan,
  run: Run,
): Promise<void> {
  const centsOf = new Map(facts.salaries.map((one) => [one.employeeId, one.usdCents]))
  const inserted = new Map<number, string>()
  // The last first: a lane names its batch.
  for (const [index, transaction] of [...plan.transactions.entries()].reverse()) {
    const { outputs } = transaction
    const paid = outputs.flatMap((output) => (output.kind === 'line' ? [output] : []))
    const id = await insertTransaction(trx, {
      company_id: asked.companyId,
      payroll_id: asked.payrollId,
      payment_id: run.paymentId,
      order_id: run.orderId,
      position: run.position + index,
      type: 'send',
      waiting_for: transaction.waits ? 'lane' : run.needsApproval ? 'approval' : 'node',
      usd_cents: paid.reduce((sum, { line }) => sum + (centsOf.get(line) ?? 0n), 0n),
      sats: paid.reduce((sum, { sats }) => sum + sats, 0n),
      rate_usd_cents_per_btc: facts.price?.usdCentsPerBtc ?? 0n,
      fee_sats: transaction.feeSats,
      vsize: transaction.vsize,
      fee_rate_sats_per_kvb: facts.feeRateSatsPerKvb,
    })
    inserted.set(index, id)
    await insertPaid(trx, asked, run.paymentId, { id, transaction, inserted })
    await insertUtxos(trx, id, transaction.utxos)
  }
}

type Insertion = {
  id: string
  transaction: PlannedTransaction
  /** Ids of the transactions of this plan that are inserted already, by their place in it. */
  inserted: Map<number, string>
}

/** An output to a person has the script and satoshi of the line. */
async function insertPaid(trx: Trx, asked: InsertInput, paymentId: string, insertion: Insertion) {
  const { id, transaction, inserted } = insertion
  const owner = { companyId: asked.companyId, payrollId: asked.payrollId }
  const employees = new Map<number, string>()
  const ours: NewOutput[] = []
  for (const [vout, output] of transaction.outputs.entries()) {
    if (output.kind === 'line') {
      employees.set(vout, output.line)
    } else if (output.kind === 'lane' || !transaction.waits) {
      const { script } = await readWatchedChange(trx, owner, asked.network)
      const laneOf = output.kind === 'lane' ? (inserted.get(output.laneOf) ?? null) : null
      ours.push({ vout, script, sats: output.sats, laneOf })
    }
    // The head of a batch that waits is settled when it is built; its place stays free.
  }
  await insertOutputs(trx, id, ours)
  await insertLineOutputs(trx, id, paymentId, employees)
}
