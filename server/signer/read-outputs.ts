import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** An output as the database has it; the signer checks all of it. */
export type StoredOutput = {
  script: Buffer
  sats: bigint
  line: {
    id: string
    companyId: string
    paymentId: string
    employeeId: string
    address: string
    /** The salary in two parts: in bitcoin, which the output pays, and the other one. */
    usdCents: bigint
    dollarsUsdCents: bigint
    bitcoinPercent: number
    bank: string
    bankAccount: string
    payFrequency: string | null
    /** The base salary that the MAC is over; a special pay has another amount. */
    baseUsdCents: bigint
    isSpecial: boolean
    version: number
    mac: Buffer
    /** Whether its script and satoshi are those of the output. */
    isOutput: boolean
  } | null
  /** The withdrawal whose address this output pays. */
  withdrawalId: string | null
  change: { payrollId: string; branch: number; index: number } | null
  /** The run of the later batch whose lane this output is. */
  lanePaymentId: string | null
}

/** The outputs of a transaction: those of lines, and the few others. */
export async function outputRows(db: Db, id: string) {
  const outputs = db
    .selectFrom('transaction_outputs as o')
    .select(['o.vout', 'o.script_pubkey as script', 'o.sats'])
    .where('o.transaction_id', '=', id)
  const lines = await outputs
    .innerJoin('sheet_lines as l', 'l.id', 'o.line_id')
    .innerJoin('payouts as bitcoin', (join) =>
      join.onRef('bitcoin.line_id', '=', 'l.id').on('bitcoin.method', '=', 'BITCOIN'),
    )
    .leftJoin('payouts as dollars', (join) =>
      join.onRef('dollars.line_id', '=', 'l.id').on('dollars.method', '=', 'DOLLARS'),
    )
    // The transaction's payment, read once and not for each of a thousand lines: a line of another one is
    // refused.
    .innerJoin('transactions as t', 't.id', 'o.transaction_id')
    .innerJoin('sheets as p', 'p.id', 't.sheet_id')
    .select(sql<boolean>`p.kind <> 'REGULAR'`.as('isSpecial'))
    .select('l.base_usd_cents as baseUsdCents')
    .select(['l.id', 'l.company_id as companyId', 'l.sheet_id as paymentId'])
    .select(['l.employee_id as employeeId', 'l.address', 'bitcoin.usd_cents as usdCents'])
    .select(({ fn, val }) => fn.coalesce('dollars.usd_cents', val(0n)).as('dollarsUsdCents'))
    .select(['l.bitcoin_percent as bitcoinPercent', 'l.version', 'l.mac'])
    .select(['l.bank', 'l.bank_account as bankAccount', 'l.pay_frequency as payFrequency'])
    .select(
      sql<boolean>`l.script_pubkey = o.script_pubkey AND bitcoin.sats = o.sats`.as('isOutput'),
    )
    .execute()
  const others = await outputs
    .leftJoin('addresses as a', (join) =>
      join.onRef('a.script_pubkey', '=', 'o.script_pubkey').on('o.withdrawal_id', 'is', null),
    )
    .leftJoin('transactions as batch', 'batch.id', 'o.lane_of')
    .select(['o.withdrawal_id as withdrawalId', 'a.payroll_id as payrollId', 'a.branch', 'a.index'])
    .select('batch.sheet_id as lanePaymentId')
    .where('o.line_id', 'is', null)
    .execute()
  return { lines, others }
}

export type OutputRows = Awaited<ReturnType<typeof outputRows>>

/** Outputs in the order in which the transaction has them. */
export function toOutputs({ lines, others }: OutputRows): StoredOutput[] {
  const ofLines = lines.map(({ vout, script, sats, ...line }) => ({
    vout,
    script,
    sats,
    withdrawalId: null,
    change: null,
    lanePaymentId: null,
    line,
  }))
  const ofOthers = others.map(({ payrollId, branch, index, ...output }) => ({
    ...output,
    line: null,
    change:
      payrollId !== null && branch !== null && index !== null ? { payrollId, branch, index } : null,
  }))
  return [...ofLines, ...ofOthers].sort((a, b) => a.vout - b.vout)
}
