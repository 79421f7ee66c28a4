import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { RunPaymentBody } from '#contract/payrolls.ts'
import type { Network } from '#domain/address.ts'
import { btcText, usdText } from '#domain/money.ts'
import type { Plan, PlannedTransaction } from '#domain/payment-plan.ts'
import { refreshBalances, watchedChange } from '#server/features/wallet/index.ts'
import { record } from '#server/platform/audit.ts'
import { type Db, newId, type Trx, violatedConstraint } from '#server/platform/database.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { claim, type Kept, type Keyed, keepPayment } from '#server/platform/idempotency.ts'
import { notify } from '#server/platform/notify.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { approvalOfRun, feeCeilingOf, orderRun, sendApprovalCode } from './approval/index.ts'
import { decide, type Problem } from './decision.ts'
import { type Facts, openPayment, readFacts } from './facts.ts'
import { transactionsOf } from './records.ts'
import { reserveCoin } from './reservation.ts'
import { resume } from './rest.ts'
import { readPayment } from './store.ts'
import { withdrawalInProgress } from './under-way.ts'

type Asked = {
  companyId: string
  userId: string
  payrollId: string
  network: Network
  ip: string | null
  now: Date
  smsConfigured: boolean
  macKey: KeyObject
  /** The key under which the same request may come again. */
  keyed: Keyed | null
} & RunPaymentBody

/** The payment that a request made, now or when it came first, and the answer it got then. */
export type Planned = { paymentId: string; answer: Kept['answer']; replayed: boolean }

/**
 * Plans a run and reserves its coins in one SQL transaction: after it the payment exists and will be
 * carried out, or nothing happened. The payroll's row lock puts simultaneous clicks in a queue, and
 * the unique index over open payments is the judge should anything else slip in between.
 */
export async function planRun(db: Db, asked: Asked): Promise<Planned> {
  try {
    const planned = await db.transaction().execute((trx) => planOnce(trx, asked))
    failpoint('plan-committed')
    return planned
  } catch (cause) {
    if (violatedConstraint(cause) !== 'payments_one_open') throw cause
    const open = await openPayment(db, asked.payrollId)
    const payment = open && (await readPayment(db, asked.companyId, open.id))
    throw new Refusal('PAYMENT_IN_PROGRESS', { data: { payment }, cause })
  }
}

async function planOnce(trx: Trx, asked: Asked): Promise<Planned> {
  const kept = asked.keyed && (await claim(trx, asked.keyed))
  if (kept?.paymentId) return { paymentId: kept.paymentId, answer: kept.answer, replayed: true }
  const paymentId = await planLocked(trx, asked)
  if (asked.keyed) await keepPayment(trx, asked.keyed, paymentId)
  return { paymentId, answer: null, replayed: false }
}

async function planLocked(trx: Trx, asked: Asked): Promise<string> {
  const facts = await readFacts(trx, asked.companyId, asked.payrollId, asked.network, true)
  if (!facts) throw new Refusal('NOT_FOUND')
  const { plan, problems } = decide(facts, asked.after, asked.now)
  const [problem] = problems
  if (problem) throw await refusal(trx, asked.companyId, facts, problem)
  if (!plan || !facts.price) throw new Error('A payment without problems has a plan and a price')
  const { paymentId, lines, position: first } = await begin(trx, asked, facts, plan, facts.price)
  const approval = await approvalOfRun(trx, asked.companyId, plan.totalUsdCents, lines)
  const needsApproval = approval.isNeeded
  const orderId = await newId(trx)
  const inserted = new Map<number, string>()
  // The last first: an output that feeds a transaction names it.
  for (const [index, transaction] of [...plan.transactions.entries()].reverse()) {
    const position = first + index
    const insertion = { paymentId, orderId, needsApproval, position, transaction, lines, inserted }
    inserted.set(index, await insertTransaction(trx, asked, facts, insertion))
  }
  const order = { id: orderId, approval, paymentId }
  await orderRun(trx, asked, order, feeCeilingOf(plan, facts.price.usdCentsPerBtc))
  if (needsApproval) {
    const sent = { id: orderId, company_id: asked.companyId, withdrawal_id: null }
    await sendApprovalCode(trx, asked, sent, asked.userId, asked.now)
  }
  await refreshBalances(trx, [asked.payrollId])
  await noteRun(trx, asked, facts, { paymentId, plan })
  await notify(trx, 'plans')
  failpoint('coins-reserved')
  return paymentId
}

/** A new payment with its lines, or the one whose rest this is, with those of its lines. */
async function begin(
  trx: Trx,
  asked: Asked,
  { rest }: Facts,
  plan: Plan,
  price: NonNullable<Facts['price']>,
): Promise<{ paymentId: string; lines: Map<string, Line>; position: number }> {
  if (rest) {
    const resumed = await resume(trx, asked.companyId, rest, plan.satsOfLine)
    return { paymentId: rest.paymentId, ...resumed }
  }
  const { id: paymentId } = await insertPayment(trx, asked, plan, price)
  return { paymentId, lines: await insertLines(trx, asked.companyId, paymentId, plan), position: 0 }
}

async function noteRun(
  trx: Trx,
  { companyId, userId, ip, note }: Asked,
  facts: Facts,
  { paymentId, plan }: { paymentId: string; plan: Plan },
) {
  await record(trx, {
    companyId,
    userId,
    ip,
    action: 'payment.run',
    subject: facts.payroll.name,
    detail: {
      payment: paymentId,
      employees: String(plan.satsOfLine.size),
      usd: usdText(plan.totalUsdCents),
      btc: btcText(plan.totalSats),
      ...(note ? { note } : {}),
      ...(facts.rest ? { rest: 'true' } : {}),
    },
  })
}

async function refusal(db: Db, companyId: string, facts: Facts, problem: Problem) {
  const named =
    problem.code === 'PAYMENT_IN_PROGRESS'
      ? (facts.open ?? facts.hanging)
      : problem.code === 'ALREADY_PAID'
        ? facts.last
        : null
  if (problem.code === 'PAYMENT_IN_PROGRESS' && !facts.open && facts.withdrawing) {
    return withdrawalInProgress(db, companyId, facts.withdrawing.transactionId)
  }
  const isAhead = problem.code === 'WALLET_AHEAD_OF_RECORDS'
  const data = isAhead
    ? { transactions: await transactionsOf(db, companyId, facts.ahead) }
    : named
      ? { payment: await readPayment(db, companyId, named.id) }
      : problem.data
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
) {
  return trx
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
}

type Line = { id: string; usdCents: bigint }

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
  }>`
    INSERT INTO payment_lines (company_id, payment_id, employee_id, first_name, last_name, address,
      script_pubkey, usd_cents, sats, version, mac)
    SELECT e.company_id, ${paymentId}, e.id, e.first_name, e.last_name, e.address,
      e.script_pubkey, e.base_salary_usd_cents, l.sats, e.version, e.mac
    FROM unnest(${employees}::uuid[], ${sats}::bigint[]) AS l (employee_id, sats)
    JOIN employees e ON e.id = l.employee_id AND e.company_id = ${companyId}
    RETURNING id, employee_id, usd_cents`.execute(trx)
  const lines = new Map(
    rows.map((row) => [row.employee_id, { id: row.id, usdCents: row.usd_cents }]),
  )
  const total = [...lines.values()].reduce((sum, line) => sum + line.usdCents, 0n)
  if (lines.size !== employees.length || total !== plan.totalUsdCents) {
    throw new Error('Somebody was edited between the plan and its snapshot')
  }
  return lines
}

type Insertion = {
  paymentId: string
  orderId: string
  needsApproval: boolean
  position: number
  transaction: PlannedTransaction
  lines: Map<string, Line>
  /** Ids of the transactions of this plan that are inserted already, by their place in it. */
  inserted: Map<number, string>
}

async function insertTransaction(
  trx: Trx,
  asked: Asked,
  facts: Facts,
  insertion: Insertion,
): Promise<string> {
  const { transaction, lines, paymentId, orderId, position } = insertion
  const ready = insertion.needsApproval ? 'approval' : 'node'
  const paid = transaction.outputs.flatMap((output) => {
    const line = output.kind === 'line' ? lines.get(output.line) : undefined
    return line ? [{ usdCents: line.usdCents, sats: output.sats }] : []
  })
  const { id } = await trx
    .insertInto('transactions')
    .values({
      company_id: asked.companyId,
      payroll_id: asked.payrollId,
      payment_id: paymentId,
      order_id: orderId,
      position,
      type: 'send',
      state: 'pendingApproval',
      waiting_for: transaction.waits ? 'feeder' : ready,
      usd_cents: paid.reduce((sum, line) => sum + line.usdCents, 0n),
      sats: paid.reduce((sum, line) => sum + line.sats, 0n),
      rate_usd_cents_per_btc: facts.price?.usdCentsPerBtc ?? 0n,
      fee_sats: transaction.feeSats,
      vsize: transaction.vsize,
      fee_rate_sats_per_kvb: facts.feeRateSatsPerKvb,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertOutputs(trx, asked, id, insertion)
  for (const [place, coin] of transaction.coins.entries()) await reserveCoin(trx, id, place, coin)
  return id
}

type OutputRow = {
  vout: number
  line: string | null
  feeds: string | null
  /** Of a line its own. */
  script: Buffer | null
  sats: bigint
}

async function insertOutputs(trx: Trx, asked: Asked, id: string, insertion: Insertion) {
  const { transaction, lines, inserted } = insertion
  const owner = { companyId: asked.companyId, payrollId: asked.payrollId }
  const rows: OutputRow[] = []
  for (const [vout, output] of transaction.outputs.entries()) {
    if (output.kind === 'line') {
      const line = lines.get(output.line)
      if (!line) throw new Error('A planned line has no snapshot')
      rows.push({ vout, line: line.id, feeds: null, script: null, sats: output.sats })
    } else if (output.kind === 'feeder' || !transaction.waits) {
      const { script } = await watchedChange(trx, owner, asked.network)
      const feeds = output.kind === 'feeder' ? (inserted.get(output.feeds) ?? null) : null
      rows.push({ vout, line: null, feeds, script, sats: output.sats })
    }
    // The change of a transaction that waits is settled when it is built; its place stays free.
  }
  await sql`
    INSERT INTO transaction_outputs (transaction_id, vout, payment_line_id, feeds, script_pubkey, sats)
    SELECT ${id}, o.vout, o.line, o.feeds, coalesce(o.script, l.script_pubkey), o.sats
    FROM unnest(${rows.map((row) => row.vout)}::integer[], ${rows.map((row) => row.line)}::uuid[],
      ${rows.map((row) => row.feeds)}::uuid[], ${rows.map((row) => row.script)}::bytea[],
      ${rows.map((row) => String(row.sats))}::bigint[]) AS o (vout, line, feeds, script, sats)
    LEFT JOIN payment_lines l ON l.id = o.line`.execute(trx)
}
