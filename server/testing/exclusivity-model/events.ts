import { advance } from './advance.ts'
import { mineAnything, mineByChance, passBlocks, reorganise } from './blocks.ts'
import { pressBump } from './bump.ts'
import { pressCancel } from './cancel.ts'
import { pressConsolidate } from './consolidate.ts'
import { deposit, depositAgain, depositByCoinbase, doubleSpendDeposit } from './depositors.ts'
import {
  changeScript,
  copyLiveDatabase,
  forgetTransactions,
  restore,
  steal,
  takeSnapshot,
} from './misfortunes.ts'
import { pressClose, pressDelete, pressPay } from './press.ts'
import { pressWithdraw } from './withdraw.ts'
import type { ModelWorld } from './world.ts'

type Event = () => void
type Weighted = [weight: number, event: Event]

/** Events as often as they come. Each history draws its own mixture, so that some are extreme. */
export function mixEvents(world: ModelWorld): Event[] {
  const { random } = world
  const amount = depositAmounts(world)
  const db = () => random.pick(world.databases)
  const payroll = () => random.below(world.payrolls)
  const always: Weighted[] = [
    [6, () => deposit(world, payroll(), amount())],
    [15, () => void pressPay(world, db(), payroll(), { kind: 0, next: true })],
    [3, () => void pressPay(world, db(), payroll(), { kind: 1, next: true })],
    [10, () => advance(world, db())],
    [18, () => mineByChance(world, random.pick([0.3, 0.7, 1]))],
  ]
  const sometimes: Weighted[] = [
    [1, () => depositByCoinbase(world, payroll(), 50_000)],
    [3, () => pressWithdraw(world, db(), payroll())],
    [4, () => pressConsolidate(world, db(), payroll())],
    [2, () => pressClose(world, db(), payroll())],
    [1, () => pressDelete(world, db(), payroll())],
    [6, () => pressBump(world, db(), payroll())],
    [6, () => pressCancel(world, db(), payroll())],
    [4, () => mineAnything(world)],
    [3, () => passBlocks(world, random.between(2, 12))],
    [1, () => passBlocks(world, random.between(90, 450))],
    [6, () => reorganise(world)],
    [3, () => forgetTransactions(world)],
    [2, () => depositAgain(world, 0.5)],
    [2, () => changeFeeRate(world)],
    [2, () => changePrice(world)],
    [2, () => changeScript(world)],
    ...misfortunesOf(world),
  ]
  const often = sometimes.map(
    ([weight, event]): Weighted => [weight * random.pick([0, 1, 1, 1, 3]), event],
  )
  return [...always, ...often].flatMap(([weight, event]) => Array<Event>(weight).fill(event))
}

function misfortunesOf(world: ModelWorld): Weighted[] {
  const { depositsVanish, restores, secondDatabase, theft } = world.profile
  const out: Weighted[] = []
  if (depositsVanish) out.push([2, () => doubleSpendDeposit(world)])
  if (restores) out.push([4, () => takeSnapshot(world)], [3, () => restore(world)])
  if (secondDatabase > 0 && world.random.chance(secondDatabase)) {
    out.push([3, () => copyLiveDatabase(world)])
  }
  if (theft) out.push([3, () => steal(world)])
  return out
}

/** Some histories know small deposits alone, so that they consolidate, and some meet crumbs. */
function depositAmounts({ random }: ModelWorld): () => number {
  if (random.chance(0.25)) return () => random.between(5_000, 12_000)
  if (random.chance(0.1)) return () => random.pick([random.between(500, 1_000), 40_000])
  return () => (random.chance(0.2) ? random.between(3_000, 9_000) : random.between(15_000, 90_000))
}

function changeFeeRate(world: ModelWorld): void {
  world.feeRate = world.random.between(1, 6)
}

function changePrice(world: ModelWorld): void {
  world.price = world.random.between(1, 3)
}
