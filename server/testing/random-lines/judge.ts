import { findCompatible, type Signed } from '#domain/exclusivity.ts'
import { type FakeTransaction, readFakeTransaction } from './fake-chain.ts'
import type { SteppedProgram } from './program.ts'
import type { Staff } from './staff.ts'

type Paying = FakeTransaction & { lines: string[]; id: string }

/**
 * The whole of safety, exact and not sampled: of all bytes ever signed, two that pay one person for one
 * period conflict, so that no chain holds both, unless an exception of R4 held when the later was signed.
 */
export class Judge {
  readonly #paying: Paying[] = []
  readonly #program: SteppedProgram
  readonly #staffs: readonly Staff[]
  /** Lines that two transactions of one chain may pay, by an exception. */
  readonly excused = new Set<string>()
  signed = 0

  constructor(program: SteppedProgram, staffs: readonly Staff[]) {
    this.#program = program
    this.#staffs = staffs
  }

  /** Everything ever signed, by its raw bytes. */
  readonly #inputs = new Map<string, readonly string[]>()

  async look(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#lookAt(id)
  }

  async #lookAt(id: string): Promise<void> {
    const { db } = this.#program
    const row = await db
      .selectFrom('transactions')
      .select(['raw', 'payroll_id', 'sheet_id', 'withdrawal_id', 'type'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (!row.raw) return
    this.signed += 1
    const transaction = readFakeTransaction(row.raw)
    this.#inputs.set(transaction.txid, transaction.inputs)
    const outputs = await db
      .selectFrom('transaction_outputs as o')
      .innerJoin('sheet_lines as l', 'l.id', 'o.line_id')
      .select('l.employee_id')
      .where('o.transaction_id', '=', id)
      .execute()
    const staff = this.#staffs.find(({ payrollId }) => payrollId === row.payroll_id)
    const period = staff?.periodOf.get(row.sheet_id ?? '')
    const lines = outputs.map(({ employee_id }) => lineOf(period ?? 0, employee_id))
    if (row.type === 'withdrawal') lines.push(`withdrawal ${row.withdrawal_id}`)
    const paying = { ...transaction, lines, id }
    for (const earlier of this.#paying) await this.#comparePair(paying, earlier)
    if (lines.length > 0) this.#paying.push(paying)
  }

  async #comparePair(later: Paying, earlier: Paying): Promise<void> {
    const both = later.lines.filter((line) => earlier.lines.includes(line))
    if (both.length === 0 || later.txid === earlier.txid) return
    const plan = { inputs: later.inputs, lines: later.lines, run: 'later' }
    const bare: Signed = { ...earlier, run: 'earlier', depth: 0, conflictDepth: 0, givenUp: false }
    const compatible = (signed: Signed) =>
      findCompatible(plan, [signed], (txid) => this.#inputsOf(txid)).length > 0
    if (!compatible(bare)) return
    const depths = await this.#readDepths(earlier.id)
    if (compatible({ ...bare, ...depths })) {
      const facts = JSON.stringify(depths)
      throw new Error(
        `${both[0]}: ${earlier.txid} and ${later.txid} can stand in one chain ${facts}`,
      )
    }
    for (const line of both) this.excused.add(line)
  }

  #inputsOf(txid: string): readonly string[] | undefined {
    return this.#inputs.get(txid) ?? this.#program.node.sent.get(txid)?.inputs
  }

  /**
   * Reads depths as the records had them when the later was signed; they may be some blocks behind
   * the node.
   */
  async #readDepths(id: string) {
    const { db } = this.#program
    const row = await db
      .selectFrom('transactions as t')
      .leftJoin('given_up as g', 'g.txid', 't.txid')
      .select(['t.height', 't.conflict_height', 'g.txid as givenUp'])
      .select((eb) =>
        eb
          .selectFrom('blocks')
          .select((of) => of.fn.max('height').as('tip'))
          .as('tip'),
      )
      .where('t.id', '=', id)
      .executeTakeFirstOrThrow()
    const depth = (height: number | null) => (height === null ? 0 : (row.tip ?? 0) - height + 1)
    const { height, conflict_height, givenUp } = row
    return {
      depth: depth(height),
      conflictDepth: depth(conflict_height),
      givenUp: givenUp !== null,
    }
  }
}

export const lineOf = (period: number, employeeId: string) => `period ${period} of ${employeeId}`
