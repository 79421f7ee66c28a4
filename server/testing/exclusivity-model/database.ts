import type { Line } from './lines.ts'
import type { Mempool } from './mempools.ts'
import type { ModelOutput, ModelTransaction } from './transaction.ts'

/** A signed transaction in the records of a database. */
export interface ModelRow {
  readonly transaction: ModelTransaction
  readonly payroll: number
  /** undefined: an untracked spend that matches no run. */
  readonly run: number | undefined
  /** The lines that it pays, as far as the database knows: none of an untracked spend. */
  readonly lines: readonly Line[]
  /** The first version: versions of one root replace each other. */
  readonly root: ModelTransaction
  version: number
  readonly untracked: boolean
  /** How many pays of each kind there were when an untracked spend was found; undefined: it is none. */
  readonly found: readonly number[] | undefined
  wasMined: boolean
  readonly cpfpParent: ModelTransaction | undefined
}

/** A batch that is not signed yet. */
export interface WaitingBatch {
  readonly id: number
  readonly lines: readonly Line[]
  readonly laneAmount: number
  /** The root that makes its lane. */
  laneRoot: ModelTransaction | undefined
}

export interface Run {
  readonly id: number
  readonly payroll: number
  readonly kind: 'payment' | 'withdrawal' | 'consolidation'
  readonly lines: readonly Line[]
  /** The script of each line when the run was ordered. */
  readonly scripts: ReadonlyMap<Line, number>
  price: number
  waiting: WaitingBatch[]
  closed: boolean
  /** A withdrawal of everything. */
  readonly everything: boolean
}

/** A signature in the signing record, which lies outside the database. */
export interface ModelSignature {
  readonly row: ModelRow
  readonly run: Run
}

/** A payroll in the records of a database. */
export interface PayrollRecords {
  readonly rows: ModelRow[]
  readonly utxos: ModelOutput[]
  deleted: boolean
}

export interface Database {
  readonly name: number
  /** The mempool of the database's own node. */
  readonly mempool: Mempool
  /** Restored, or it met an untracked spend: it may not know of all that was signed. */
  incomplete: boolean
  readonly rows: Map<ModelTransaction, ModelRow>
  readonly runs: Run[]
  readonly payrolls: readonly PayrollRecords[]
  /** The payroll of each UTXO. */
  readonly owner: Map<ModelOutput, number>
  readonly heads: Set<ModelOutput>
  /** The payroll to which a change index was given. */
  readonly indexOwner: Map<number, number>
  nextIndex: number
  /** No press starts anything below this height. */
  holdUntil: number
  readonly givenUp: Set<ModelTransaction>
  /** The present script of each person, where it is not the first one. */
  readonly scripts: Map<number, number>
  /** The signer's own record: a restored database has that of the lost one. */
  record: ModelSignature[]
  /** How far it has read the chain's log. */
  position: number
}

export function emptyDatabase(payrolls: number, mempool: Mempool): Database {
  return {
    name: 0,
    mempool,
    incomplete: false,
    rows: new Map(),
    runs: [],
    payrolls: Array.from({ length: payrolls }, () => ({ rows: [], utxos: [], deleted: false })),
    owner: new Map(),
    heads: new Set(),
    indexOwner: new Map(),
    nextIndex: 0,
    holdUntil: 0,
    givenUp: new Set(),
    scripts: new Map(),
    record: [],
    position: 0,
  }
}

export function copyDatabase(db: Database, name: number, mempool: Mempool): Database {
  const rows = new Map<ModelTransaction, ModelRow>()
  for (const [transaction, row] of db.rows) rows.set(transaction, { ...row })
  return {
    name,
    mempool,
    incomplete: db.incomplete,
    rows,
    runs: db.runs.map((run) => ({ ...run, waiting: run.waiting.map((batch) => ({ ...batch })) })),
    payrolls: db.payrolls.map((records) => ({
      rows: records.rows.map((row) => rows.get(row.transaction) ?? row),
      utxos: [...records.utxos],
      deleted: records.deleted,
    })),
    owner: new Map(db.owner),
    heads: new Set(db.heads),
    indexOwner: new Map(db.indexOwner),
    nextIndex: db.nextIndex,
    holdUntil: db.holdUntil,
    givenUp: new Set(db.givenUp),
    scripts: new Map(db.scripts),
    record: db.record,
    position: db.position,
  }
}
