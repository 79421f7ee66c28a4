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
import {
  dollarsOf,
  inBitcoin,
  type Payee,
  sumOfBitcoin,
  sumOfDollars,
  withDollars,
} from './payee.ts'
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

/** The purpose of a run, as the row of its sheet and the hash of its order have it. */
export const paysOf = ({ period, special }: Pick<Facts, 'period' | 'special'>) => ({
  kind: special?.kind ?? ('REGULAR' as const),
  periodKey: period?.key ?? null,
  extra: period?.extra ?? false,
})

/** Inserts a payment with its lines; `waits`: for approvals. */
export async function insertPayment(
  trx: Trx,
  input: InsertInput & { previous: PaidElsewhere; waits: boolean; now: Date } & LineSource,
  plan: PaymentPlan | null,
  facts: Pick<Facts, 'salaries' | 'price' | 'period' | 'special'>,
): Promise<string> {
  const { salaries, price, period, special } = facts
  const rate = plan && price
  const pays = paysOf(facts)
  const { id } = await trx
    .insertInto('sheets')
    .values({
      company_id: input.companyId,
      payroll_id: input.payrollId,
      requested_by: input.userId,
      note: input.note,
      of_chosen_people: input.only !== null,
      period_key: pays.periodKey,
      period_due_at: period?.dueAt ?? null,
      extra: pays.extra,
      kind: pays.kind,
      draft_id: special?.draftId ?? null,
      bitcoin_usd_cents: sumOfBitcoin(salaries),
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
        net_usd_cents, address, script_pubkey, base_usd_cents, bitcoin_percent, bank, bank_account,
        pay_frequency, version, mac)
      SELECT e.company_id, ${paymentId}, e.id, e.first_name, e.last_name, e.identification,
        coalesce(l.special, at.cents, e.base_salary_usd_cents), coalesce(at.address, e.address),
        coalesce(at.script, e.script_pubkey), coalesce(at.cents, e.base_salary_usd_cents),
        coalesce(at.percent, e.bitcoin_percent),
        coalesce(at.bank, e.bank), coalesce(at.account, e.bank_account),
        CASE WHEN at.id IS NULL THEN e.pay_frequency ELSE at.frequency END,
        coalesce(at.version, e.version), coalesce(at.mac, e.mac)
      FROM unnest(${arrayText(salaries.map(({ employeeId }) => employeeId))}::uuid[],
        ${salaries.map(({ usdCents }) => (special ? String(usdCents) : null))}::bigint[])
        AS l (employee_id, special)
      JOIN employees e ON e.id = l.employee_id AND e.company_id = ${companyId}
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
      RETURNING net_usd_cents)
    SELECT count(*) AS lines, sum(net_usd_cents)::bigint AS "usdCents" FROM made`.execute(trx)
  const [made] = rows
  const usdCents = sumOfBitcoin(salaries) + sumOfDollars(salaries)
  if (made?.lines !== BigInt(salaries.length) || made.usdCents !== usdCents) {
    throw new Error('Somebody was edited between the plan and its snapshot')
  }
  await insertPayouts(trx, paymentId, salaries, satsOf)
}

/** Inserts the payouts of the lines of a sheet: bitcoin in the plan's satoshi, and the rest in dollars. */
async function insertPayouts(
  trx: Trx,
  paymentId: string,
  salaries: readonly Payee[],
  satsOf: (payee: Payee) => bigint,
) {
  const bitcoin = inBitcoin(salaries)
  await sql`
    INSERT INTO payouts (line_id, method, company_id, sheet_id, usd_cents, sats)
    SELECT l.id, 'BITCOIN', l.company_id, l.sheet_id, n.cents, n.sats
    FROM unnest(${arrayText(bitcoin.map(({ employeeId }) => employeeId))}::uuid[],
      ${arrayText(bitcoin.map(({ bitcoinUsdCents }) => bitcoinUsdCents))}::bigint[],
      ${arrayText(bitcoin.map(satsOf))}::bigint[]) AS n (employee_id, cents, sats)
    JOIN sheet_lines l ON l.sheet_id = ${paymentId} AND l.employee_id = n.employee_id`.execute(trx)
  const dollars = withDollars(salaries)
  if (dollars.length === 0) return
  await sql`
    INSERT INTO payouts (line_id, method, company_id, sheet_id, usd_cents, split_reason, replaces)
    SELECT l.id, 'DOLLARS', l.company_id, l.sheet_id, n.cents, n.reason, former.id
    FROM unnest(${arrayText(dollars.map(({ employeeId }) => employeeId))}::uuid[],
      ${arrayText(dollars.map(dollarsOf))}::bigint[],
      ${dollars.map(({ splitReason }) => splitReason)}::text[]) AS n (employee_id, cents, reason)
    JOIN sheet_lines l ON l.sheet_id = ${paymentId} AND l.employee_id = n.employee_id
    LEFT JOIN (${selectReplaced(paymentId)}) former ON former.employee_id = n.employee_id`.execute(
    trx,
  )
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
