import { advance } from './advance.ts'
import { cancelRun } from './cancel.ts'
import { hasTooManyDeposits, pressConsolidate } from './consolidate.ts'
import type { Database } from './database.ts'
import { deposit, depositAgain } from './depositors.ts'
import { ModelFault } from './fault.ts'
import { followAll } from './follow.ts'
import { giveUpVanished } from './give-up.ts'
import { describeLine, payKinds } from './lines.ts'
import { hasOpenPay, linesOfPays } from './open-payrolls.ts'
import { pressPay } from './press.ts'
import { hasOpenRun, isLive, lineStatus, runOf } from './record-queries.ts'
import { nameAll } from './transaction.ts'
import { findUnconfirmedRoots } from './unconfirmed-roots.ts'
import { type ModelWorld, recordsOf } from './world.ts'

/** How many blocks to wait, one after another, where nothing moves; 0: the operator looks. */
const patience = [1, 7, 1, 101, 1, 0, 101, 1, 0, 101]
const mostRounds = 400

/**
 * Ends a history without further failures: databases do their work, and administrators press for
 * what is unpaid.
 */
export function complete(world: ModelWorld): void {
  world.calm = true
  world.feeRate = 2
  depositAgain(world, world.profile.depositsVanish ? 0.5 : 1)
  let idle = 0
  for (let round = 0; round < mostRounds; round++) {
    const blocks = patience[idle]
    if (work(world)) idle = 0
    else if (isComplete(world)) return
    else if (blocks === undefined) break
    else {
      idle++
      if (blocks > 0) world.chain.height += blocks
      else cleanUp(world, !patience.slice(idle).includes(0))
    }
  }
  throw new ModelFault('STUCK', describeStuck(world))
}

/** A round of everybody's work and a block; true when something moved. */
function work(world: ModelWorld): boolean {
  const before = world.chain.transactions.length
  for (const db of world.databases) {
    advance(world, db)
    for (let payroll = 0; payroll < world.payrolls; payroll++) {
      for (const kind of payKinds) {
        const outcome = pressPay(world, db, payroll, { kind, next: false })
        if (outcome !== 'no funds') continue
        if (hasTooManyDeposits(world, db, payroll)) pressConsolidate(world, db, payroll)
        else fund(world, payroll)
      }
    }
  }
  for (const transaction of world.findPending()) world.submitEverywhere(transaction)
  const mined = world.mineBlock(world.findPending())
  world.refreshMempools()
  followAll(world)
  return mined > 0 || world.chain.transactions.length > before
}

/** A deposit that is enough, unless one is on its way. */
function fund(world: ModelWorld, payroll: number): void {
  const isComing = world
    .findPending()
    .some(({ kind, outputs }) => kind === 'deposit' && outputs[0]?.payroll === payroll)
  if (!isComing) deposit(world, payroll, 120_000)
}

function cleanUp(world: ModelWorld, isLast: boolean): void {
  giveUpVanished(world, { isLast })
  for (const db of world.databases) {
    for (const run of db.runs) if (run.waiting.length > 0) cancelRun(world, db, run)
    for (let payroll = 0; payroll < world.payrolls; payroll++) {
      for (const row of findUnconfirmedRoots(world, db, payroll)) {
        const run = runOf(db, row)
        if (run) cancelRun(world, db, run)
      }
    }
  }
}

const isComplete = (world: ModelWorld): boolean =>
  everyPayroll(world).every(([db, payroll]) => !hasOpenPay(world, db, payroll))

const everyPayroll = (world: ModelWorld): [Database, number][] =>
  world.databases.flatMap((db) =>
    db.payrolls.map((_, payroll): [Database, number] => [db, payroll]),
  )

function describeStuck(world: ModelWorld): string {
  const parts = everyPayroll(world).map(([db, payroll]) => {
    const isUnpaid = (line: number) => lineStatus(world, db, line) === 'unpaid'
    const unpaid = linesOfPays(world, payroll).filter(isUnpaid)
    const signed = recordsOf(db, payroll).rows.map(({ transaction }) => transaction)
    const live = signed.filter((transaction) => isLive(world, db, transaction))
    const open = hasOpenRun(world, db, payroll) ? 'a run is open' : 'no run is open'
    return (
      `database ${db.name} payroll ${payroll}: ${open}; ` +
      `live: ${nameAll(live)}; unpaid: ${unpaid.map(describeLine).join(', ')}`
    )
  })
  return parts.join(' | ')
}
