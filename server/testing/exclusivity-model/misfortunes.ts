import { copyDatabase } from './database.ts'
import { peopleInPayroll } from './limits.ts'
import { withDescendants } from './mempools.ts'
import { takeInRecord } from './signing-record.ts'
import { nameAll, sumOf } from './transaction.ts'
import type { ModelWorld } from './world.ts'

/** A mempool forgets a transaction with its descendants, or everything. */
export function forgetTransactions(world: ModelWorld): void {
  const { random } = world
  const pool = random.pick(world.mempools)
  if (pool.size === 0) return
  const all = random.chance(0.3)
  const victims = all ? [...pool] : withDescendants(pool, [random.pick([...pool])])
  for (const transaction of victims) pool.delete(transaction)
  world.tell(() => `a mempool evicts ${nameAll(victims)}`)
}

export function takeSnapshot(world: ModelWorld): void {
  const db = world.random.pick(world.databases)
  world.snapshots.push(copyDatabase(db, db.name, db.mempool))
  world.tell(() => `snapshot ${world.snapshots.length - 1} of database ${db.name}`)
}

/** An older snapshot takes a database's place, and `npm run restored` is run. */
export function restore(world: ModelWorld): void {
  const { random, snapshots, databases } = world
  if (snapshots.length === 0) return
  const lost = random.pick(databases)
  const snapshot = random.pick(snapshots)
  const db = copyDatabase(snapshot, world.nextDatabase++, lost.mempool)
  db.nextIndex += 10_000
  db.holdUntil = world.chain.height + 6
  db.incomplete = true
  db.record = lost.record
  databases[databases.indexOf(lost)] = db
  world.tell(() => {
    const number = snapshots.indexOf(snapshot)
    return `database ${lost.name} is lost; snapshot ${number} is restored as database ${db.name}`
  })
  if (world.hasRecord) takeInRecord(world, db)
}

/** A second live database of one seed, with a node of its own. */
export function copyLiveDatabase(world: ModelWorld): void {
  const [first, second] = world.databases
  if (!first || second) return
  const mempool = new Set(first.mempool)
  const db = copyDatabase(first, world.nextDatabase++, mempool)
  db.nextIndex += 10_000
  db.record = [...first.record]
  world.databases.push(db)
  world.mempools.push(mempool)
  world.tell(() => `database ${db.name} is a second live copy`)
}

/** A person moves to another address, in one database. */
export function changeScript(world: ModelWorld): void {
  const { random } = world
  const db = random.pick(world.databases)
  const person = random.below(world.payrolls) * 4 + random.below(peopleInPayroll)
  db.scripts.set(person, world.nextScript++)
  world.tell(() => `person ${person} has another script in database ${db.name}`)
}

/** Somebody with the seed spends UTXOs of a payroll. */
export function steal(world: ModelWorld): void {
  const { random, chain } = world
  const payroll = random.below(world.payrolls)
  const inputs = chain.outputs
    .filter((output) => output.payroll === payroll)
    .filter((output) => chain.isUnspent(output) && chain.isMature(output))
    .filter(() => random.chance(0.6))
  if (inputs.length === 0) return
  const fields = { kind: 'theft', payroll, inputs, fee: 50_000 } as const
  const theft = chain.addTransaction(fields, [{ amount: sumOf(inputs) }])
  world.tell(() => `theft #${theft.id} from payroll ${payroll}`)
  if (random.chance(0.5)) world.broadcast(theft, world.mempools[0])
  else world.mineBlock([theft])
  world.refreshMempools()
}
