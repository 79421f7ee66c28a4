import { sql } from 'kysely'
import { toReversedHex } from '#domain/block.ts'
import { outpointText } from '#domain/coin-selection.ts'
import { descendsFrom, findCompatible, type InputsOf, type Signed } from '#domain/exclusivity.ts'
import type { SignerFault } from '#domain/signer-faults.ts'
import { readGivenUp } from '#server/authorization/earlier-payments.ts'
import type { Db } from '#server/platform/db/database.ts'
import { runIdOf } from './caps.ts'
import { type PayrollTransaction, readRows } from './payroll-rows.ts'
import type { StoredPlan } from './read-plan.ts'
import { walkHashed } from './walk-hashed.ts'

/** A signature of the payroll, as the signer remembers it. */
export type Remembered = {
  id: string
  txid: string
  runId: string
  rootId: string
  orderId: string
  feeSats: bigint
  /** The transaction pays somebody. */
  pays: boolean
  /**
   * Employees, or the withdrawal. Empty for another run and period than the plan's: they share no line.
   * People who were signed for in a period have the same line in every run of it.
   */
  paid: string[]
  inputs: string[]
}

/** The signatures of a payroll before a plan, and the tables' facts of its transactions. */
export type EarlierSignatures = {
  signatures: readonly Remembered[]
  rows: readonly PayrollTransaction[]
  givenUp: ReadonlySet<string>
}

type Plan = Pick<
  StoredPlan,
  'id' | 'payrollId' | 'paymentId' | 'withdrawal' | 'order' | 'inputs' | 'outputs'
>

/** The payees of a plan: employees, or the withdrawal. */
export const listPayees = ({ outputs }: Pick<Plan, 'outputs'>): string[] =>
  outputs.flatMap(({ line, withdrawalId }) => line?.employeeId ?? withdrawalId ?? [])

export async function readEarlier(
  db: Db,
  plan: Pick<Plan, 'id' | 'payrollId' | 'paymentId' | 'withdrawal' | 'order'>,
): Promise<EarlierSignatures> {
  const { id, payrollId } = plan
  const run = runIdOf(plan)
  const period = plan.order?.row.claims_period ?? null
  const { rows: signatures } = await sql<Remembered>`
    SELECT s.transaction_id AS id, encode(s.txid, 'hex') AS txid, s.run_id AS "runId",
      s.root_id AS "rootId", s.order_id AS "orderId", s.fee_sats AS "feeSats",
      s.pays, CASE WHEN s.run_id = ${run} OR s.period_key = ${period} THEN s.paid ELSE '{}' END AS paid,
      ARRAY(SELECT encode(i.txid, 'hex') || ':' || i.vout FROM signer.signature_inputs i
        WHERE i.transaction_id = s.transaction_id) AS inputs
    FROM signer.signatures s
    WHERE s.payroll_id = ${payrollId} AND s.transaction_id != ${id} ORDER BY s.number`.execute(db)
  const rows = await readRows(db, payrollId, run)
  return { signatures, rows, givenUp: await readGivenUp(db, payrollId) }
}

/**
 * Why rule R4 of decision 5 forbids a plan that pays somebody, or null. The memory says what was
 * signed. The tables add what it does not know, and the facts of the exceptions.
 *
 * A withdrawal of everything without change begins no line of heads. It is compared with its own run
 * alone, so that the address of its order is paid once.
 */
export function exclusivityFault(plan: Plan, earlier: EarlierSignatures): SignerFault | null {
  const run = runIdOf(plan)
  const inputsOf = readInputsOf(earlier)
  const all = [...signedOf(plan, earlier, inputsOf), ...untrackedOf(run, earlier, inputsOf)]
  const [beside] = findCompatible(
    {
      inputs: plan.inputs.map(({ txid, vout }) => outpointText(txid, vout)),
      lines: linesOf(run, listPayees(plan)),
      run,
    },
    beginsNoLine(plan) ? all.filter((signed) => signed.run === run) : all,
    inputsOf,
  )
  return beside ? { code: 'BOTH_MAY_CONFIRM', txid: beside.txid } : null
}

const beginsNoLine = ({ withdrawal, outputs }: Plan): boolean =>
  withdrawal?.requestedSats === null && outputs.every(({ withdrawalId }) => withdrawalId !== null)

const linesOf = (run: string, paid: readonly string[]) => paid.map((id) => `${run}:${id}`)

/**
 * The signer's own signatures. By one order nobody is paid twice, whatever the tables say: only to a
 * signature of another order an exception applies.
 */
function signedOf(
  plan: Plan,
  { signatures, rows, givenUp }: EarlierSignatures,
  inputsOf: InputsOf,
): Signed[] {
  const rowOf = new Map(rows.map((row) => [row.txid, row]))
  return signatures.flatMap(({ txid, runId, orderId, pays, paid, inputs }) => {
    if (!pays) return []
    const row = orderId === plan.order?.row.id ? undefined : rowOf.get(txid)
    const signed = { txid, inputs, run: runId, lines: linesOf(runIdOf(plan), paid) }
    const { depth, conflictDepth } = row ?? { depth: 0, conflictDepth: 0 }
    return {
      ...signed,
      depth,
      conflictDepth,
      givenUp: !!row && descendsFrom(txid, givenUp, inputsOf),
    }
  })
}

/** Transactions that the signer does not remember; `planned` is the run of the plan. */
function untrackedOf(
  planned: string,
  { rows, givenUp }: EarlierSignatures,
  inputsOf: InputsOf,
): Signed[] {
  return rows.flatMap(({ isUntrackedPayment, run, paid, txid, depth, conflictDepth }) => {
    if (!isUntrackedPayment) return []
    const signed = { txid, inputs: inputsOf(txid) ?? [], depth, conflictDepth }
    const lines = { run: run ?? undefined, lines: linesOf(planned, paid) }
    return { ...signed, ...lines, givenUp: descendsFrom(txid, givenUp, inputsOf) }
  })
}

/** The inputs as the memory has them, else as bytes have them that hash to the txid. */
function readInputsOf({ signatures, rows }: EarlierSignatures): InputsOf {
  const known = new Map<string, readonly string[]>()
  for (const { txid, raw } of rows) {
    const walked = raw && walkHashed(raw, txid)
    if (!walked) continue
    known.set(
      txid,
      walked.inputs.map(({ previousTxid, vout }) =>
        outpointText(toReversedHex(previousTxid), vout),
      ),
    )
  }
  for (const { txid, inputs } of signatures) known.set(txid, inputs)
  return (txid) => known.get(txid)
}
