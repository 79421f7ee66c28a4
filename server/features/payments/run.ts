import { sql } from 'kysely'
import type { RunPaymentBody } from '#contract/payrolls.ts'
import type { Network } from '#domain/address.ts'
import type { Plan, PlannedTransaction } from '#domain/payment-plan.ts'
import { newChangeAddress, refreshBalances, watchAddress } from '#server/features/wallet/index.ts'
import { type Db, type Trx, violatedConstraint } from '#server/platform/database.ts'
import { notify } from '#server/platform/notify.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { decide, type Problem } from './decision.ts'
import { type Facts, openPayment, readFacts } from './facts.ts'
import { readPayment } from './store.ts'

type Asked = {
  companyId: string
  userId: string
  payrollId: string
  network: Network
  now: Date
} & RunPaymentBody

/**
 * Plans a run and reserves its coins in one SQL transaction: after it the payment exists and will be
 * carried out, or nothing happened. The payroll's row lock puts simultaneous clicks in a queue, and
 * the unique index over open payments is the judge should anything else slip in between.
 */
export async function planRun(db: Db, asked: Asked): Promise<string> {
  try {
    return await db.transaction().execute((trx) => planLocked(trx, asked))
  } catch (cause) {
    if (violatedConstraint(cause) !== 'payments_one_open') throw cause
    const open = await openPayment(db, asked.payrollId)
    const payment = open && (await readPayment(db, asked.companyId, open.id))
    throw new Refusal('PAYMENT_IN_PROGRESS', { data: { payment }, cause })
  }
}

async function planLocked(trx: Trx, asked: Asked): Promise<string> {
  const facts = await readFacts(trx, asked.companyId, asked.payrollId, asked.network, true)
  if (!facts) throw new Refusal('NOT_FOUND')
  const { plan, problems } = decide(facts, asked.after, asked.now)
  const [first] = problems
  if (first) throw await refusal(trx, asked.companyId, facts, first)
  if (!plan || !facts.price) throw new Error('A payment without problems has a plan and a price')
  const paymentId = await insertPayment(trx, asked, plan, facts.price)
  const lines = await insertLines(trx, asked.companyId, paymentId, plan)
  for (const [position, transaction] of plan.transactions.entries()) {
    await insertTransaction(trx, asked, facts, { paymentId, position, transaction, lines })
  }
  await refreshBalances(trx, [asked.payrollId])
  await notify(trx, 'plans')
  return paymentId
}

async function refusal(db: Db, companyId: string, facts: Facts, problem: Problem) {
  const named =
    problem.code === 'PAYMENT_IN_PROGRESS'
      ? facts.open
      : problem.code === 'ALREADY_PAID'
        ? facts.last
        : null
  const data = named ? { payment: await readPayment(db, companyId, named.id) } : problem.data
  return new Refusal(problem.code, {
    ...(problem.params ? { params: problem.params } : {}),
    ...(data ? { data } : {}),
  })
}

async function insertPayment(
  trx: Trx,
  asked: Asked,
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
  return id
}

type Line = { id: string; usdCents: bigint; script: Buffer }

/** Snapshots the people as their rows are in this transaction; amounts come from the plan. */
async function insertLines(
  trx: Trx,
  companyId: string,
  paymentId: string,
  plan: Plan,
): Promise<Map<string, Line>> {
  const employees = [...plan.satsOfLine.keys()]
  const sats = [...plan.satsOfLine.values()].map(String)
  const { rows } = await sql<{
    id: string
    employee_id: string
    usd_cents: bigint
    script_pubkey: Buffer
  }>`
    INSERT INTO payment_lines (company_id, payment_id, employee_id, first_name, last_name, address,
      script_pubkey, usd_cents, sats, version, mac)
    SELECT e.company_id, ${paymentId}, e.id, e.first_name, e.last_name, e.address,
      e.script_pubkey, e.base_salary_usd_cents, l.sats, e.version, e.mac
    FROM unnest(${employees}::uuid[], ${sats}::bigint[]) AS l (employee_id, sats)
    JOIN employees e ON e.id = l.employee_id AND e.company_id = ${companyId}
    RETURNING id, employee_id, usd_cents, script_pubkey`.execute(trx)
  const lines = new Map(
    rows.map((row) => [
      row.employee_id,
      { id: row.id, usdCents: row.usd_cents, script: row.script_pubkey },
    ]),
  )
  const total = [...lines.values()].reduce((sum, line) => sum + line.usdCents, 0n)
  if (lines.size !== employees.length || total !== plan.totalUsdCents) {
    throw new Error('Somebody was edited between the plan and its snapshot')
  }
  return lines
}

type Insertion = {
  paymentId: string
  position: number
  transaction: PlannedTransaction
  lines: Map<string, Line>
}

async function insertTransaction(trx: Trx, asked: Asked, facts: Facts, insertion: Insertion) {
  const { transaction, lines, paymentId, position } = insertion
  const owner = { companyId: asked.companyId, payrollId: asked.payrollId }
  const change = transaction.changeSats > 0n ? await newChangeAddress(trx, asked.network) : null
  if (change) await watchAddress(trx, owner, change)
  const paid = transaction.outputs.flatMap((output) => {
    const line = output.line === null ? undefined : lines.get(output.line)
    return line ? [{ usdCents: line.usdCents, sats: output.sats }] : []
  })
  const { id } = await trx
    .insertInto('transactions')
    .values({
      company_id: asked.companyId,
      payroll_id: asked.payrollId,
      payment_id: paymentId,
      position,
      type: 'send',
      state: 'pendingApproval',
      waiting_for: 'node',
      usd_cents: paid.reduce((sum, line) => sum + line.usdCents, 0n),
      sats: paid.reduce((sum, line) => sum + line.sats, 0n),
      rate_usd_cents_per_btc: facts.price?.usdCentsPerBtc ?? 0n,
      fee_sats: transaction.feeSats,
      vsize: transaction.vsize,
      fee_rate_sats_per_kvb: facts.feeRateSatsPerKvb,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const outputs = transaction.outputs.map((output) => {
    const line = output.line === null ? null : lines.get(output.line)
    const script = line ? line.script : change?.script
    if (!script) throw new Error('A planned output has no script')
    return { line: line?.id ?? null, script, sats: output.sats }
  })
  await sql`
    INSERT INTO transaction_outputs (transaction_id, vout, payment_line_id, script_pubkey, sats)
    SELECT ${id}, o.position - 1, o.line, o.script, o.sats
    FROM unnest(${outputs.map((o) => o.line)}::uuid[], ${outputs.map((o) => o.script)}::bytea[],
      ${outputs.map((o) => String(o.sats))}::bigint[])
      WITH ORDINALITY AS o (line, script, sats, position)`.execute(trx)
  await reserve(trx, id, transaction)
}

/** The coins belong to this transaction from here on; one already reserved is a fault of the plan. */
async function reserve(trx: Trx, id: string, transaction: PlannedTransaction): Promise<void> {
  for (const [position, coin] of transaction.coins.entries()) {
    const [hex = '', vout = ''] = coin.id.split(':')
    const outpoint = { txid: Buffer.from(hex, 'hex'), vout: Number(vout) }
    await trx
      .insertInto('transaction_inputs')
      .values({ transaction_id: id, position, ...outpoint })
      .execute()
    const { numUpdatedRows } = await trx
      .updateTable('coins')
      .set({ reserved_by: id })
      .where('txid', '=', outpoint.txid)
      .where('vout', '=', outpoint.vout)
      .where('reserved_by', 'is', null)
      .where('spent_by_txid', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw new Error(`Coin ${coin.id} is no longer free`)
  }
}
