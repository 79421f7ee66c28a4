import { expect } from 'vitest'
import { type WalkedTransaction, walkBlock, walkTransaction } from '#domain/block.ts'
import { findCompatible, type PlannedSpend } from '#domain/exclusivity.ts'
import type { ChainStory } from './chain-steps.ts'
import type { Engine } from './engine.ts'

type Outpoints = readonly string[]
/** The payments of each period but the first, in all databases. */
type Later = readonly (readonly string[])[]
type Payer = { txid: string; inputs: Outpoints; lines: string[] }

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const inputsOf = ({ inputs }: WalkedTransaction): Outpoints =>
  inputs.map(({ previousTxid, vout }) => `${hexOf(previousTxid.toReversed())}:${vout}`)

/**
 * The signed bytes of every database of one seed. A line is a person's script and a period; every
 * person of a story has a script of his own. Payments belong to the first period unless a test says
 * that they are of a later one.
 */
export class SignedTransactions {
  readonly #signed = new Map<string, { walked: WalkedTransaction; paymentId: string | null }>()

  /** Reads what a database has signed so far. */
  async collect({ engine }: Pick<ChainStory, 'engine'>): Promise<void> {
    const rows = await engine.db
      .selectFrom('transactions')
      .select(['raw', 'sheet_id as paymentId'])
      .where('raw', 'is not', null)
      .execute()
    for (const { raw, paymentId } of rows) {
      const walked = walkTransaction(raw as Buffer)
      const before = this.#signed.get(walked.txid())?.paymentId
      this.#signed.set(walked.txid(), { walked, paymentId: paymentId ?? before ?? null })
    }
  }

  /** How many different transactions of the first period pay somebody of these. */
  payers(scripts: readonly string[]): number {
    return this.#payersOf(new Set(scripts), []).length
  }

  /**
   * Any two signed transactions that pay one person for one period conflict, so that no chain holds
   * both; and the chain holds exactly one output for each person and period.
   */
  async expectPaidOnce(engine: Engine, scripts: readonly string[], later: Later = []) {
    const people = new Set(scripts)
    expect(people.size, 'every person has a script of his own').toBe(scripts.length)
    const payers = this.#payersOf(people, later)
    expect(this.#compatiblePairs(payers), 'pairs that one chain can hold').toEqual([])
    const counts = await outputsInChain(engine, people)
    const wrong = scripts.filter((script) => counts.get(script) !== 1 + later.length)
    expect(wrong, 'people whom the chain pays too often or too rarely').toEqual([])
  }

  #payersOf(people: ReadonlySet<string>, later: Later): Payer[] {
    return [...this.#signed].flatMap(([txid, { walked, paymentId }]) => {
      const period = later.findIndex((ids) => ids.includes(paymentId ?? '')) + 1
      const lines = walked.outputs
        .map(({ script }) => hexOf(script))
        .filter((script) => people.has(script))
        .map((script) => `${script} ${period}`)
      return lines.length > 0 ? [{ txid, inputs: inputsOf(walked), lines }] : []
    })
  }

  /** Rule R4 without its exceptions: no block decides, nothing is given up. */
  #compatiblePairs(payers: readonly Payer[]): string[] {
    const inputs = (txid: string) => {
      const signed = this.#signed.get(txid)
      return signed && inputsOf(signed.walked)
    }
    return payers.flatMap(({ txid, lines }, at) => {
      const paid = new Set(lines)
      const rivals = payers
        .slice(at + 1)
        .filter((other) => other.lines.some((line) => paid.has(line)))
        .map((other) => ({ ...other, run: '', depth: 0, conflictDepth: 0, givenUp: false }))
      // A plan that spends an output of it stands wherever it stands.
      const plan: PlannedSpend = { inputs: [`${txid}:`], lines, run: '' }
      return findCompatible(plan, rivals, inputs).map((rival) => `${txid} and ${rival.txid}`)
    })
  }
}

/** How many outputs of the node's chain pay each script. */
async function outputsInChain({ chain, node }: Engine, scripts: ReadonlySet<string>) {
  const counts = new Map<string, number>()
  const { height } = await chain.info()
  for (let at = 1; at <= height; at++) {
    const raw = await node.rpc<string>('getblock', await chain.blockHash(at), 0)
    for (const { outputs } of walkBlock(Buffer.from(raw, 'hex')).transactions) {
      for (const { script } of outputs) {
        const key = hexOf(script)
        if (scripts.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    }
  }
  return counts
}

/** The scripts of a payroll's people, as hex. */
export async function scriptsOf({ engine }: ChainStory, payrollId: string): Promise<string[]> {
  const rows = await engine.db
    .selectFrom('employees as e')
    .innerJoin('payroll_members as m', 'm.employee_id', 'e.id')
    .select('e.script_pubkey as script')
    .where('m.payroll_id', '=', payrollId)
    .execute()
  return rows.map(({ script }) => hexOf(script))
}
