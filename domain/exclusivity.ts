/**
 * Rule R4 of decision 5: which earlier transactions of a payroll one chain could hold beside a plan,
 * and must not. The planner asks it of the tables, the signer of its own memory.
 *
 * The rule holds for a plan that pays people, or makes a head by a withdrawal, before it is signed. A
 * withdrawal of everything begins no line of heads and is exempt.
 */

/** Decision 5 takes a block this deep, itself counted as 1, for final. */
export const buriedDepth = 100

/** An id of a line or a run. */
type Id = string | number

export interface PlannedSpend {
  /** Outpoints as `outpointText` writes them: `txid:vout`. */
  readonly inputs: readonly string[]
  /** The lines that it pays: one person's pay for one period each, or one withdrawal. */
  readonly lines: readonly Id[]
  readonly run: Id
}

/** A signed transaction that pays somebody: a batch, a withdrawal or an untracked spend. */
export interface Signed {
  readonly txid: string
  /** Outpoints as in `PlannedSpend`. */
  readonly inputs: readonly string[]
  readonly lines: readonly Id[]
  /** undefined: an untracked spend that matches no run. */
  readonly run: Id | undefined
  /** Depth of its block: 1 at the tip, 0 in no block. */
  readonly depth: number
  /** Depth of the deepest block that spends an input of it, or of an ancestor, otherwise; or 0. */
  readonly conflictDepth: number
  /** The operator has given up the transaction, or an ancestor. */
  readonly givenUp: boolean
}

/** The inputs of a transaction, as outpoints; undefined where its bytes are not known. */
export type InputsOf = (txid: string) => readonly string[] | undefined

/**
 * The transactions of `earlier` that neither conflict with the plan, nor are of its run or its
 * ancestors without paying a line of it, nor are excepted. The plan may be signed where there is none.
 *
 * An ancestor whose inputs are not known ends the walk. That hides conflicts and descent, so the
 * answer names rather too many transactions than too few.
 */
export function findCompatible<Earlier extends Signed>(
  plan: PlannedSpend,
  earlier: readonly Earlier[],
  inputsOf: InputsOf,
): Earlier[] {
  const lines = new Set(plan.lines)
  const { ancestors, spenders } = findAncestry(plan, inputsOf)
  const conflicts = findConflicts(spenders, inputsOf)
  return earlier.filter((signed) => {
    const paysSameLine = signed.lines.some((line) => lines.has(line))
    const standsBeside = signed.run === plan.run || ancestors.has(signed.txid)
    if (!paysSameLine && standsBeside) return false
    return !isExcepted(signed, paysSameLine) && !conflicts(signed.txid, signed.inputs)
  })
}

/** A confirmed transaction has paid its lines: no exception lets them be paid once more. */
function isExcepted({ depth, conflictDepth, givenUp }: Signed, paysSameLine: boolean): boolean {
  if (depth > 0 && paysSameLine) return false
  return depth >= buriedDepth || conflictDepth >= buriedDepth || givenUp
}

/** The plan has no txid yet. Bytes that were signed before conflict with their own plan. */
const itself = ''

/** The spender of each outpoint: the plan, or an ancestor of it. */
type Spenders = ReadonlyMap<string, string>

function findAncestry(plan: PlannedSpend, inputsOf: InputsOf) {
  const ancestors = new Set<string>()
  const spenders = new Map(plan.inputs.map((outpoint) => [outpoint, itself]))
  // The loop also reaches the outpoints that it adds.
  for (const outpoint of spenders.keys()) {
    const parent = txidOf(outpoint)
    if (ancestors.has(parent)) continue
    ancestors.add(parent)
    for (const input of inputsOf(parent) ?? []) {
      if (!spenders.has(input)) spenders.set(input, parent)
    }
  }
  return { ancestors, spenders }
}

/**
 * Answers whether a transaction, or an ancestor of it, spends one of these outpoints otherwise. Each
 * transaction is looked at once. There is no recursion: after some years a payroll's line of heads is
 * thousands of transactions long.
 */
function findConflicts(spenders: Spenders, inputsOf: InputsOf) {
  const known = new Map<string, boolean>()
  return (txid: string, inputs: readonly string[]): boolean => {
    const stack: [string, readonly string[]][] = [[txid, inputs]]
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const [id, outpoints] = top
      const spendsOtherwise = outpoints.some((outpoint) => (spenders.get(outpoint) ?? id) !== id)
      const parents = spendsOtherwise ? [] : outpoints.map(txidOf)
      const unknown = parents.filter((parent) => !known.has(parent))
      for (const parent of unknown) stack.push([parent, inputsOf(parent) ?? []])
      if (unknown.length > 0) continue
      known.set(id, spendsOtherwise || parents.some((parent) => known.get(parent)))
      stack.pop()
    }
    return known.get(txid) ?? false
  }
}

/** Whether a transaction is one of these, or an ancestor of it is: what was given up takes it along. */
export function descendsFrom(
  txid: string,
  ancestors: ReadonlySet<string>,
  inputsOf: InputsOf,
): boolean {
  if (ancestors.size === 0) return false
  const line = new Set([txid])
  // The loop also reaches the ancestors that it adds.
  for (const one of line) {
    if (ancestors.has(one)) return true
    for (const outpoint of inputsOf(one) ?? []) line.add(txidOf(outpoint))
  }
  return false
}

const txidOf = (outpoint: string): string => outpoint.slice(0, outpoint.indexOf(':'))
