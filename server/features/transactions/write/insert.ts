import { type Insertable, sql } from 'kysely'
import { arrayText, type Db, type Trx } from '#server/platform/db/database.ts'
import type { Transactions } from '#server/platform/db/database-types.ts'

/** A plan as it is inserted: nothing is signed or seen yet. */
export type NewTransaction = Pick<
  Insertable<Transactions>,
  'company_id' | 'payroll_id' | 'usd_cents' | 'sats' | 'rate_usd_cents_per_btc'
> &
  Partial<
    Pick<
      Insertable<Transactions>,
      | 'sheet_id'
      | 'withdrawal_id'
      | 'order_id'
      | 'position'
      | 'root_id'
      | 'cpfp_parent_id'
      | 'fee_sats'
      | 'vsize'
      | 'fee_rate_sats_per_kvb'
      | 'created_at'
    >
  > & {
    type: 'send' | 'withdrawal' | 'cancel' | 'child' | 'consolidation'
    waiting_for: 'approval' | 'lane' | 'node'
    /** `next`: one above the newest version of its root; the caller has locked the payroll. */
    version?: number | 'next'
  }

/** Inserts a plan, which reserves the inputs that follow. Returns its id. */
export async function insertTransaction(trx: Trx, planned: NewTransaction): Promise<string> {
  const { version, ...values } = planned
  const next = sql<number>`(
    SELECT max(v.version) + 1 FROM transactions v WHERE v.root_id = ${values.root_id ?? null})`
  const { id } = await trx
    .insertInto('transactions')
    .values({ ...values, ...(version && { version: version === 'next' ? next : version }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewInput = { txid: Buffer; vout: number }

/**
 * Inserts the inputs of a transaction in order, which are reserved while it is live. The caller has
 * checked under the payroll's lock that they are free.
 */
export async function insertInputs(trx: Trx, id: string, inputs: readonly NewInput[]) {
  if (inputs.length === 0) return
  await sql`
    INSERT INTO transaction_inputs (transaction_id, position, txid, vout)
    SELECT ${id}, i.position - 1, i.txid, i.vout
    FROM unnest(${inputs.map(({ txid }) => txid)}::bytea[],
      ${arrayText(inputs.map(({ vout }) => vout))}::integer[])
      WITH ORDINALITY AS i (txid, vout, position)`.execute(trx)
}

export type NewOutput = {
  vout: number
  script: Buffer
  sats: bigint
  line?: string | null
  laneOf?: string | null
  withdrawal?: string | null
}

export async function insertOutputs(trx: Trx, id: string, outputs: readonly NewOutput[]) {
  if (outputs.length === 0) return
  await sql`
    INSERT INTO transaction_outputs
      (transaction_id, vout, line_id, lane_of, withdrawal_id, script_pubkey, sats)
    SELECT ${id}, o.vout, o.line, o.lane_of, o.withdrawal, o.script, o.sats
    FROM unnest(${arrayText(outputs.map(({ vout }) => vout))}::integer[],
      ${outputs.map(({ line }) => line ?? null)}::uuid[],
      ${outputs.map(({ laneOf }) => laneOf ?? null)}::uuid[],
      ${outputs.map(({ withdrawal }) => withdrawal ?? null)}::uuid[],
      ${outputs.map(({ script }) => script)}::bytea[],
      ${outputs.map(({ sats }) => String(sats))}::bigint[])
      AS o (vout, line, lane_of, withdrawal, script, sats)`.execute(trx)
}

export type NewLineOutput = { transactionId: string; vout: number; employeeId: string }

/**
 * Inserts outputs to the lines of a payment, with the script and satoshi of each. All batches go
 * into one statement, since each statement reads the payment's lines.
 */
export async function insertLineOutputs(
  trx: Trx,
  paymentId: string,
  outputs: readonly NewLineOutput[],
): Promise<void> {
  const { numAffectedRows } = await sql`
    INSERT INTO transaction_outputs (transaction_id, vout, line_id, script_pubkey, sats)
    SELECT o.transaction, o.vout, l.id, l.script_pubkey, paid.sats
    FROM unnest(${arrayText(outputs.map(({ transactionId }) => transactionId))}::uuid[],
      ${arrayText(outputs.map(({ vout }) => vout))}::integer[],
      ${arrayText(outputs.map(({ employeeId }) => employeeId))}::uuid[])
      AS o (transaction, vout, employee)
    JOIN sheet_lines l ON l.sheet_id = ${paymentId} AND l.employee_id = o.employee
    JOIN payouts paid ON paid.line_id = l.id AND paid.method = 'BITCOIN'`.execute(trx)
  if (Number(numAffectedRows) !== outputs.length) throw new Error('A planned line has no snapshot')
}

/** Inserts the inputs of foreign transactions; an input that is stored already stays. */
export async function insertForeignInputs(
  db: Db,
  inputs: readonly (NewInput & { id: string; position: number })[],
): Promise<void> {
  if (inputs.length === 0) return
  const column = <T>(of: (input: (typeof inputs)[number]) => T) => inputs.map(of)
  await sql`
    INSERT INTO transaction_inputs (transaction_id, position, txid, vout)
    SELECT * FROM unnest(${column(({ id }) => id)}::uuid[],
      ${column(({ position }) => position)}::integer[], ${column(({ txid }) => txid)}::bytea[],
      ${column(({ vout }) => vout)}::bigint[])
    ON CONFLICT DO NOTHING`.execute(db)
}
