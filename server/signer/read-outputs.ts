import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'

/** The amount of a special pay, as somebody saved it; nulls: its sheet has no such line. */
type SpecialLine = {
  runId: string
  usdCents: bigint | null
  version: number | null
  mac: Buffer | null
}

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
    /** The salary that the MAC is over, where a special pay has another amount; null: they are the same. */
    salaryUsdCents: bigint | null
    special: SpecialLine | null
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
    // The transaction's payment, read once and not for each of a thousand lines: a line of another one is
    // refused.
    .innerJoin('transactions as t', 't.id', 'o.transaction_id')
    .innerJoin('sheets as p', 'p.id', 't.sheet_id')
    .leftJoin('special_run_lines as s', (join) =>
      join
        .onRef('s.run_id', '=', 'p.special_run_id')
        .onRef('s.company_id', '=', 'l.company_id')
        .onRef('s.employee_id', '=', 'l.employee_id'),
    )
    .select(['p.special_run_id as specialRunId', 's.usd_cents as specialUsdCents'])
    .select(['s.version as specialVersion', 's.mac as specialMac'])
    .select('l.salary_usd_cents as salaryUsdCents')
    .select(['l.id', 'l.company_id as companyId', 'l.sheet_id as paymentId'])
    .select(['l.employee_id as employeeId', 'l.address', 'l.usd_cents as usdCents'])
    .select('l.dollars_usd_cents as dollarsUsdCents')
    .select(['l.bitcoin_percent as bitcoinPercent', 'l.version', 'l.mac'])
    .select(['l.bank', 'l.bank_account as bankAccount', 'l.pay_frequency as payFrequency'])
    .select(sql<boolean>`l.script_pubkey = o.script_pubkey AND l.sats = o.sats`.as('isOutput'))
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

type SpecialColumns = Pick<
  OutputRows['lines'][number],
  'specialRunId' | 'specialUsdCents' | 'specialVersion' | 'specialMac'
>

const specialOf = (line: SpecialColumns): SpecialLine | null =>
  line.specialRunId === null
    ? null
    : {
        runId: line.specialRunId,
        usdCents: line.specialUsdCents,
        version: line.specialVersion,
        mac: line.specialMac,
      }

/** Outputs in the order in which the transaction has them. */
export function toOutputs({ lines, others }: OutputRows): StoredOutput[] {
  const ofLines = lines.map(({ vout, script, sats, ...line }) => ({
    vout,
    script,
    sats,
    withdrawalId: null,
    change: null,
    lanePaymentId: null,
    line: { ...line, special: specialOf(line) },
  }))
  const ofOthers = others.map(({ payrollId, branch, index, ...output }) => ({
    ...output,
    line: null,
    change:
      payrollId !== null && branch !== null && index !== null ? { payrollId, branch, index } : null,
  }))
  return [...ofLines, ...ofOthers].sort((a, b) => a.vout - b.vout)
}
