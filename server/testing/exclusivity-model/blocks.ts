import { takeSubsidies } from './depositors.ts'
import { byId, isMined, isOurs, type ModelTransaction, nameAll } from './transaction.ts'
import type { ModelWorld } from './world.ts'

export function mineByChance(world: ModelWorld, probability: number): void {
  world.mineBlock(world.findPending().filter(() => world.random.chance(probability)))
  world.refreshMempools()
}

/** Miners may hold any transaction that was ever signed: old versions, cancellations, children. */
export function mineAnything(world: ModelWorld): void {
  world.mineBlock(chooseAnything(world, 0.3))
  world.refreshMempools()
}

function chooseAnything(world: ModelWorld, probability: number): ModelTransaction[] {
  const chosen = world.chain.transactions.filter(
    (transaction) =>
      !world.boundToBlock.has(transaction) &&
      !isMined(transaction) &&
      world.random.chance(probability),
  )
  return world.random.chance(0.5) ? chosen : chosen.sort((a, b) => byId(b, a))
}

export function passBlocks(world: ModelWorld, blocks: number): void {
  mineByChance(world, 0.9)
  world.chain.height += blocks - 1
  world.refreshMempools()
}

/** A longer branch takes the place of some blocks, with other transactions in it. */
export function reorganise(world: ModelWorld): void {
  const { random, chain } = world
  const most = world.profile.maxDepth
  const isDeep = most > 6 && random.chance(0.4)
  const depth = isDeep ? random.between(7, most) : random.between(1, 6)
  const base = chain.height - depth
  const before = chain.disconnect(depth)
  world.tell(() => `a reorganisation of ${depth} blocks takes out ${nameAll(before)}`)
  const probability = random.pick([0, 0.5, 0.9, 1])
  const returned = before.filter((transaction) => !world.boundToBlock.has(transaction))
  const vanished = chooseVanished(world, returned)
  const left = (transaction: ModelTransaction) => !vanished.has(transaction)
  const others = random.chance(0.5) ? chooseAnything(world, random.pick([0.1, 0.4])) : []
  const again = returned.filter((other) => left(other) && random.chance(probability))
  const candidates = [...others, ...again]
  mineBranch(world, base, depth + 1, candidates, before)
  world.refreshMempools(returned.filter((other) => left(other) && random.chance(0.8)))
}

function chooseVanished(
  world: ModelWorld,
  returned: readonly ModelTransaction[],
): Set<ModelTransaction> {
  if (!world.profile.depositsVanish) return new Set()
  return new Set(returned.filter((other) => !isOurs(other) && world.random.chance(0.35)))
}

/** Two blocks of the new branch, or one, hold the transactions. */
function mineBranch(
  world: ModelWorld,
  base: number,
  blocks: number,
  candidates: readonly ModelTransaction[],
  before: readonly ModelTransaction[],
): void {
  const { random, chain } = world
  const [one, other] = [random.between(1, blocks), random.between(1, blocks)]
  const [lower, upper] = [Math.min(one, other), Math.max(one, other)]
  const half = lower === upper ? candidates.length : candidates.length >> 1
  chain.height = base + lower - 1
  world.mineBlock([...takeSubsidies(world, before), ...candidates.slice(0, half)])
  chain.height = base + upper - 1
  if (upper > lower) world.mineBlock(candidates)
  chain.height = base + blocks
}
