import { at } from '../at.ts'
import { Random } from '../random.ts'
import { ModelChain } from './chain.ts'
import { type Database, emptyDatabase, type PayrollRecords } from './database.ts'
import type { Excuse } from './fault.ts'
import { firstWithdrawalLine, type Line, payKinds } from './lines.ts'
import { type Mempool, refreshMempool, submit } from './mempools.ts'
import type { ModelSettings, Rule, Variant } from './settings.ts'
import { byId, describe, type ModelTransaction, type Spender } from './transaction.ts'

/** Everything that is true in one history, whatever the databases believe. */
export class ModelWorld {
  readonly random: Random
  readonly chain = new ModelChain()
  readonly payrolls: number
  readonly databases: Database[]
  readonly mempools: Mempool[] = [new Set()]
  readonly snapshots: Database[] = []
  /** Every signed transaction that pays a line. */
  readonly paying = new Map<Line, ModelTransaction[]>()
  /** Coinbases, and their replacements: they live and die with their block. */
  readonly boundToBlock = new Set<ModelTransaction>()
  /** Lines of which an exception covers two payments, and the exceptions met, by pairs. */
  readonly excusedLines = new Set<Line>()
  readonly excuses = new Map<Excuse, number>()
  /** The transactions that operators gave up, in any database. */
  readonly givenUp = new Set<ModelTransaction>()
  /** Lost first runs of which a line of heads could not know, by its first transaction. */
  readonly lostFirstRuns = new Map<Spender, ReadonlySet<Spender>>()
  /** How many pays of each kind somebody has pressed 'Pagar' for, by payroll. */
  readonly pays: number[][]
  /** Lines that somebody paid though nobody knew whether they were paid, and had been told wrong. */
  readonly chosenLines = new Set<Line>()
  /** How often a press asked because of an untracked spend. */
  questions = 0
  nextScript = 1
  /** How often only a give-up helped a payroll that has an unspent head. */
  deadEnds = 0
  nextRun = 0
  nextBatch = 0
  nextDatabase = 1
  nextWithdrawal = firstWithdrawalLine
  feeRate = 1
  price = 1
  /** True once nothing fails any more. */
  calm = false
  readonly trace: string[] = []
  readonly #settings: ModelSettings
  readonly #traced: boolean

  constructor(seed: number, settings: ModelSettings, traced: boolean) {
    this.random = new Random(seed)
    this.#settings = settings
    this.#traced = traced
    this.payrolls = this.random.chance(0.35) ? 2 : 1
    this.pays = payKinds.map(() => Array.from({ length: this.payrolls }, () => 0))
    this.databases = [emptyDatabase(this.payrolls, at(this.mempools, 0))]
  }

  get profile() {
    return this.#settings.profile
  }

  /** The signer records what it signs outside the database. */
  get hasRecord(): boolean {
    return this.#settings.hasRecord ?? true
  }

  keeps(rule: Rule): boolean {
    return !this.#settings.without?.includes(rule)
  }

  tries(variant: Variant): boolean {
    return this.#settings.variant === variant
  }

  tell(text: () => string): void {
    if (this.#traced) this.trace.push(`${this.chain.height}: ${text()}`)
  }

  /** Makes a block of those candidates that can confirm, in this order; returns how many. */
  mineBlock(candidates: readonly ModelTransaction[]): number {
    this.chain.height++
    let count = 0
    for (const transaction of candidates) {
      if (!this.chain.canConfirm(transaction)) continue
      this.chain.confirm(transaction)
      count++
      this.tell(() => `mined ${describe(transaction)}`)
    }
    return count
  }

  refreshMempools(returned: readonly ModelTransaction[] = []): void {
    for (const pool of this.mempools) refreshMempool(this.chain, pool, returned)
  }

  submitEverywhere(transaction: ModelTransaction): void {
    for (const pool of this.mempools) submit(this.chain, pool, transaction)
  }

  /**
   * Sends to the sender's node and the others. Each may lose the transaction, unless the world is
   * calm.
   */
  broadcast(transaction: ModelTransaction, sender: Mempool | undefined): void {
    for (const pool of this.mempools) {
      if (this.calm || this.random.chance(pool === sender ? 0.9 : 0.8)) {
        submit(this.chain, pool, transaction)
      }
    }
  }

  /** All mempools together, parents first. */
  findPending(): ModelTransaction[] {
    const all = new Set<ModelTransaction>()
    for (const pool of this.mempools) for (const transaction of pool) all.add(transaction)
    return [...all].sort(byId)
  }
}

export const recordsOf = (db: Database, payroll: number): PayrollRecords => at(db.payrolls, payroll)
