import { at } from '../at.ts'
import { isMined, type ModelOutput, type ModelTransaction } from './transaction.ts'
import type { ModelWorld } from './world.ts'

const depositOutput = (amount: number, payroll: number) =>
  ({ amount, payroll, branch: 'deposit', index: payroll }) as const

export function deposit(world: ModelWorld, payroll: number, amount: number): void {
  const source = world.chain.addSource(amount)
  const fields = { kind: 'deposit', inputs: [source], fee: 300 } as const
  const transaction = world.chain.addTransaction(fields, [depositOutput(amount, payroll)])
  world.tell(() => `deposit #${transaction.id} of ${amount} for payroll ${payroll}`)
  world.submitEverywhere(transaction)
}

/** A miner is among the depositors: his coinbase takes the subsidy of its block. */
export function depositByCoinbase(world: ModelWorld, payroll: number, amount: number): void {
  const inputs = [world.chain.addSource(amount)]
  const outputs = [depositOutput(amount, payroll)]
  const coinbase = world.chain.addTransaction({ kind: 'coinbase', inputs }, outputs)
  world.mineBlock([coinbase])
  world.boundToBlock.add(coinbase)
  world.refreshMempools()
}

/** A coinbase dies with its block: the block in its place takes the subsidy. */
export function takeSubsidies(
  world: ModelWorld,
  before: readonly ModelTransaction[],
): ModelTransaction[] {
  const coinbases = before.filter((transaction) => world.boundToBlock.has(transaction))
  return coinbases.map(({ inputs }) => {
    const rival = world.chain.addTransaction({ kind: 'double spend', inputs }, [{ amount: 1 }])
    world.boundToBlock.add(rival)
    return rival
  })
}

/** The depositor spends his money elsewhere, or deposits it again by another transaction. */
export function doubleSpendDeposit(world: ModelWorld): void {
  const deposits = world.chain.transactions.filter((t) => t.kind === 'deposit' && !isMined(t))
  if (deposits.length === 0) return
  const old = world.random.pick(deposits)
  if (!world.chain.isUnspent(at(old.inputs, 0))) return
  const rival = replaceDeposit(world, old, at(old.outputs, 0))
  world.tell(() => `the depositor replaces #${old.id} by #${rival.id}`)
  world.submitEverywhere(rival)
  if (world.random.chance(0.5)) world.mineBlock([rival])
  world.refreshMempools()
}

function replaceDeposit(
  world: ModelWorld,
  { inputs, fee }: ModelTransaction,
  { amount, payroll }: ModelOutput,
): ModelTransaction {
  const again = world.random.chance(0.4)
  const fields = { kind: again ? 'deposit' : 'double spend', inputs, fee: fee + 300 } as const
  const output = again && payroll !== undefined ? depositOutput(amount, payroll) : { amount }
  return world.chain.addTransaction(fields, [output])
}

/** Depositors send again what fell out of a block or a mempool, or do not. */
export function depositAgain(world: ModelWorld, probability: number): void {
  for (const transaction of world.chain.transactions) {
    const { kind } = transaction
    if (kind !== 'deposit' && kind !== 'double spend') continue
    if (world.boundToBlock.has(transaction) || isMined(transaction)) continue
    if (world.random.chance(probability)) world.submitEverywhere(transaction)
  }
}
