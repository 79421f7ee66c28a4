import { describeLine, type Line } from './lines.ts'

/** Kinds of the payroll's own transactions, signed with its keys. */
const ownKinds = ['consolidation', 'batch', 'withdrawal', 'cancellation', 'child', 'theft'] as const
type OwnKind = (typeof ownKinds)[number]
export type Kind = OwnKind | 'deposit' | 'coinbase' | 'double spend'

export interface NewModelOutput {
  amount: number
  /** The payroll that owns it in truth; a database may believe something else. */
  payroll?: number
  /** undefined: somebody else owns it. */
  branch?: 'deposit' | 'change'
  index?: number
  /** The waiting batch that this lane pays for. */
  laneOf?: number | undefined
}

export interface ModelOutput {
  readonly id: number
  readonly outpoint: string
  /** undefined: it was there before the history began. */
  readonly transaction: ModelTransaction | undefined
  readonly amount: number
  readonly payroll: number | undefined
  readonly branch: 'deposit' | 'change' | undefined
  readonly index: number | undefined
  readonly laneOf: number | undefined
  /** The spender in the chain. */
  spentBy: ModelTransaction | undefined
}

/** A transaction, or the draft of one. */
export interface Spender {
  /** Every output that it and its ancestors spend, with the spender. Two that disagree conflict. */
  readonly history: Map<ModelOutput, Spender>
}

export interface NewModelTransaction {
  kind: Kind
  inputs: readonly ModelOutput[]
  payroll?: number
  fee?: number
  lines?: readonly Line[]
  /** Today's price of bitcoin: the same line has another amount at another one. */
  price?: number
  scripts?: ReadonlyMap<Line, number>
}

export interface ModelTransaction extends Spender {
  readonly id: number
  readonly txid: string
  readonly kind: Kind
  readonly payroll: number | undefined
  readonly inputs: readonly ModelOutput[]
  /** Outpoints of `inputs`, as `txid:vout`. */
  readonly outpoints: readonly string[]
  outputs: readonly ModelOutput[]
  readonly fee: number
  readonly lines: readonly Line[]
  readonly price: number
  /** The scripts of its lines. */
  readonly scripts: ReadonlyMap<Line, number>
  /** The height of its block; undefined in none. */
  minedAt: number | undefined
}

export const isMined = (transaction: ModelTransaction): boolean => transaction.minedAt !== undefined

const ours: ReadonlySet<Kind> = new Set(ownKinds)
export const isOurs = ({ kind }: ModelTransaction): boolean => ours.has(kind)

export const byId = (a: { id: number }, b: { id: number }): number => a.id - b.id

export const share = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.some((item) => b.includes(item))

/** No chain holds both. */
export function conflict(a: Spender, b: Spender): boolean {
  const [small, large] = a.history.size < b.history.size ? [a, b] : [b, a]
  for (const [output, spender] of small.history) {
    const other = large.history.get(output)
    if (other !== undefined && other !== spender) return true
  }
  return false
}

export function descends(spender: Spender, ancestor: ModelTransaction): boolean {
  const [input] = ancestor.inputs
  return spender !== ancestor && input !== undefined && spender.history.get(input) === ancestor
}

export function draftOf(inputs: readonly ModelOutput[]): Spender {
  const draft: Spender = { history: inheritHistory(inputs) }
  for (const input of inputs) draft.history.set(input, draft)
  return draft
}

/** The outpoints that the ancestors of the inputs spend. */
export function inheritHistory(inputs: readonly ModelOutput[]): Map<ModelOutput, Spender> {
  const history = new Map<ModelOutput, Spender>()
  for (const { transaction } of inputs) {
    if (!transaction) continue
    for (const [output, spender] of transaction.history) history.set(output, spender)
  }
  return history
}

export const paysOthers = ({ outputs }: ModelTransaction): boolean =>
  outputs.some((output) => output.branch === undefined)

/** The head that it makes; a consolidation makes a deposit in its place. */
export const findOwnHead = ({ outputs }: ModelTransaction): ModelOutput | undefined =>
  outputs.find(({ branch, laneOf }) => branch === 'change' && laneOf === undefined)

export function sumOf(outputs: readonly { amount: number }[]): number {
  let sum = 0
  for (const { amount } of outputs) sum += amount
  return sum
}

export function describe({
  id,
  kind,
  payroll,
  lines,
  inputs,
  outputs,
  fee,
}: ModelTransaction): string {
  const pays = lines.length > 0 ? ` for ${lines.map(describeLine).join(', ')}` : ''
  const spends = inputs.map((input) =>
    input.transaction ? `${input.id} of #${input.transaction.id}` : `${input.id}`,
  )
  const makes = outputs.map((output) => `${output.id}`)
  const of = payroll === undefined ? '' : ` of payroll ${payroll}`
  return `#${id} ${kind}${of}${pays} [spends ${spends.join(', ')}; makes ${makes.join(', ')}; fee ${fee}]`
}

export const nameAll = (transactions: readonly ModelTransaction[]): string =>
  transactions.map(({ id }) => `#${id}`).join(' ')
