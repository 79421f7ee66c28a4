import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Network } from '#domain/address.ts'
import type { PaymentPlan, PlannedTransaction } from '#domain/payment-plan.ts'
import { macOf, requireTrue } from '#server/authorization/mac.ts'
import { type MacRow, macColumns } from '#server/authorization/registry.ts'
import { newChangeAddress } from '#server/features/chain/index.ts'
import {
  insertLineOutputs,
  insertOutputs,
  insertTransaction,
  type NewLineOutput,
  type NewOutput,
} from '#server/features/transactions/write.ts'
import { arrayText, type Trx } from '#server/platform/db/database.ts'
import type { DecidedHeld } from '../changes/held-people.ts'
import { claimPeriod } from '../periods/claims.ts'
import { type PreparedLine, termsOfPrepared } from '../prepared/read-sheets.ts'
import { insertUtxos } from './insert-inputs.ts'
import { type Payee, sumOfBitcoin, sumOfDollars } from './payee.ts'
import type { Facts } from './read-facts.ts'
import { selectReplaced } from './replaced-lines.ts'
import { requireTrueAccounts } from './true-accounts.ts'
import { claimedPeriodOf } from './unpaid-lines.ts'

type InsertInput = {
  companyId: string
  userId: string | null
  payrollId: string
  network: Network
  note: string
  only: readonly string[] | null
}

/** Inserts a payment with its lines; `waits`: for approvals. */
export async function insertPayment(
  trx: Trx,
  input: InsertInput & { previous: PaidElsewhere; waits: boolean; now: Date } & LineSource,
  plan: PaymentPlan | null,
  facts: Pick<Facts, 'salaries' | 'price' | 'period' | 'special'>,
): Promise<string> {
  const { salaries, price, period, special } = facts
  const rate = plan && price
  const { id } = await trx
    .insertInto('sheets')
    .values({
      company_id: input.companyId,
      payroll_id: input.payrollId,
      requested_by: input.userId,
      note: input.note,
      of_chosen_people: input.only !== null,
      period_key: period?.key ?? null,
      period_due_at: period?.dueAt ?? null,
      extra: period?.extra ?? false,
      special_run_id: special?.runId ?? null,
      total_usd_cents: sumOfBitcoin(salaries),
      dollars_usd_cents: sumOfDollars(salaries),
      total_sats: plan?.totalSats ?? 0n,
      rate_usd_cents_per_btc: rate?.usdCentsPerBtc ?? null,
      rate_sources: rate?.sources ?? null,
      rate_quotes: rate ? JSON.stringify(rate.quotes ?? []) : null,
      rate_at: rate?.at ?? null,
      // A payment without a bitcoin part is over as soon as it is released.
      closed_at: plan || input.waits ? null : input.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertLines(trx, input, id, { ...facts, satsOfLine: plan?.satsOfLine ?? new Map() })
  const claimsPeriod = claimedPeriodOf(period)
  if (claimsPeriod !== null) {
    const people = salaries.map(({ employeeId }) => employeeId)
    await claimPeriod(trx, input, claimsPeriod, { paymentId: id, people })
  }
  return id
}

/** People who are paid at their last paid address or account, because the new one is held. */
type PaidElsewhere = DecidedHeld['previous']

type Elsewhere = MacRow<'employees'> & { script: Buffer }

/** `prepared`: the lines of a payday's sheet, which are paid exactly so. */
type LineSource = { macKey: KeyObject; prepared?: readonly PreparedLine[] | undefined }

/**
 * Seals the lines of people paid at another address or account: the MAC is over these, and the present
 * salary and version.
 */
export async function sealElsewhere(
  trx: Trx,
  companyId: string,
  macKey: KeyObject,
  previous: PaidElsewhere,
): Promise<Elsewhere[]> {
  if (previous.size === 0) return []
  const people = await trx
    .selectFrom('employees')
    .select([...macColumns.employees, 'script_pubkey'])
    .where('company_id', '=', companyId)
    .where('id', '=', sql<string>`ANY(${[...previous.keys()]}::uuid[])`)
    .execute()
  return people.flatMap((person) => {
    const at = previous.get(person.id)
    if (!at) return []
    const { script_pubkey: script, ...own } = requireTrue(macKey, 'employees', person)
    const { address, account } = at
    const terms = {
      ...own,
      ...(address && { address: address.address }),
      ...(account && { bank: account.bank, bank_account: account.account }),
    }
    const mac = macOf(macKey, 'employees', terms)
    return [{ ...terms, script: address?.script ?? script, mac }]
  })
}

/**
 * Inserts a snapshot of the people as their rows are in this SQL transaction; amounts come from the
 * plan.
 */
async function insertLines(
  trx: Trx,
  {
    companyId,
    macKey,
    previous,
    prepared,
  }: { companyId: string; previous: PaidElsewhere } & LineSource,
  paymentId: string,
  {
    salaries,
    special,
    satsOfLine,
  }: Pick<Facts, 'salaries' | 'special'> & { satsOfLine: ReadonlyMap<string, bigint> },
) {
  if (!prepared) await requireTrueAccounts(trx, macKey, companyId, salaries)
  const kept = prepared
    ? prepared.map(termsOfPrepared)
    : await sealElsewhere(trx, companyId, macKey, previous)
  const satsOf = ({ employeeId, bitcoinUsdCents }: Payee) => {
    const sats = bitcoinUsdCents === 0n ? 0n : satsOfLine.get(employeeId)
    if (sats === undefined) throw new Error(`Employee ${employeeId} is not in the plan`)
    return sats
  }
  const { rows } = await sql<{ lines: bigint; usdCents: bigint | null; salaries: bigint | null }>`
    WITH made AS (
      INSERT INTO sheet_lines (company_id, sheet_id, employee_id, first_name, last_name, identification,
        address, script_pubkey, usd_cents, dollars_usd_cents, bitcoin_percent, split_reason, bank,
        bank_account, pay_frequency, sats, version, mac, salary_usd_cents, replaces)
      SELECT e.company_id, ${paymentId}, e.id, e.first_name, e.last_name, e.identification,
        coalesce(at.address, e.address), coalesce(at.script, e.script_pubkey),
        l.cents, whole.cents - l.cents, coalesce(at.percent, e.bitcoin_percent), l.reason,
        coalesce(at.bank, e.bank), coalesce(at.account, e.bank_account),
        CASE WHEN at.id IS NULL THEN e.pay_frequency ELSE at.frequency END,
        l.sats, coalesce(at.version, e.version), coalesce(at.mac, e.mac),
        -- The MAC is over the salary, even where a special pay has another amount.
        CASE WHEN l.special IS NOT NULL THEN e.base_salary_usd_cents END, former.id
      FROM unnest(${arrayText(salaries.map(({ employeeId }) => employeeId))}::uuid[],
        ${arrayText(salaries.map(satsOf))}::bigint[],
        ${arrayText(salaries.map(({ bitcoinUsdCents }) => bitcoinUsdCents))}::bigint[],
        ${salaries.map(({ splitReason }) => splitReason)}::text[],
        ${salaries.map(({ usdCents }) => (special ? String(usdCents) : null))}::bigint[])
        AS l (employee_id, sats, cents, reason, special)
      JOIN employees e ON e.id = l.employee_id AND e.company_id = ${companyId}
      LEFT JOIN (${selectReplaced(paymentId)}) former ON former.employee_id = e.id
      LEFT JOIN unnest(${kept.map(({ id }) => id)}::uuid[],
        ${kept.map(({ address }) => address)}::text[],
        ${kept.map(({ script }) => script)}::bytea[],
        ${kept.map(({ mac }) => mac)}::bytea[],
        ${kept.map(({ version }) => version)}::integer[],
        ${kept.map((one) => one.bitcoin_percent)}::smallint[],
        ${kept.map((one) => one.base_salary_usd_cents)}::bigint[],
        ${kept.map(({ bank }) => bank)}::text[],
        ${kept.map((one) => one.bank_account)}::text[],
        ${kept.map((one) => one.pay_frequency)}::text[])
        AS at (id, address, script, mac, version, percent, cents, bank, account, frequency)
        ON at.id = e.id
      CROSS JOIN LATERAL (
        SELECT coalesce(l.special, at.cents, e.base_salary_usd_cents) AS cents) AS whole
      RETURNING usd_cents, dollars_usd_cents)
    SELECT count(*) AS lines, sum(usd_cents)::bigint AS "usdCents",
      sum(usd_cents + dollars_usd_cents)::bigint AS salaries FROM made`.execute(trx)
  const [made] = rows
  const planned = { lines: BigInt(salaries.length), usdCents: sumOfBitcoin(salaries) }
  if (
    made?.lines !== planned.lines ||
    made.usdCents !== planned.usdCents ||
    made.salaries !== planned.usdCents + sumOfDollars(salaries)
  ) {
    throw new Error('Somebody was edited between the plan and its snapshot')
  }
}

type Run = {
  paymentId: string
  orderId: string
  needsApproval: boolean
  /** The position in its payment of the first of these transactions. */
  position: number
}

/** Inserts the transactions of a plan with their inputs and outputs. */
export async function insertTransactions(
  trx: Trx,
  input: InsertInput,
  facts: Facts,
  plan: PaymentPlan,
  run: Run,
): Promise<void> {
  const centsOf = new Map(facts.salaries.map((one) => [one.employeeId, one.bitcoinUsdCents]))
  const inserted = new Map<number, string>()
  const lines: NewLineOutput[] = []
  // The last transaction goes first, since a lane refers to the batch that it pays for.
  for (const [index, transaction] of [...plan.transactions.entries()].reverse()) {
    const { outputs } = transaction
    const paid = outputs.flatMap((output) => (output.kind === 'line' ? [output] : []))
    const id = await insertTransaction(trx, {
      company_id: input.companyId,
      payroll_id: input.payrollId,
      sheet_id: run.paymentId,
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
    lines.push(...(await insertPaid(trx, input, { id, transaction, inserted })))
    await insertUtxos(trx, id, transaction.utxos)
  }
  await insertLineOutputs(trx, run.paymentId, lines)
}

type Insertion = {
  id: string
  transaction: PlannedTransaction
  /** Ids of the plan's transactions inserted so far, by their place in the plan. */
  inserted: Map<number, string>
}

/** Inserts the outputs that pay nobody; returns those that pay a line. */
async function insertPaid(
  trx: Trx,
  input: InsertInput,
  insertion: Insertion,
): Promise<NewLineOutput[]> {
  const { id, transaction, inserted } = insertion
  const owner = { companyId: input.companyId, payrollId: input.payrollId }
  const lines: NewLineOutput[] = []
  const ours: NewOutput[] = []
  for (const [vout, output] of transaction.outputs.entries()) {
    if (output.kind === 'line') {
      lines.push({ transactionId: id, vout, employeeId: output.line })
    } else if (output.kind === 'lane' || !transaction.waits) {
      const { script } = await newChangeAddress(trx, owner, input.network)
      const laneOf = output.kind === 'lane' ? (inserted.get(output.laneOf) ?? null) : null
      ours.push({ vout, script, sats: output.sats, laneOf })
    }
    // The head of a batch that waits is chosen when it is built; its place stays free.
  }
  await insertOutputs(trx, id, ours)
  return lines
}
